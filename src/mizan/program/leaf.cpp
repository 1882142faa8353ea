// SPDX-License-Identifier: Apache-2.0
#include "mizan/program/leaf.hpp"

#include <algorithm>
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

std::string_view TradeoffPoints::also_assumes() const {
    // A trade-off function is convex. Where it touches what guessing reaches, it is nowhere below.
    const bool is_guessing = std::ranges::any_of(points_, [](const ErrorRates& point) {
        const auto [x, y] = point;
        return 0 < x && x < 1 && x + y >= 1;
    });
    return is_guessing
               ? "tradeoff: a point whose rates add up to 1, between 0 and 1, says that no test at "
                 "all is better than guessing, so that nothing is revealed"
               : "tradeoff: nothing is known below the smallest false-positive rate, where a loss "
                 "may be infinite";
}

namespace {

// The sentences of an event, chosen by its scope. An event without `assumes` does not compile.
template <class Event>
std::vector<std::string> sentences_of(const Event& event, const Scope& scope) {
    if constexpr (requires { Event::assumes_by_record; }) {
        if (measure_of(event, scope) == Measure::record) {
            // A truncated sample says it itself.
            if (scope.relation != Relation::replace_one) return {};
            return {std::string(Event::assumes_by_record)};
        }
    }
    if constexpr (requires { Event::assumes_of_own_record; }) {
        if (scope.own_record) return {std::string(Event::assumes_of_own_record)};
    }
    std::vector<std::string> all{std::string(Event::assumes)};
    if constexpr (requires { Event::assumes_of_special; }) {
        if (scope.relation == Relation::replace_special)
            all.emplace_back(Event::assumes_of_special);
    }
    if constexpr (requires { event.also_assumes(); }) all.emplace_back(event.also_assumes());
    return all;
}

// Definitions of privacy are promises.
template <class Event>
requires(is_one_of<Event>(static_cast<const Definition*>(nullptr)))  //
    std::vector<std::string> sentences_of(const Event&, const Scope&) {
    return {std::string(assumed_of_promises)};
}

}  // namespace

std::vector<std::string> assumptions_of(const Leaf& leaf, const Scope& scope) {
    return std::visit([&](const auto& event) { return sentences_of(event, scope); }, leaf);
}

Measure measure_of(const Leaf& leaf, const Scope& scope) {
    if (std::holds_alternative<MatrixMechanism>(leaf)) return Measure::record;
    return std::holds_alternative<Gaussian>(leaf) && scope.by_record ? Measure::record
                                                                     : Measure::change;
}

double units_moved(const Leaf& leaf, const Scope& scope) {
    const bool is_replaced = scope.relation == Relation::replace_one;
    return is_replaced && measure_of(leaf, scope) == Measure::record ? 2 : 1;
}

bool is_explicit(const Leaf& leaf) {
    return std::holds_alternative<RandomizedResponse>(leaf) ||
           std::holds_alternative<BucketRandomizedResponse>(leaf);
}

}  // namespace mizan
