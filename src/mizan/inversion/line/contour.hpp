// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mizan/inversion/line/line.hpp"

namespace mizan::inversion {

// Any line gives a true bracket. These choose one on which it is narrow: through the saddle point
// of the integrand, slid a little towards the side that needs the shorter period. The search for it
// begins at `near`, a saddle of the same parts that is not far off, if that is not 0.

/// From δ of this size on, 1 - δ is inverted instead, on a line left of 0.
inline constexpr double large_delta = 0.2;

/// For the delta at an epsilon. Empty where no line can be found.
[[nodiscard]] std::optional<Contour> contour_at_epsilon(const Composition& parts, double epsilon,
                                                        double tolerance, double near = 0);

/// Where e^{K(c) - cε} is smallest, and about what can be said of δ - d from there. Of many parts a
/// few are looked at.
struct Chernoff {
    double c;
    double log_bound;  ///< log of κ(c) e^{K(c) - cε}, an upper bound up to rounding
    double log_value;  ///< log of δ - d by the saddle point
};
[[nodiscard]] std::optional<Chernoff> chernoff_at_epsilon(const Composition& parts, double epsilon,
                                                          double near = 0);

/// For the epsilon at a delta, where `epsilon` of the result is a first guess of the answer.
[[nodiscard]] std::optional<Contour> contour_at_delta(const Composition& parts, double delta,
                                                      double tolerance, double near = 0);

/// The first guess alone, with its saddle, which is below 0 where 1 - δ is inverted. Empty where no
/// guess is found.
struct Guess {
    double epsilon, saddle;
};
[[nodiscard]] std::optional<Guess> guess_at_delta(const Composition& parts, double delta,
                                                  double near = 0);

// Where rare losses are large, the integral is a small part of the integrand even at its saddle,
// and how small has to be known from elsewhere.

/// For the delta at an epsilon that is about `delta`, which is below large_delta.
[[nodiscard]] std::optional<Contour> contour_for_cancellation(const Composition& parts,
                                                              double epsilon, double delta,
                                                              double tolerance, double near = 0);

/// About log of e^{K(c)-cε}/delta, by which rounding errors grow.
[[nodiscard]] double log_cancellation(const Composition& parts, double epsilon, double delta,
                                      double near = 0);

}  // namespace mizan::inversion
