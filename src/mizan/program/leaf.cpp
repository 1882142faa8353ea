// SPDX-License-Identifier: Apache-2.0
#include "mizan/program/leaf.hpp"

#include <string>
#include <utility>

namespace mizan {

RenyiPoints::RenyiPoints(std::vector<RenyiPoint> points) : points_{std::move(points)} {
    if (points_.empty()) throw InputError("a Renyi curve needs at least one point");
}

namespace {

template <class Point>
std::vector<Point> checked(std::vector<Point> points, const char* what) {
    if (points.empty() || points.size() > PrivacyProfile::most_points) {
        throw InputError(std::string(what) + " has from 1 to " +
                         std::to_string(PrivacyProfile::most_points) + " points, got " +
                         std::to_string(points.size()));
    }
    return points;
}

}  // namespace

PrivacyProfile::PrivacyProfile(std::vector<ApproxDP> points)
    : points_{checked(std::move(points), "a profile")} {}

TradeoffPoints::TradeoffPoints(std::vector<ErrorRates> points)
    : points_{checked(std::move(points), "a trade-off function")} {
    for (const auto& [x, y] : points_) {
        if (!(x >= 0 && y >= 0 && x + y <= 1)) {
            throw InputError(
                "a false-positive and a false-negative rate are at least 0, and their sum is at "
                "most 1, which guessing reaches");
        }
    }
}

DistributionPair::DistributionPair(FiniteDistribution p, FiniteDistribution q)
    : p_{std::move(p)}, q_{std::move(q)} {
    if (p_.size() != q_.size()) {
        throw InputError("p and q must have the same number of outcomes, got " +
                         std::to_string(p_.size()) + " and " + std::to_string(q_.size()));
    }
}

}  // namespace mizan
