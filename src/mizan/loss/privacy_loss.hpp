// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/divergence/finite.hpp"
#include "mizan/numeric/bracket.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan {

/// The privacy loss of a pair (P, Q): the random variable log(P(y) / Q(y)) for y drawn from P.
///
/// Its law is a list of atoms sorted by loss. An atom of probability p has its loss somewhere in
/// the bracket `log_ratio`; atoms whose losses cannot be told apart are merged. The list knows Q's
/// probabilities too, so `reversed()` is the loss of (Q, P): privacy always asks for both. An
/// immutable value.
///
/// Theorem    DR16 D6: privacy loss random variable
/// States     L(P‖Q) = log(P(y)/Q(y)) for y ~ P; its mean is the Kullback–Leibler divergence
/// Needs      where the founding text leaves it undefined (unequal supports) the loss is +∞ with
///            the probability that P gives to outcomes impossible under Q
/// Guarantee  exact
/// Source     DR16 Definition 6 (arXiv:1603.01887v2)
/// Test       PrivacyLoss.HasTheLawOfItsDefinition
class PrivacyLoss {
public:
    /// The loss of one draw from P rather than Q. Throws InputError if their sizes differ.
    PrivacyLoss(const FiniteDistribution& p, const FiniteDistribution& q);

    /// The loss that belongs to the outcomes of some pair of distributions. Throws InputError if
    /// there is none.
    explicit PrivacyLoss(std::vector<Outcome> outcomes);

    /// Sorted by loss; -inf (p = 0) first if there, +inf (q = 0) last.
    [[nodiscard]] const std::vector<Outcome>& atoms() const { return atoms_; }

    /// The loss of (Q, P): each atom changes sign and is weighed by Q.
    [[nodiscard]] PrivacyLoss reversed() const;

    /// Pr[L = inf]: how often P shows what Q never does.
    [[nodiscard]] Bracket infinity_mass() const;

    /// The expectation of L, D_KL(P||Q).
    [[nodiscard]] Bracket mean() const;

    /// inf if the mean is.
    [[nodiscard]] Bracket variance() const;

    /// The expectation of L^k. With infinite losses: inf, except that the 0th moment is 1.
    [[nodiscard]] Bracket moment(unsigned k) const;

    /// log E[exp(s L)]; for s > 0 this is s D_{1+s}(P||Q). Infinite losses count by the limit: inf
    /// for s > 0, nothing for s < 0.
    [[nodiscard]] Bracket log_exponential_moment(double s) const;

    /// Pr[L >= t].
    [[nodiscard]] Bracket at_least(double t) const;

    /// Pr[L > t].
    [[nodiscard]] Bracket above(double t) const;

    /// Pr[L <= t], the cumulative distribution function.
    [[nodiscard]] Bracket at_most(double t) const;

    /// The smallest delta for this epsilon; a hockey-stick divergence.
    [[nodiscard]] Bracket delta(Epsilon epsilon) const { return hockey_stick(atoms_, epsilon); }

    /// D_alpha(P||Q).
    [[nodiscard]] Bracket renyi(Order order) const { return renyi_divergence(atoms_, order); }

    /// The loss of two independent draws, one of each pair: losses add, probabilities multiply.
    /// Throws InputError if that would take more than ten million atoms.
    friend PrivacyLoss operator+(const PrivacyLoss& a, const PrivacyLoss& b);

private:
    std::vector<Outcome> atoms_;
};

}  // namespace mizan
