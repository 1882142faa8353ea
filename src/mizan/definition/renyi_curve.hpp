// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "mizan/numeric/bracket.hpp"
#include "mizan/numeric/floating_point_environment.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan {

/// One point of a Renyi curve: the divergence of this order is at most `divergence`.
///
/// Theorem    Mironov17 D4: (α, ε)-RDP
/// States     f is (α, ε)-RDP if D_α(f(D)‖f(D')) ≤ ε for all neighbours D, D'
/// Needs      α in [1, ∞]; neighbours are symmetric, so both directions are meant
/// Guarantee  exact
/// Source     Mironov17 Definition 4 (arXiv:1702.07476v3)
/// Test       RenyiCurve.BetweenPointsLiesOnTheChordOfTheConvexCumulant
struct RenyiPoint {
    Order order;
    Epsilon divergence;
    friend bool operator==(const RenyiPoint&, const RenyiPoint&) = default;
};

/// The Renyi divergence of a mechanism as a function of its order, on all of [1, inf], the larger
/// of both directions. Evaluates to a bracket: `upper` is a bound on the divergence for every pair
/// of neighbours, `lower` is reached by some pair (0 where only a bound is known). A plain value:
/// adding curves makes a new one. Safe to share between threads.
class RenyiCurve {
public:
    using Function = std::function<Bracket(Order)>;
    using ListFunction = std::function<std::vector<Bracket>(std::span<const Order>)>;

    /// `knots` are orders worth trying as they are, because the curve has a kink or a cliff there.
    explicit RenyiCurve(const Function& divergence, std::vector<double> knots = {});

    /// A curve whose orders share their work.
    explicit RenyiCurve(ListFunction divergences, std::vector<double> knots = {})
        : divergences_{std::move(divergences)}, nearly_{}, knots_{std::move(knots)} {}

    /// A curve that takes long to evaluate, and for searches another one that hardly differs.
    RenyiCurve(const Function& divergence, const Function& nearly, std::vector<double> knots);

    /// The curve of a mechanism that reveals nothing.
    [[nodiscard]] static RenyiCurve zero();

    /// What is known of all orders if the divergence is bounded at these. Between two of them
    /// (alpha - 1) D_alpha is convex, below the first D_alpha is monotone, above the last nothing
    /// is known.
    [[nodiscard]] static RenyiCurve through(std::vector<RenyiPoint> points);

    [[nodiscard]] Bracket operator()(Order order) const {
        return (*this)(std::span(&order, 1)).front();
    }
    [[nodiscard]] std::vector<Bracket> operator()(std::span<const Order> orders) const {
        const DefaultArithmetic arithmetic;
        return divergences_(orders);
    }

    /// About the upper end: no bound, but good enough to look for an order.
    [[nodiscard]] double nearly(Order order) const { return nearly(std::span(&order, 1)).front(); }
    [[nodiscard]] std::vector<double> nearly(std::span<const Order> orders) const;

    /// Whether that is another curve than this one.
    [[nodiscard]] bool has_nearly() const { return static_cast<bool>(nearly_); }

    [[nodiscard]] const std::vector<double>& knots() const { return knots_; }

    /// Adaptive composition (Mironov17 Proposition 1), order by order. Knots of very many curves
    /// are thinned out.
    [[nodiscard]] static RenyiCurve sum(std::vector<RenyiCurve> curves);
    friend RenyiCurve operator+(RenyiCurve a, RenyiCurve b) {
        return sum({std::move(a), std::move(b)});
    }

    /// Composition of `count` mechanisms with this curve.
    friend RenyiCurve operator*(double count, RenyiCurve curve);

private:
    [[nodiscard]] const ListFunction& nearly_all() const {
        return nearly_ ? nearly_ : divergences_;
    }

    ListFunction divergences_;
    ListFunction nearly_;  // empty where it is the same
    std::vector<double> knots_;
};

}  // namespace mizan
