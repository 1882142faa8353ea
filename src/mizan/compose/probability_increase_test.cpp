// SPDX-License-Identifier: Apache-2.0
#include "mizan/compose/probability_increase.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "mizan/numeric/binomial.hpp"

#include "support/generators.hpp"

namespace mizan::compose {
namespace probability_increase_test {

// The most likely event under n randomized responses whose probability under the other input is
// `q`: the largest losses first, the last of them in part. In doubles, good to ten digits.
double true_log_increase(double epsilon, double n, double q) {
    double p = 0, left = q;
    for (double k = n; k >= 0 && left > 0; --k) {
        const double mass_q = binomial::mass({n, -epsilon}, k).middle();
        const double part = mass_q > 0 ? std::min(1.0, left / mass_q) : 1;
        p += part * binomial::mass({n, epsilon}, k).middle();
        left -= part * mass_q;
    }
    return std::log(p / q);
}

RC_GTEST_PROP(ProbabilityIncrease, MironovNeverBelowTheTruth, ()) {
    const double n = std::floor(*support::log_uniform(1, 60)), e = *support::log_uniform(1e-3, 3);
    const double q = *support::log_uniform(1e-9, 1);
    RC_ASSERT(log_increase_mironov(Epsilon{e}, n, q).value() >= true_log_increase(e, n, q) - 1e-9);
}

RC_GTEST_PROP(ProbabilityIncrease, SharpFormNeverBelowTheTruth, ()) {
    const double n = std::floor(*support::log_uniform(1, 60)), e = *support::log_uniform(1e-3, 3);
    const double q = *support::log_uniform(1e-9, 1);
    const double sharp = log_increase({pure(Epsilon{e}, n)}, q).value();
    RC_ASSERT(sharp >= true_log_increase(e, n, q) - 1e-9);
    RC_ASSERT(sharp <= log_increase_mironov(Epsilon{e}, n, q).value() + 1e-12);
    RC_ASSERT(sharp <= n * e * (1 + 1e-14));
    RC_ASSERT(sharp <= -std::log(q) * (1 + 1e-14));
    RC_ASSERT(sharp <= log_increase({pure(Epsilon{e}, n + 1)}, q).value());
    RC_ASSERT(log_increase({pure(Epsilon{e}, n)}, std::min(1.0, 2 * q)).value() <= sharp + 1e-12);
}

TEST(ProbabilityIncrease, MatchesReferenceValuesAndShowsTheErratum) {
    const double typed = std::sqrt(2 * 0.1 * 100 * std::log(1e6));
    EXPECT_NEAR(typed, 16.623, 5e-4);
    EXPECT_GT(typed, 10);  // no better than nε
    EXPECT_NEAR(log_increase_mironov(Epsilon{0.1}, 100, 1e-6).value(), 7.434, 5e-4);
    EXPECT_NEAR(log_increase(ZCDP{Rho{100 * 0.1 * 0.1 / 2}}, 1e-6).value(), 4.757, 5e-4);
    EXPECT_NEAR(log_increase({pure(Epsilon{0.1}, 100)}, 1e-6).value(), 4.7547, 5e-5);
    EXPECT_NEAR(true_log_increase(0.1, 100, 1e-6), 4.395, 5e-4);
    // Constant 1 in place of 2 is refuted.
    EXPECT_NEAR(0.1 * std::sqrt(400 * std::log(1e6)), 7.434, 5e-4);
    EXPECT_NEAR(true_log_increase(0.1, 400, 1e-6), 7.972, 5e-4);
    // The line of the proof that loses a factor 2.
    const double alpha = std::sqrt(std::log(1e6)) / 0.1;
    EXPECT_NEAR(2 * (alpha - 1) * 0.01, 0.7234, 5e-5);
    EXPECT_NEAR(0.1 * std::sqrt(std::log(1e6)), 0.3717, 5e-5);
}

TEST(ProbabilityIncrease, EdgesAreDefined) {
    const Steps steps{pure(Epsilon{0.5}, 3)};
    EXPECT_EQ(log_increase(steps, 1.0).value(), 0);
    EXPECT_EQ(log_increase(steps, 0.0).value(), 1.5);
    EXPECT_EQ(log_increase({}, 0.0).value(), 0);
    EXPECT_EQ(log_increase({}, 0.5).value(), 0);
    EXPECT_NEAR(log_increase({pure(Epsilon{infinity})}, 0.5).value(), std::log(2), 1e-15);
    EXPECT_EQ(log_increase(ZCDP{Rho{1.0}}, 0.0).value(), infinity);
    EXPECT_NEAR(log_increase(ZCDP{Rho{0.0}, 0.25}, 1e-3).value(), 0.25, 1e-15);
    EXPECT_NEAR(log_increase(ZCDP{Rho{5.0}}, 0.1).value(), std::log(10), 1e-14);
    EXPECT_EQ(log_increase_mironov(Epsilon{0.5}, 3, 1.0).value(), 0);
    EXPECT_EQ(log_increase_mironov(Epsilon{0.5}, 3, 0.0).value(), infinity);
    EXPECT_EQ(log_increase_mironov(Epsilon{0.0}, 3, 0.0).value(), 0);
    EXPECT_THROW((void)log_increase({{{Epsilon{1.0}, Delta{0.1}}, 1}}, 0.5), DomainError);
}

}  // namespace probability_increase_test
}  // namespace mizan::compose
