// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/known/part/known_part.hpp"

namespace mizan {

/// What several parts promise together: for each definition that all of them satisfy without
/// failure, the composition of their promises.
struct Guarantees {
    Known<PureDP> pure;
    Known<RenyiDP> renyi;
    Known<GDP> gdp;
};

/// What these parts promise together.
[[nodiscard]] Guarantees guarantees(const std::vector<KnownPart>& parts);

}  // namespace mizan
