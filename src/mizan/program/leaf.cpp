// SPDX-License-Identifier: Apache-2.0
#include "mizan/program/leaf.hpp"

#include <string>
#include <utility>

namespace mizan {

RenyiPoints::RenyiPoints(std::vector<RenyiPoint> points) : points_{std::move(points)} {
    if (points_.empty()) throw InputError("a Renyi curve needs at least one point");
}

DistributionPair::DistributionPair(FiniteDistribution p, FiniteDistribution q)
    : p_{std::move(p)}, q_{std::move(q)} {
    if (p_.size() != q_.size()) {
        throw InputError("p and q must have the same number of outcomes, got " +
                         std::to_string(p_.size()) + " and " + std::to_string(q_.size()));
    }
}

}  // namespace mizan
