// SPDX-License-Identifier: Apache-2.0
#include "mizan/compose/optimal.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "mizan/compose/advanced.hpp"
#include "mizan/compose/basic.hpp"
#include "mizan/compose/loss_law.hpp"
#include "mizan/compose/worst_losses.hpp"

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan::compose {
namespace optimal_test {

using oracle::contains;
using oracle::is_sharp;
using oracle::Real;

// Every sequence of answers, one by one, in fifty digits.
Real enumerated_delta(const Steps& steps, double epsilon) {
    std::vector<std::pair<Real, Real>> outcomes{{1, 1}};
    Real infinite = 0;
    for (const auto& [guarantee, count] : steps) {
        const Real odds = exp(Real(guarantee.epsilon.value())), d = guarantee.delta.value();
        const Real likely = odds / (1 + odds), unlikely = 1 / (1 + odds);
        for (double i = 0; i < count.value(); ++i) {
            infinite = infinite + (1 - infinite) * d;
            std::vector<std::pair<Real, Real>> next;
            for (const auto& [p, q] : outcomes) {
                next.emplace_back(p * likely, q * unlikely);
                next.emplace_back(p * unlikely, q * likely);
            }
            outcomes = std::move(next);
        }
    }
    Real sum = 0;
    const Real factor = exp(Real(epsilon));
    for (const auto& [p, q] : outcomes) {
        if (p > factor * q) sum += p - factor * q;
    }
    return infinite + (1 - infinite) * sum;
}

// The sum of the theorem as it is printed, in fifty digits.
Real printed_delta(double epsilon0, double n, double epsilon) {
    const Real odds = exp(Real(epsilon0));
    Real ways = pow(1 + odds, -n), sum = 0;
    for (double l = 0; l <= n; ++l) {
        const Real term =
            exp(Real((n - l) * Real(epsilon0))) - exp(Real(epsilon) + l * Real(epsilon0));
        if (term <= 0) break;
        sum += ways * term;
        ways = ways * (n - l) / (l + 1);
    }
    return sum;
}

RC_GTEST_PROP(OptimalEqual, ContainsTheExactSum, ()) {
    const double n = std::floor(*support::log_uniform(1, 60));
    const double epsilon0 = *support::log_uniform(1e-6, 20);
    const double epsilon = *support::uniform(0, 1) * n * epsilon0;
    const Bracket delta = optimal_delta(pure(Epsilon{epsilon0}, n), Epsilon{epsilon});
    const Real exact = printed_delta(epsilon0, n, epsilon);
    RC_ASSERT(contains(delta, exact));
    // A few last places of the largest loss more, where delta is a difference of almost equals.
    RC_ASSERT(is_sharp(delta, exact, 1e-10) || delta.width() <= 1e-15 * n * epsilon0);
}

RC_GTEST_PROP(OptimalEqual, EpsilonIsTheInverseOfDelta, ()) {
    const double n = std::floor(*support::log_uniform(1, 300));
    const Repeated step{
        {Epsilon{*support::log_uniform(1e-4, 5)}, Delta{*rc::gen::element(0.0, 1e-9)}}, n};
    const Delta delta{*support::log_uniform(1e-5, 0.5)};
    const Bracket epsilon = optimal_epsilon(step, delta);
    // Neither end is on the wrong side of the curve.
    RC_ASSERT(optimal_delta(step, Epsilon{epsilon.lower}).upper >= delta.value() ||
              epsilon.lower == 0);
    RC_ASSERT(optimal_delta(step, Epsilon{epsilon.upper}).lower <= delta.value());
    // Near δ(0) the last places of δ move a small epsilon as far as that.
    RC_ASSERT(epsilon.width() <= 1e-9 * epsilon.upper + 1e-13);
}

RC_GTEST_PROP(OptimalEqual, FallsWithEpsilonAndGrowsWithTheCount, ()) {
    const double n = std::floor(*support::log_uniform(1, 300)), e0 = *support::log_uniform(1e-3, 3);
    const double small = *support::uniform(0, 1) * n * e0,
                 large = small + *support::log_uniform(1e-6, 3);
    const Bracket here = optimal_delta(pure(Epsilon{e0}, n), Epsilon{small});
    RC_ASSERT(optimal_delta(pure(Epsilon{e0}, n), Epsilon{large}).lower <= here.upper);
    RC_ASSERT(here.lower <= optimal_delta(pure(Epsilon{e0}, n + 1), Epsilon{small}).upper);
}

TEST(OptimalEqual, MatchesPublishedDigits) {
    const auto check = [](double e0, double n, double expected) {
        const Bracket epsilon = optimal_epsilon(pure(Epsilon{e0}, n), Delta{1e-6});
        EXPECT_NEAR(epsilon.middle(), expected, 2e-14 * n);
        EXPECT_LT(epsilon.width(), 1e-11);
    };
    check(0.1, 100, 4.77456758810799);
    check(1.0 / 30, 1000, 5.17813223274368);
    check(0.01, 10000, 4.88551560100732);
    EXPECT_NEAR(optimal_epsilon(pure(Epsilon{1}, 10), Delta{1e-5}).upper, 9.9998, 5e-5);
    EXPECT_NEAR(optimal_epsilon(pure(Epsilon{0.01}, 1000), Delta{1e-6}).upper, 1.365, 5e-4);
    // What errata quote as the truth where a formula fails.
    const Epsilon corollary{4 * std::sqrt(800 * std::log(10.0))};
    EXPECT_NEAR(optimal_delta(pure(Epsilon{1}, 400), corollary).middle(), 0.7546, 5e-5);
}

TEST(OptimalEqual, ATypicalDeltaIsReachedByAMillionStepsWithElevenDigits) {
    for (const double delta : {1e-6, 0.3, 1e-300}) {
        const Bracket epsilon = optimal_epsilon(pure(Epsilon{0.001}, 1e6), Delta{delta});
        // The deviation of the loss is 1.
        EXPECT_LT(epsilon.width(), 1e-11 * std::max(epsilon.upper, 1.0)) << delta;
        const Bracket back = optimal_delta(pure(Epsilon{0.001}, 1e6), Epsilon{epsilon.middle()});
        EXPECT_LT(std::abs(back.middle() - delta), 1e-10 * delta);
    }
}

TEST(OptimalEqual, HugeCountsAreBracketedToo) {
    const Bracket billion = optimal_epsilon(pure(Epsilon{1e-4}, 1e9), Delta{1e-6});
    EXPECT_LT(billion.width(), 1e-11 * billion.upper);
    const Bracket most = optimal_epsilon(pure(Epsilon{1e-8}, 0x1p53), Delta{1e-6});
    EXPECT_LT(most.width(), 1e-3 * most.upper);
    // In the limit the loss is normal with variance nε²: here 4.64 standard deviations.
    EXPECT_NEAR(most.middle() / (1e-8 * std::sqrt(0x1p53)), 4.85, 0.1);
}

TEST(OptimalEqual, EdgesAreDefined) {
    const auto delta = [](double e0, double d0, double n, double e) {
        return optimal_delta(Repeated{{Epsilon{e0}, Delta{d0}}, n}, Epsilon{e});
    };
    const auto epsilon = [](double e0, double d0, double n, double d) {
        return optimal_epsilon(Repeated{{Epsilon{e0}, Delta{d0}}, n}, Delta{d});
    };
    EXPECT_EQ(delta(1, 0.5, 0, 0), Bracket(0));
    EXPECT_EQ(delta(0, 0, 1e6, 0), Bracket(0));
    EXPECT_EQ(delta(infinity, 0, 1, 5), Bracket(1));
    EXPECT_EQ(delta(infinity, 0, 1, infinity), Bracket(1));
    EXPECT_EQ(delta(infinity, 0.25, 0, infinity), Bracket(0));
    EXPECT_EQ(delta(1e308, 0, 10, infinity), Bracket(0));
    EXPECT_GT(delta(1e308, 0, 10, 1e300).lower, 0.999);
    EXPECT_GE(epsilon(1e308, 0, 10, 1e-6).upper, 1e308);
    EXPECT_EQ(delta(1, 0, 10, 10), Bracket(0));
    EXPECT_EQ(delta(1, 0.25, 1, infinity), Bracket(0.25));
    EXPECT_TRUE(delta(1, 0, 1, 0).contains(std::tanh(0.5)));
    EXPECT_EQ(epsilon(3, 0, 5, 0), Bracket(15));
    EXPECT_EQ(epsilon(3, 0.1, 1, 0.1), Bracket(3));
    EXPECT_EQ(epsilon(3, 1e-3, 100, 1e-3).lower, infinity);
    EXPECT_EQ(epsilon(0, 1e-3, 1, 1e-4), Bracket(infinity));
    EXPECT_EQ(epsilon(0, 1e-3, 1, 1e-3), Bracket(0));
    EXPECT_EQ(epsilon(1, 0, 5, 1), Bracket(0));
    EXPECT_EQ(epsilon(1, 0, 1, 0.9), Bracket(0));
    EXPECT_EQ(epsilon(infinity, 0, 1, 0.5), Bracket(infinity));
    EXPECT_EQ(epsilon(infinity, 0, 0, 0.5), Bracket(0));
    EXPECT_NEAR(epsilon(1000, 0, 10, 1e-6).middle(), 1e4 - 1e-6, 1e-11);
    EXPECT_LT(epsilon(1e300, 0, 10, 1e-6).width(), 1e286);
    EXPECT_LT(epsilon(1e-300, 0, 10, 1e-301).width(), 1e-312);
    EXPECT_THROW(Count(0.5), DomainError);
    EXPECT_THROW(Count(-1), DomainError);
    EXPECT_THROW(Count(0x1p54), DomainError);
    EXPECT_THROW(Count(std::nan("")), DomainError);
}

TEST(OptimalUnequal, ContainsTheEnumeration) {
    const Steps eleven = [] {
        Steps steps;
        for (int i = 0; i < 11; ++i) steps.push_back(pure(Epsilon{0.1 + 0.07 * i * i / 11}));
        return steps;
    }();
    const Steps few{
        {{Epsilon{1}, Delta{1e-3}}, 2}, {{Epsilon{0.3}, Delta{0}}, 3}, pure(Epsilon{2.5})};
    const Steps wild{pure(Epsilon{1e-5}, 3), pure(Epsilon{40}), pure(Epsilon{0.5}, 4)};
    for (const Steps& steps : {eleven, few, wild}) {
        for (const double part : {0.0, 0.1, 0.3, 0.6, 0.9}) {
            const double epsilon = part * basic(steps).epsilon.value();
            const Bracket delta = optimal_delta(steps, Epsilon{epsilon});
            const Real exact = enumerated_delta(steps, epsilon);
            EXPECT_TRUE(contains(delta, exact)) << delta << " at " << epsilon;
            EXPECT_TRUE(is_sharp(delta, exact, 1e-6)) << delta << " at " << epsilon;
        }
    }
}

// Sizes 2 to 6, epsilons over four orders of magnitude by the golden section, some with a delta.
TEST(OptimalUnequal, ContainsTheEnumerationOfFewScatteredSteps) {
    double place = 0;
    const auto next = [&place] { return place = std::fmod(place + 0.6180339887498949, 1); };
    for (int size = 2; size <= 6; ++size) {
        Steps steps;
        while (static_cast<int>(steps.size()) < size) {
            const Delta fails{steps.size() % 3 == 0 ? 1e-3 : 0};
            steps.push_back({{Epsilon{1e-3 * std::pow(1e4, next())}, fails}, 1});
        }
        const double epsilon = next() * basic(steps).epsilon.value();
        const Bracket delta = optimal_delta(steps, Epsilon{epsilon});
        const Real exact = enumerated_delta(steps, epsilon);
        EXPECT_TRUE(contains(delta, exact)) << delta << " at " << epsilon;
        EXPECT_TRUE(is_sharp(delta, exact, 1e-6)) << delta << " at " << epsilon;
    }
}

// The same laws on a coarse lattice, cheap enough for any number of random steps.
RC_GTEST_PROP(OptimalUnequal, CoarseLawsEncloseTheEnumerationOfAnySixSteps, ()) {
    Steps steps;
    const int size = *rc::gen::inRange(2, 7);
    for (int i = 0; i < size; ++i) {
        const Delta fails{*rc::gen::element(0.0, 0.0, 1e-9, 0.01)};
        steps.push_back({{Epsilon{*support::log_uniform(1e-3, 5)}, fails}, 1});
    }
    const double total = basic(steps).epsilon.value(), epsilon = *support::uniform(0, 1) * total;
    const Resolution resolution{total / 128, total + 1, 0};
    LossLaw above(Side::pessimistic, resolution), below(Side::optimistic, resolution);
    for (const Repeated& step : steps) {
        above.compose(worst_losses(step.guarantee));
        below.compose(worst_losses(step.guarantee));
    }
    const Real exact = enumerated_delta(steps, epsilon);
    const double most = above.delta(Epsilon{epsilon}), least = below.delta(Epsilon{epsilon});
    RC_ASSERT(Real(least) <= exact);
    RC_ASSERT(exact <= Real(most));
    RC_ASSERT(most - least <= 0.05);
}

TEST(OptimalUnequal, EpsilonIsTheInverseOfTheEnumeration) {
    const Steps steps{{{Epsilon{1}, Delta{1e-5}}, 2}, pure(Epsilon{0.3}, 4), pure(Epsilon{0.7}, 3)};
    for (const double delta : {1e-4, 1e-3, 1e-2, 0.1, 0.3}) {
        const Bracket epsilon = optimal_epsilon(steps, Delta{delta});
        EXPECT_GE(enumerated_delta(steps, epsilon.lower), Real(delta));
        EXPECT_LE(enumerated_delta(steps, epsilon.upper), Real(delta));
        EXPECT_LT(epsilon.width(), 1e-8);
    }
    EXPECT_EQ(optimal_epsilon(steps, Delta{1e-5}).lower, infinity);
}

TEST(OptimalUnequal, AgreesWithEqualStepsWhenTheyAreNearlyEqual) {
    const double nearly = std::nextafter(0.1, 1);
    const Bracket exact = optimal_epsilon(pure(Epsilon{0.1}, 100), Delta{1e-6});
    const Bracket found =
        optimal_epsilon({pure(Epsilon{0.1}, 60), pure(Epsilon{nearly}, 40)}, Delta{1e-6});
    EXPECT_NEAR(found.lower, exact.middle(), 1e-9);
    EXPECT_NEAR(found.upper, exact.middle(), 1e-9);
}

TEST(OptimalUnequal, DoesNotDependOnTheOrderOrTheGrouping) {
    Steps steps;
    for (int i = 0; i < 20; ++i) steps.push_back(pure(Epsilon{0.05 + 0.01 * (i % 7)}));
    const Bracket one_by_one = optimal_epsilon(steps, Delta{1e-5});
    std::reverse(steps.begin(), steps.end());
    EXPECT_EQ(optimal_epsilon(steps, Delta{1e-5}), one_by_one);
    EXPECT_EQ(optimal_epsilon(Steps{pure(Epsilon{0.1}, 7), pure(Epsilon{0.1}, 3)}, Delta{1e-5}),
              optimal_epsilon(pure(Epsilon{0.1}, 10), Delta{1e-5}));
}

TEST(OptimalUnequal, TwoHundredDistinctStepsAreKnownToSixDigits) {
    Steps steps;
    for (int i = 0; i < 200; ++i) steps.push_back(pure(Epsilon{0.05 + 0.0005 * i}));
    const Bracket epsilon = optimal_epsilon(steps, Delta{1e-6});
    EXPECT_LT(epsilon.width(), 1e-6 * epsilon.upper);
    EXPECT_NEAR(epsilon.middle(), 7.487396, 1e-5);
}

TEST(OptimalUnequal, ManyDistinctStepsWidenTheBracketInsteadOfRunningOn) {
    Steps steps;
    for (int i = 0; i < 20'000; ++i) steps.push_back(pure(Epsilon{1e-3 + 7e-7 * i}));
    const Bracket epsilon = optimal_epsilon(steps, Delta{1e-6});
    EXPECT_LT(epsilon.width(), 0.02 * epsilon.upper);
    EXPECT_GT(epsilon.lower, 6);
}

TEST(OptimalUnequal, StepsTooManyToCountAreNotForgotten) {
    Steps steps;
    for (int i = 0; i < 6; ++i) steps.push_back(pure(Epsilon{1e-10 * (1 - i * 1e-6)}, 0x1p53 - 1));
    // The loss is normal up to rounding: its δ at 0.05 is 1.338e-4.
    const Bracket delta = optimal_delta(steps, Epsilon{0.05});
    EXPECT_LE(delta.lower, 1.338e-4);
    EXPECT_EQ(delta.upper, 1);
    // One epsilon in several terms is no different.
    const Steps equal(6, pure(Epsilon{1e-10}, 0x1p53));
    EXPECT_EQ(optimal_delta(equal, Epsilon{0.05}).upper, 1);
    const Bracket epsilon = optimal_epsilon(steps, Delta{1.337e-4});
    EXPECT_GE(epsilon.upper, 0.05);
    EXPECT_LE(epsilon.lower, 0.0501);
    EXPECT_LE(epsilon.upper, advanced(steps, Delta{1.337e-4}).epsilon.value());
    // One term holds as many as all of these.
    const Steps exact{pure(Epsilon{1e-10}, 0x1p52), pure(Epsilon{1e-10}, 0x1p52)};
    EXPECT_EQ(optimal_delta(exact, Epsilon{0.02}),
              optimal_delta(pure(Epsilon{1e-10}, 0x1p53), Epsilon{0.02}));
}

TEST(OptimalUnequal, HugeCountsWidenTheBracketInsteadOfRunningOn) {
    const auto steps_of = [](double count) {
        Steps steps;
        for (int i = 1; i <= 100; ++i) steps.push_back(pure(Epsilon{1e-9 * i}, count));
        return steps;
    };
    for (const double count : {0x1p53 - 1, 0x1p40, 0x1p12}) {
        const Bracket epsilon = optimal_epsilon(steps_of(count), Delta{1e-6});
        EXPECT_LE(epsilon.upper, advanced(steps_of(count), Delta{1e-6}).epsilon.value());
        EXPECT_GT(epsilon.lower, 0.02 * epsilon.upper);
    }
}

TEST(OptimalUnequal, ManyDistinctStepsMayBeMergedBeyondOneListOfLosses) {
    Steps steps{pure(Epsilon{1e-5}, 0x1p24), pure(Epsilon{1.0000001e-5}, 0x1p24)};
    for (int i = 0; i < 5000; ++i) steps.push_back(pure(Epsilon{1e-5 * (1 + 1e-5 * i)}));
    const Bracket epsilon = optimal_epsilon(steps, Delta{1e-6});
    EXPECT_LT(epsilon.width(), 0.03 * epsilon.upper);
    const Bracket equal = optimal_epsilon(pure(Epsilon{1e-5}, 0x1p25), Delta{1e-6});
    EXPECT_LE(equal.lower, epsilon.upper);
    EXPECT_LE(epsilon.lower, equal.upper * 1.01);
}

TEST(OptimalUnequal, EpsilonsOutsideTheRangeOfSquaresAreDefined) {
    const Steps tiny{pure(Epsilon{1e-170}), pure(Epsilon{1e-171})};
    const Bracket small = optimal_epsilon(tiny, Delta{1e-180});
    EXPECT_LE(small.lower, 1.1e-170);
    EXPECT_GE(small.upper, 1.0999e-170);
    EXPECT_LE(small.upper, 1.1001e-170);
    const Steps large{pure(Epsilon{1e308}), pure(Epsilon{1e307})};
    EXPECT_GE(optimal_epsilon(large, Delta{1e-6}).upper, 1.09e308);
    EXPECT_EQ(optimal_delta(large, Epsilon{3}).upper, 1);
    const Steps overflowing{pure(Epsilon{1e308}, 3), pure(Epsilon{1.5e308}, 2)};
    EXPECT_EQ(optimal_epsilon(overflowing, Delta{1e-6}).upper, infinity);
    EXPECT_EQ(optimal_delta(overflowing, Epsilon{1e308}).upper, 1);
    EXPECT_EQ(optimal_delta(overflowing, Epsilon{infinity}), Bracket(0));
}

TEST(OptimalUnequal, EdgesAreDefined) {
    EXPECT_EQ(optimal_delta(Steps{}, Epsilon{0.0}), Bracket(0));
    EXPECT_EQ(optimal_epsilon(Steps{}, Delta{0.0}), Bracket(0));
    const Steps total{pure(Epsilon{infinity}), pure(Epsilon{1})};
    EXPECT_EQ(optimal_delta(total, Epsilon{3}), Bracket(1));
    EXPECT_EQ(optimal_delta(total, Epsilon{infinity}), Bracket(1));
    EXPECT_EQ(optimal_delta({pure(Epsilon{infinity}, 0), pure(Epsilon{1})}, Epsilon{infinity}),
              Bracket(0));
    EXPECT_EQ(optimal_epsilon(total, Delta{0.5}), Bracket(infinity));
    const Steps two{pure(Epsilon{1}), pure(Epsilon{2})};
    EXPECT_EQ(optimal_epsilon(two, Delta{0.0}), Bracket(3));
    EXPECT_EQ(optimal_epsilon(two, Delta{1.0}), Bracket(0));
    EXPECT_EQ(optimal_epsilon(two, Delta{0.95}), Bracket(0));
    const Steps extreme{pure(Epsilon{1e-300}, 10), pure(Epsilon{1e300})};
    EXPECT_LE(optimal_epsilon(extreme, Delta{1e-6}).upper, 1.0000001e300);
    const Steps huge{pure(Epsilon{1e-6}, 1e8), pure(Epsilon{0.01}, 1e3)};
    const Bracket epsilon = optimal_epsilon(huge, Delta{1e-6});
    EXPECT_TRUE(0 < epsilon.lower && epsilon.upper < basic(huge).epsilon.value());
}

}  // namespace optimal_test
}  // namespace mizan::compose
