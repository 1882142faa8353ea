// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/definition/definition.hpp"
#include "mizan/numeric/bracket.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan {

/// A distribution P = (a, b, …, b) on k outcomes against the uniform one Q = (1/k, …, 1/k), with
/// a = 1 - p + p/k and b = p/k, k ≥ 2: a record reported with noise p against a record that
/// reports nothing but noise. The likelihood ratio P/Q is x = ka = p + k(1-p) on the first outcome
/// and p = kb on the others. The two orders differ; every number is the worse of both.
class UniformPair {
public:
    UniformPair(double p, double k);

    [[nodiscard]] Bracket pure_epsilon() const;
    [[nodiscard]] Bracket delta(Epsilon epsilon) const;
    [[nodiscard]] Bracket epsilon(Delta delta) const;
    [[nodiscard]] Bracket renyi(Order order) const;
    [[nodiscard]] Tau tau() const;
    [[nodiscard]] Bracket tradeoff(Probability false_positive) const;

    /// Of P against Q.
    [[nodiscard]] Bracket loss_cdf(double loss) const;

private:
    Bracket p_, k_, x_;
    Bracket a_;              // P of the first outcome
    Bracket others_;         // Q of all outcomes but the first: 1 - 1/k
    Bracket log_x_, log_p_;  // the two values of the loss of P against Q
};

}  // namespace mizan
