// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "mizan/definition/renyi_curve.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::mironov17 {

// How much likelier an event S can become: bounds on log(Pr[f(D') in S] / q) for the n-fold
// composition f of a mechanism, where q = Pr[f(D) in S] > 0.

/// From a choice of (ε', δ), the best one: min over δ of log(e^ε' + δ/q), with ε' by the advanced
/// composition theorem of the lecture notes.
[[nodiscard]] double log_increase_advanced(Epsilon epsilon, double count, Probability q);

/// From the composed Renyi curve: Mironov17 P10 at the best order in (1, ∞].
[[nodiscard]] double log_increase_renyi(const RenyiCurve& composed, Probability q);

/// From the composed privacy profile: min over ε of log(e^ε + δ(ε)/q). With the exact profile this
/// is what the best test achieves, and no analysis may beat it. `delta` bounds the profile from
/// above; ε is searched among the multiples of `step` up to `most`.
[[nodiscard]] double log_increase_profile(const std::function<double(Epsilon)>& delta, double step,
                                          double most, Probability q);

/// The bounds for one n, as decimal logarithms, rounded up.
struct IncreasePoint {
    int count;
    double naive;         ///< basic composition: e^(nε)
    double advanced;      ///< the best (ε', δ)
    double proposition4;  ///< Mironov17 P4
    double renyi;         ///< Mironov17 P10 at the best order
    double exact;         ///< the composition itself
};

/// One panel: a mechanism and a probability q.
struct IncreasePanel {
    std::string mechanism;
    std::string parameter;
    double probability;
    std::vector<IncreasePoint> points;
};

/// Figure 2 of Mironov17: randomized response (p = 0.51) and Laplace noise (λ = 20) composed
/// n = 1, ..., `most` times, for q = 1e-6, 1e-3, 0.1; four analyses and the truth.
///
/// Theorem    Mironov17 Figure 2: probability increase under composition
/// States     naïve e^(nε), best (ε', δ), Proposition 4, Proposition 10 at the best order
/// Needs      n ≥ 1; orders up to and including ∞
/// Guarantee  upper bounds
/// Source     Mironov17 section VI and Figure 2 (arXiv:1702.07476v3)
/// Test       FigureTwo.MatchesTheReferenceValues
/// Erratum    "Proposition 4 is consistently outperformed by the (ε, δ) form with optimal δ" is
///            false for q = 0.1: Proposition 4 is the smaller of the two for n = 1...218
///            (randomized response) and n = 1...140 (Laplace). "Tighter than all generic bounds"
///            needs the order ∞, and the exact composition is tighter still: randomized response,
///            n = 250, q = 1e-6: 1.3466 against 1.2668.
[[nodiscard]] std::vector<IncreasePanel> figure2(int most = 250);

}  // namespace mizan::mironov17
