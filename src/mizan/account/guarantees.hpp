// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/account/release.hpp"

namespace mizan {

/// What releases promise together, by every definition that all its releases keep without fail: the
/// sums of their promises.
struct Guarantees {
    Known<PureDP> pure;
    Known<RenyiDP> renyi;
    Known<GDP> gdp;
};

/// What these releases promise together.
[[nodiscard]] Guarantees guarantees(const std::vector<Release>& parts);

}  // namespace mizan
