// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mizan/definition/definition.hpp"
#include "mizan/divergence/finite.hpp"
#include "mizan/loss/symmetric_points.hpp"
#include "mizan/mechanism/bucket_randomized_response.hpp"
#include "mizan/mechanism/discrete_gaussian.hpp"
#include "mizan/mechanism/discrete_laplace.hpp"
#include "mizan/mechanism/gaussian.hpp"
#include "mizan/mechanism/laplace.hpp"
#include "mizan/mechanism/matrix_mechanism.hpp"
#include "mizan/mechanism/mixture_of_gaussians.hpp"
#include "mizan/mechanism/own_mechanism.hpp"
#include "mizan/mechanism/randomized_response.hpp"
#include "mizan/mechanism/selection.hpp"
#include "mizan/mechanism/thresholded.hpp"
#include "mizan/program/scope.hpp"

namespace mizan {

/// What every answer takes for granted of an event that is known only by a promise.
inline constexpr std::string_view assumed_of_promises =
    "what is known only by a guarantee is taken to be the worst mechanism that keeps it";

/// A mechanism of which only some points of its Renyi curve are known. Never empty.
class RenyiPoints {
public:
    static constexpr std::string_view assumes = assumed_of_promises;

    /// Throws InputError if there is no point.
    explicit RenyiPoints(std::vector<RenyiPoint> points);

    [[nodiscard]] const std::vector<RenyiPoint>& points() const { return points_; }

    friend bool operator==(const RenyiPoints&, const RenyiPoints&) = default;

private:
    std::vector<RenyiPoint> points_;
};

/// A mechanism of which only some (ε, δ) are known, all of which it keeps.
class PrivacyProfile {
public:
    static constexpr std::string_view assumes = assumed_of_promises;

    static constexpr std::size_t most_points = 1000;

    /// Throws InputError if there is no point, or more than that.
    explicit PrivacyProfile(std::vector<ApproxDP> points);

    [[nodiscard]] const std::vector<ApproxDP>& points() const { return points_; }

    friend bool operator==(const PrivacyProfile&, const PrivacyProfile&) = default;

private:
    std::vector<ApproxDP> points_;
};

/// A mechanism of which only some points of its trade-off function are known: of no two neighbours
/// can a test with this false-positive rate have a smaller false-negative rate.
class TradeoffPoints {
public:
    static constexpr std::string_view assumes = assumed_of_promises;
    /// The sentence that is assumed besides, if the points leave something open.
    [[nodiscard]] std::string_view also_assumes() const;

    /// Throws InputError if there is no point or more than PrivacyProfile::most_points, or if a
    /// point lies above what guessing reaches.
    explicit TradeoffPoints(std::vector<ErrorRates> points);

    [[nodiscard]] const std::vector<ErrorRates>& points() const { return points_; }

    friend bool operator==(const TradeoffPoints&, const TradeoffPoints&) = default;

private:
    std::vector<ErrorRates> points_;
};

/// A mechanism given by its two output distributions, on an input and on its neighbour.
class DistributionPair {
public:
    static constexpr std::string_view assumes =
        "pair: the first distribution of every pair belongs to the same neighbour";

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
using Leaf = std::variant<     //
    Gaussian,                  //
    Laplace,                   //
    DiscreteGaussian,          //
    DiscreteLaplace,           //
    RandomizedResponse,        //
    BucketRandomizedResponse,  //
    Exponential,               //
    PermuteAndFlip,            //
    ReportNoisyMax,            //
    SparseVector,              //
    TreeAggregation,           //
    MatrixMechanism,           //
    MixtureOfGaussians,        //
    TruncatedLaplace,          //
    ThresholdedLaplace,        //
    ThresholdedGaussian,       //
    ApproxDP,                  //
    ZCDP,                      //
    CDP,                       //
    GDP,                       //
    RenyiPoints,               //
    PrivacyProfile,            //
    TradeoffPoints,            //
    DistributionPair,          //
    OwnMechanism>;

template <class Event, class... Leaves>
constexpr bool is_one_of(const std::variant<Leaves...>*) {
    return (std::same_as<Event, Leaves> || ...);
}

/// One of the types that a Leaf can hold.
template <class Event>
concept LeafEvent = is_one_of<Event>(static_cast<const Leaf*>(nullptr));

/// What every answer takes for granted of an event in this scope, one sentence each: the event says
/// it.
[[nodiscard]] std::vector<std::string> assumptions_of(const Leaf& leaf, const Scope& scope);

[[nodiscard]] Measure measure_of(const Leaf& leaf, const Scope& scope);

/// How many units a change between neighbours moves the answer. A replaced record takes away what
/// it added and adds something else.
[[nodiscard]] double units_moved(const Leaf& leaf, const Scope& scope);

/// Whether the event says all of its mechanism, whatever the neighbours are. Of other events the
/// numbers are promises for neighbours of its scope.
[[nodiscard]] bool is_explicit(const Leaf& leaf);

}  // namespace mizan
