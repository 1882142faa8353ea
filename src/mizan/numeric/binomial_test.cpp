// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/binomial.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace binomial_test {

using oracle::contains;
using oracle::Real;

// By lgamma in fifty digits.
Real exact_log_mass(double n, double log_odds, double k) {
    const auto log_factorial = [](double x) { return lgamma(Real(x) + 1); };
    const Real odds = exp(Real(log_odds));
    return log_factorial(n) - log_factorial(k) - log_factorial(n - k) + k * log(odds / (1 + odds)) +
           (n - k) * log(1 / (1 + odds));
}

RC_GTEST_PROP(Binomial, ContainsTheExactProbability, ()) {
    const double n = std::floor(*support::log_uniform(1, 1e12));
    const double log_odds = *support::log_uniform(1e-8, 30) * *rc::gen::element(-1.0, 1.0);
    // Within twenty standard deviations of the mean, where probabilities matter.
    const double p = 1 / (1 + std::exp(-log_odds));
    const double deviation = *support::uniform(-20, 20) * std::sqrt(n * p * (1 - p));
    const double k = std::clamp(std::round(n * p + deviation), 0.0, n);
    const Bracket log_mass = binomial::log_mass({n, log_odds}, k);
    const Real exact = exact_log_mass(n, log_odds, k);
    // lgamma of 1e12 has 36 digits left after the cancellation.
    RC_ASSERT(Real(log_mass.lower) <= exact + Real(1e-30));
    RC_ASSERT(exact - Real(1e-30) <= Real(log_mass.upper));
    // Far from the mean, in units of it, the deviance is a difference of logarithms.
    const double doubt = std::abs(k - n * p) > 0.1 * n * std::min(p, 1 - p) ? 1e-13 : 1e-14;
    RC_ASSERT(log_mass.width() <= 1e-12 + doubt * (std::abs(k - n * p) + std::abs(log_mass.upper)));
}

TEST(Binomial, SmallCasesAreThoseOfPascalsTriangle) {
    const binomial::Law fair{10, 0};
    for (const auto& [k, ways] : {std::pair{0, 1}, {1, 10}, {3, 120}, {5, 252}, {10, 1}}) {
        const Bracket mass = binomial::mass(fair, k);
        EXPECT_TRUE(mass.contains(ways / 1024.0)) << mass;
        EXPECT_LT(mass.width(), 1e-13 * mass.upper);
    }
    EXPECT_EQ(binomial::mass({0, 3.0}, 0), Bracket(1));
}

RC_GTEST_PROP(Binomial, RangesAddUpTheirMasses, ()) {
    const double n = std::floor(*support::log_uniform(1, 60));
    const double log_odds = *support::uniform(-5, 5);
    const double first = std::floor(*support::uniform(0, n)),
                 last = std::floor(*support::uniform(first, n));
    Real sum = 0;
    for (double k = first; k <= last; ++k) sum += exp(exact_log_mass(n, log_odds, k));
    const Bracket found = binomial::between({n, log_odds}, first, last);
    RC_ASSERT(contains(found, sum));
    RC_ASSERT(found.width() <= 1e-10 * found.upper || found.upper < 1e-290);
    RC_ASSERT(contains(binomial::between(n, {log_odds - 0.1, log_odds + 0.2}, first, last), sum));
}

TEST(Binomial, LongRangesAreAddedInBlocks) {
    // Half of a symmetric law, with half of its middle mass.
    const binomial::Law fair{1e15, 0};
    const Bracket half = binomial::between(fair, 5e14, 1e15) - binomial::mass(fair, 5e14) / 2;
    EXPECT_TRUE(half.contains(0.5)) << half;
    EXPECT_LT(half.width(), 1e-4);
    EXPECT_TRUE(binomial::between(fair, 0, 1e15).contains(1));
    EXPECT_LT(binomial::between(fair, 6e14, 1e15).upper, 1e-299);
    EXPECT_EQ(binomial::between(fair, 3, 2), Bracket(0));
}

TEST(Binomial, HugeLogOddsLeaveOnlySuccesses) {
    EXPECT_TRUE(binomial::mass({7, 1e300}, 7).contains(1));
    EXPECT_LT(binomial::mass({7, 1e300}, 7).width(), 1e-14);
    const Bracket one_failure = binomial::log_mass({7, 1000}, 6);
    EXPECT_TRUE(contains(one_failure, exact_log_mass(7, 1000, 6)));
    EXPECT_LT(one_failure.width(), 1e-12 * 1000);
}

TEST(Binomial, StirlingErrorContainsTheTruth) {
    const Real log_root = log(2 * Real::pi()) / 2;
    for (const double n : {1.0, 2.0, 7.0, 8.0, 9.0, 15.0, 100.0, 1e6}) {
        const Real exact = lgamma(Real(n) + 1) - ((Real(n) + 0.5) * log(Real(n)) - n + log_root);
        const Bracket error = binomial::stirling_error(n);
        EXPECT_TRUE(Real(error.lower) <= exact + Real(1e-30) &&
                    exact - Real(1e-30) <= Real(error.upper))
            << n << " " << error;
        EXPECT_LT(error.width(), 3e-14);
    }
}

RC_GTEST_PROP(Binomial, DevianceContainsTheTruth, ()) {
    const double m = *support::log_uniform(1e-3, 1e9);
    const double x = m * *support::log_uniform(0.1, 10);
    const Real exact = Real(x) * log(Real(x) / Real(m)) + Real(m) - Real(x);
    const Bracket deviance = binomial::deviance(x, m, Bracket(x) - m, log(Bracket(x) / m));
    RC_ASSERT(contains(deviance, exact));
}

}  // namespace binomial_test
}  // namespace mizan
