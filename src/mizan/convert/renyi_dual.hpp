// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace mizan::renyi_dual {

// The dual of "the largest p - e^ε' q that one Renyi divergence allows" (see optimal_epsilon), with
// one free number left. Every `split` gives a true bound; it is the logit of s^(α-1), where s is
// the likelihood ratio outside the event. A very negative split is CKS20 Proposition 12.

/// ε' at δ for this split, as a double for searching.
[[nodiscard]] double epsilon(double alpha, double divergence, double delta, double split);

/// The same, proved: an upper bound including all rounding.
[[nodiscard]] double epsilon_above(double alpha, double divergence, double delta, double split);

/// δ at ε' for this split, as a double for searching.
[[nodiscard]] double delta(double alpha, double divergence, double epsilon, double split);

/// The split with the least ε' at δ, or the least δ at ε', found to `tolerance`.
[[nodiscard]] double best_for_delta(double alpha, double divergence, double delta,
                                    double tolerance);
[[nodiscard]] double best_for_epsilon(double alpha, double divergence, double epsilon,
                                      double tolerance);

}  // namespace mizan::renyi_dual
