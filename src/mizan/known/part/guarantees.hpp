// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/known/part/known_part.hpp"

namespace mizan {

/// What parts promise together, by every definition that all of them keep without fail: the
/// sums of their promises.
struct Guarantees {
    Known<PureDP> pure;
    Known<RenyiDP> renyi;
    Known<GDP> gdp;
};

/// What these parts promise together.
[[nodiscard]] Guarantees guarantees(const std::vector<KnownPart>& parts);

}  // namespace mizan
