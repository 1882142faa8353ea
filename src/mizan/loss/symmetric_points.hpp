// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "mizan/divergence/finite.hpp"
#include "mizan/loss/profile_points.hpp"

namespace mizan {

/// The pair, alike in both directions, whose profile joins the points by straight lines in e^ε and
/// those at -ε that follow from them. Points that the others imply are left out. Beyond the last
/// epsilon the loss counts as infinite.
///
/// Theorem    Mizan26 C5: a profile of both directions between its points
/// States     δ(ε_i) ≤ δ_i for (P, Q) and for (Q, P) at some ε_i ≥ 0 imply δ ≤ G everywhere, G the
///            lower convex hull in e^ε of the points (ε_i, δ_i) and (-ε_i, 1 - e^-ε_i (1 - δ_i)); G
///            is the profile of a finite pair that is its own reverse
/// Needs      at least one point; 0 ≤ epsilons ≤ 700, growing; delta.upper bounds both profiles
/// Guarantee  upper bound; exact if nothing else is known
/// Source     Mizan26 (docs/proofs/cells.md, with proof)
/// Test       SymmetricPoints.KeepWhatTheyPromiseAndNoMore
[[nodiscard]] std::vector<Outcome> symmetric_dominating(std::span<const ProfilePoint> points);

/// A test's false-positive rate, and a false-negative rate that no test with it goes below.
struct ErrorRates {
    double false_positive;
    double false_negative;
    friend bool operator==(const ErrorRates&, const ErrorRates&) = default;
};

/// The pair with the largest trade-off function that is surely below one of which these points are
/// known, in both orders of the neighbours.
///
/// A trade-off function f is convex, falls, and joins (0, ≤ 1) to (1, 0). So f(x_i) ≥ y_i puts it
/// above the line through (1, 0) and the point on the left of x_i, and above the line through (0,
/// 1) and the point on the right. Between two points the larger of two such lines has its lowest
/// place where they meet; the convex hull of all those places and of the points lies below f.
///
/// Theorem    Mizan26 C6: a trade-off function between its points
/// States     f(x_i) ≥ y_i implies f ≥ the lower convex hull of the points and, between each two,
///            of the point where y = 1 - (1 - y_i) x/x_i meets y = y_(i+1) (1 - x)/(1 - x_(i+1))
/// Needs      x_i + y_i ≤ 1; nothing is assumed of f between the points
/// Guarantee  upper bound
/// Source     Mizan26 (docs/proofs/cells.md, with proof)
/// Test       SymmetricPoints.TradeoffStaysBelowEveryFunctionThroughThePoints
[[nodiscard]] std::vector<Outcome> tradeoff_dominating(std::vector<ErrorRates> points);

}  // namespace mizan
