// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>
#include <vector>

#include "mizan/definition/definition.hpp"
#include "mizan/mechanism/all.hpp"

namespace mizan {

/// A mechanism of which only some points of its Renyi curve are known. Never empty.
class RenyiPoints {
public:
    /// Throws InputError if there is no point.
    explicit RenyiPoints(std::vector<RenyiPoint> points);

    [[nodiscard]] const std::vector<RenyiPoint>& points() const { return points_; }

    friend bool operator==(const RenyiPoints&, const RenyiPoints&) = default;

private:
    std::vector<RenyiPoint> points_;
};

/// A mechanism given by its two output distributions, on an input and on its neighbour.
class DistributionPair {
public:
    /// Throws InputError unless both are distributions over the same, non-empty set of outcomes.
    DistributionPair(std::vector<double> p, std::vector<double> q);

    [[nodiscard]] const std::vector<double>& p() const { return p_; }
    [[nodiscard]] const std::vector<double>& q() const { return q_; }

    friend bool operator==(const DistributionPair&, const DistributionPair&) = default;

private:
    std::vector<double> p_;
    std::vector<double> q_;
};

/// One use of the data: a mechanism, or whatever is known of one.
using Leaf = std::variant<Gaussian, Laplace, RandomizedResponse, BucketRandomizedResponse, ApproxDP,
                          ZCDP, CDP, GDP, RenyiPoints, DistributionPair>;

}  // namespace mizan
