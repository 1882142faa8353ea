// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <variant>
#include <vector>

#include "mizan/definition/definition.hpp"
#include "mizan/divergence/finite.hpp"
#include "mizan/mechanism/all.hpp"
#include "mizan/mechanism/matrix_mechanism.hpp"
#include "mizan/mechanism/selection.hpp"

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
    /// Throws InputError unless both have the same number of outcomes.
    DistributionPair(FiniteDistribution p, FiniteDistribution q);

    [[nodiscard]] const FiniteDistribution& p() const { return p_; }
    [[nodiscard]] const FiniteDistribution& q() const { return q_; }

    friend bool operator==(const DistributionPair&, const DistributionPair&) = default;

private:
    FiniteDistribution p_;
    FiniteDistribution q_;
};

/// One use of the data: a mechanism, or whatever is known of one.
using Leaf = std::variant<Gaussian, Laplace, DiscreteGaussian, DiscreteLaplace, RandomizedResponse,
                          BucketRandomizedResponse, Exponential, PermuteAndFlip, ReportNoisyMax,
                          SparseVector, TreeAggregation, MatrixMechanism, ApproxDP, ZCDP, CDP, GDP,
                          RenyiPoints, DistributionPair>;

template <class Event, class... Leaves>
constexpr bool is_one_of(const std::variant<Leaves...>*) {
    return (std::same_as<Event, Leaves> || ...);
}

/// One of the types that a Leaf can hold.
template <class Event>
concept LeafEvent = is_one_of<Event>(static_cast<const Leaf*>(nullptr));

}  // namespace mizan
