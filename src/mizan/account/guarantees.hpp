// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/account/curves.hpp"
#include "mizan/account/release.hpp"

namespace mizan {

/// What a whole program promises, by every definition that all its releases keep without fail: the
/// sums of their promises.
struct Guarantees {
    Known<PureDP> pure;
    Known<RenyiDP> renyi;
    Known<GDP> gdp;
};

[[nodiscard]] Guarantees guarantees(const std::vector<Release>& parts);

/// Throws InputError if the program has no meaning under the relation.
[[nodiscard]] Guarantees guarantees(const Program& program, const Neighbours& neighbours);

}  // namespace mizan
