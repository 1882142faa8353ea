// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/numeric/bracket.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan {

/// The hockey-stick divergence of a normal distribution and the same one moved: δ as a function of
/// ε, and back. It is the profile of the Gaussian mechanism and of Gaussian privacy.
class ShiftedNormals {
public:
    /// Moved by 1, with this standard deviation in (0, ∞).
    [[nodiscard]] static ShiftedNormals with_deviation(double sigma);

    /// Moved by this many standard deviations, in (0, ∞).
    [[nodiscard]] static ShiftedNormals apart_by(double mu);

    /// Φ(-a) - e^ε Φ(-b) where a = ε/μ - μ/2 and b = ε/μ + μ/2.
    [[nodiscard]] Bracket delta(Epsilon epsilon) const;

    /// An upper bound of it that is known sooner, and at most a part in 10^10 above it.
    [[nodiscard]] double delta_at_most(Epsilon epsilon) const;

    /// The ε at which delta falls to this one: 0 if it never exceeds it, ∞ for 0.
    [[nodiscard]] Bracket epsilon(Delta delta) const;

private:
    ShiftedNormals(Bracket mu, Bracket sigma) : mu_{mu}, sigma_{sigma} {}

    [[nodiscard]] Bracket middle(Epsilon epsilon) const;  // of a and b
    [[nodiscard]] static bool is_told_by_tails(const Bracket& a, const Bracket& b);
    [[nodiscard]] double epsilon_near(double delta) const;

    Bracket mu_, sigma_;  // one is the inverse of the other
};

}  // namespace mizan
