// SPDX-License-Identifier: Apache-2.0
#include "mizan/divergence/finite.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "mizan/units/error.hpp"

#include "support/distributions.hpp"
#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace finite_test {

using oracle::is_sharp;
using oracle::Real;
using support::distribution;
using support::exact;
using support::log_uniform;
using support::near;

using Pair = std::pair<FiniteDistribution, FiniteDistribution>;

Pair any_pair() {
    const auto size = *rc::gen::inRange<std::size_t>(1, 5);
    const FiniteDistribution q = distribution(size, 1e-9);
    if (*rc::gen::arbitrary<bool>()) return {distribution(size, 1e-9), q};
    return {near(q, *log_uniform(1e-6, 1)), q};
}

// The oracle adds numbers near 1 and divides by the order - 1, so small divergences carry an
// absolute error of its own.
bool encloses(Bracket value, const Real& truth) {
    const Real doubt("1e-38");
    return Real(value.lower) <= truth + doubt && truth - doubt <= Real(value.upper);
}

Real exact_renyi(const FiniteDistribution& p, const FiniteDistribution& q, double order) {
    const auto ps = exact(p), qs = exact(q);
    Real sum = 0, largest = 0;
    for (std::size_t i = 0; i < ps.size(); ++i) {
        const Real l = log(ps[i] / qs[i]);
        largest = std::max(largest, l);
        if (order == 1) sum += ps[i] * l;
        if (1 < order && order < infinity) sum += ps[i] * exp((Real(order) - 1) * l);
    }
    if (order == 1) return sum;
    return order == infinity ? largest : log(sum) / (Real(order) - 1);
}

RC_GTEST_PROP(RenyiDivergence, ContainsTheOracleAndIsSharp, ()) {
    const auto [p, q] = any_pair();
    const double order = *rc::gen::oneOf(support::order(), rc::gen::just(2.0));
    const Bracket value = renyi_divergence(p, q, Order{order});
    const Real truth = exact_renyi(p, q, order);
    RC_ASSERT(encloses(value, truth));
    RC_ASSERT(is_sharp(value, truth, 2e-12) || value.width() < 1e-32);
}

// In plain doubles, where that is sharp enough.
RC_GTEST_PROP(RenyiDivergence, OfManyOutcomesContainsTheOracle, ()) {
    const FiniteDistribution q = distribution(80, 1e-9);
    const bool is_near = *rc::gen::arbitrary<bool>();
    const FiniteDistribution p =
        is_near ? near(q, *log_uniform(1e-9, 1)) : distribution(80, *log_uniform(1e-30, 1e-9));
    const double order = *rc::gen::oneOf(support::order(), log_uniform(1 + 1e-6, 1e6));
    const Bracket value = renyi_divergence(p, q, Order{order});
    const Real truth = exact_renyi(p, q, order);
    RC_ASSERT(encloses(value, truth));
    RC_ASSERT(is_sharp(value, truth, 1e-9) || value.width() < 1e-32);
}

RC_GTEST_PROP(RenyiDivergence, IsNearlyTheSameInPlainNumbers, ()) {
    const FiniteDistribution q = distribution(9, 1e-9);
    const bool is_near = *rc::gen::arbitrary<bool>();
    const FiniteDistribution p = is_near ? near(q, *log_uniform(1e-6, 1)) : distribution(9, 1e-9);
    const auto order = *rc::gen::oneOf(support::order(), log_uniform(1 + 1e-6, 1e6));
    const double truth = renyi_divergence(p, q, Order{order}).upper;
    const double found = nearly_renyi_divergence(outcomes(p, q), Order{order});
    RC_ASSERT(std::abs(found - truth) <= 1e-9 * truth + 1e-30);
}

TEST(RenyiDivergence, IsNearlyTheSameWhereRatiosAreNoDoubles) {
    const auto rare = outcomes(FiniteDistribution({1e-318, 1}), FiniteDistribution({0.1, 0.9}));
    for (const double order : {1.5, 3.0, 60.0}) {
        const double truth = renyi_divergence(rare, Order{order}).upper;
        EXPECT_NEAR(nearly_renyi_divergence(rare, Order{order}), truth, 1e-9 * truth);
    }
}

RC_GTEST_PROP(RenyiDivergence, GrowsWithTheOrder, ()) {
    const auto [p, q] = any_pair();
    double low = *support::order(1e9), high = *support::order(1e9);
    if (low > high) std::swap(low, high);
    const double infinite = max_divergence(p, q).upper;
    RC_ASSERT(kl_divergence(p, q).lower <= renyi_divergence(p, q, Order{low}).upper);
    RC_ASSERT(renyi_divergence(p, q, Order{low}).lower <=
              renyi_divergence(p, q, Order{high}).upper);
    RC_ASSERT(renyi_divergence(p, q, Order{high}).lower <= infinite);
}

RC_GTEST_PROP(RenyiDivergence, IsNeverNegativeAndExactlyZeroForEqualDistributions, ()) {
    const auto [p, q] = any_pair();
    const double order = *support::order();
    RC_ASSERT(renyi_divergence(p, q, Order{order}).lower >= 0);
    for (const double a : {1.0, order, infinity}) {
        RC_ASSERT(renyi_divergence(p, p, Order{a}) == Bracket(0));
    }
    RC_ASSERT(p == q || renyi_divergence(p, q, Order{order}).upper > 0);
}

TEST(RenyiDivergence, IsInfiniteWhereOnlyPHasMass) {
    const FiniteDistribution half({0.5, 0.5}), sure({1, 0});
    for (const double a : {1.0, 1 + 1e-12, 2.0, 1e8, infinity}) {
        EXPECT_EQ(renyi_divergence(half, sure, Order{a}), Bracket(infinity));
        EXPECT_TRUE(encloses(renyi_divergence(sure, half, Order{a}), log(Real(2)))) << a;
    }
    // The supremum over the support of Q, as printed, would be log(.5 / 1) < 0.
    EXPECT_LT(std::log(half.weights()[0] / sure.weights()[0]), 0);
    EXPECT_EQ(hockey_stick(half, sure, Epsilon{infinity}), Bracket(0.5));
}

TEST(RenyiDivergence, RefusesOrdersBelowOne) {
    EXPECT_THROW(Order{0.5}, DomainError);
    EXPECT_THROW(Order{-1}, DomainError);
}

TEST(RenyiDivergence, IsSharpAtExtremeOrders) {
    const FiniteDistribution p({0.75, 0.25}), q({0.25, 0.75});
    for (const double excess : {0x1p-52, 1e-12, 1e-6, 1e3, 1e8, 1e100, 1e300}) {
        const double order = 1 + excess;
        const Bracket value = renyi_divergence(p, q, Order{order});
        EXPECT_LT(value.width(), 2e-14 * value.upper) << order;
        if (order < 1e10) {
            EXPECT_TRUE(encloses(value, exact_renyi(p, q, order))) << order;
        }
    }
    EXPECT_TRUE(encloses(renyi_divergence(p, q, Order{infinity}), log(Real(3))));
}

TEST(RenyiDivergence, OfTinyProbabilitiesIsDefined) {
    const FiniteDistribution p({1e-310, 1}), q({1, 1e-310}), r({1e-315, 1});
    for (const double a : {1.0, 1 + 1e-12, 2.0, 50.0, infinity}) {
        const Bracket value = renyi_divergence(p, q, Order{a});
        EXPECT_LT(value.width(), 1e-12 * value.upper) << a;
        EXPECT_TRUE(encloses(value, exact_renyi(p, q, a))) << a;
        EXPECT_LT(renyi_divergence(p, r, Order{a}).upper, a == infinity ? 12 : 1e-60) << a;
    }
}

TEST(RenyiDivergence, MatchesPublishedRandomizedResponse) {
    // Mironov 2017, Table II at p = .75.
    const FiniteDistribution p({0.75, 0.25}), q({0.25, 0.75});
    EXPECT_NEAR(renyi_divergence(p, q, Order{2}).middle(), 0.847298, 5e-7);
    EXPECT_NEAR(renyi_divergence(p, q, Order{10}).middle(), 1.066648, 5e-7);
    EXPECT_NEAR(renyi_divergence(p, q, Order{infinity}).middle(), 1.098612, 5e-7);
}

RC_GTEST_PROP(KlDivergence, ContainsTheOracleAndIsSharp, ()) {
    const auto [p, q] = any_pair();
    const Bracket value = kl_divergence(p, q);
    const Real truth = exact_renyi(p, q, 1);
    RC_ASSERT(encloses(value, truth));
    RC_ASSERT(is_sharp(value, truth, 2e-12) || value.width() < 1e-32);
}

TEST(KlDivergence, IsZeroForIndependentFairBitsThatOftenDiffer) {
    const FiniteDistribution fair({0.5, 0.5});
    EXPECT_EQ(kl_divergence(fair, fair), Bracket(0));
    // Independent X, Y agree with probability 1/2 only.
    EXPECT_EQ(fair[0] * fair[0] + fair[1] * fair[1], Bracket(0.5));
    // The proof's -log of the sum of q over the support of p is not 0 but log 2 here.
    EXPECT_TRUE(encloses(kl_divergence(FiniteDistribution({1, 0}), fair), log(Real(2))));
}

RC_GTEST_PROP(MaxDivergence, IsTheLeastEpsilonThatBoundsEveryEvent, ()) {
    const auto [p, q] = any_pair();
    const Bracket epsilon = max_divergence(p, q);
    const auto ps = exact(p), qs = exact(q);
    Real worst = 0;
    for (unsigned event = 1; event < 1u << ps.size(); ++event) {
        Real in_p = 0, in_q = 0;
        for (std::size_t i = 0; i < ps.size(); ++i) {
            if (event >> i & 1) in_p += ps[i], in_q += qs[i];
        }
        worst = std::max(worst, Real(in_p / in_q));
    }
    RC_ASSERT(encloses(epsilon, log(worst)));
}

RC_GTEST_PROP(HockeyStick, IsTheLargestExcessOfAnyEvent, ()) {
    const auto [p, q] = any_pair();
    const double epsilon = *log_uniform(1e-12, 30);
    const auto ps = exact(p), qs = exact(q);
    Real worst = 0, worst_at_zero = 0;
    for (unsigned event = 0; event < 1u << ps.size(); ++event) {
        Real excess = 0, difference = 0;
        for (std::size_t i = 0; i < ps.size(); ++i) {
            if (event >> i & 1) {
                excess += ps[i] - exp(Real(epsilon)) * qs[i];
                difference += ps[i] - qs[i];
            }
        }
        worst = std::max(worst, excess);
        worst_at_zero = std::max(worst_at_zero, difference);
    }
    const Bracket delta = hockey_stick(p, q, Epsilon{epsilon});
    RC_ASSERT(encloses(delta, worst));
    RC_ASSERT(delta.width() <= 1e-14 * (1 + epsilon));
    const Bracket distance = total_variation(p, q);
    RC_ASSERT(encloses(distance, worst_at_zero));
    RC_ASSERT(is_sharp(distance, worst_at_zero, 1e-13) || distance.width() < 1e-28);
    RC_ASSERT(hockey_stick(p, q, Epsilon{0}) == distance);
    RC_ASSERT(delta.lower <= distance.upper);
}

TEST(TotalVariation, OfAnAtomThatMergesGainsAndLossesIsNotTheirBalance) {
    // (1/2, 1/2) against (0.525, 0.475) has total variation 0.025; seen as one atom it has p = q.
    const std::vector<Outcome> merged{{1, 1, {std::log(0.5 / 0.525), std::log(0.5 / 0.475)}}};
    const Bracket found = total_variation(merged);
    EXPECT_EQ(found.lower, 0);
    EXPECT_GE(found.upper, 0.025);
    EXPECT_LE(found.upper, 0.051);
}

TEST(Outcomes, AreSymmetricIfExchangingChangesNothing) {
    const FiniteDistribution p({0.5, 0.3, 0.2});
    EXPECT_TRUE(is_symmetric({{0.5, 0.25, 1}, {0.25, 0.25, 0}, {0.25, 0.5, -1}}));
    EXPECT_FALSE(is_symmetric({{0.5, 0.25, 1}, {0.25, 0.25, 0}, {0.25, {0.5, 0.6}, -1}}));
    EXPECT_TRUE(is_symmetric({{0, 1, -infinity}, {1, 0, infinity}}));
    EXPECT_FALSE(is_symmetric(outcomes(p, FiniteDistribution({0.25, 0.25, 0.5}))));
    EXPECT_TRUE(is_symmetric({}));
}

TEST(HockeyStick, FallsFromTotalVariationToTheMassOutsideQ) {
    const FiniteDistribution p({0.5, 0.25, 0.25}), q({0.25, 0.75, 0});
    EXPECT_EQ(hockey_stick(p, q, Epsilon{0}), Bracket(0.5));
    EXPECT_EQ(hockey_stick(p, q, Epsilon{1e3}), Bracket(0.25));
    EXPECT_EQ(hockey_stick(p, q, Epsilon{1e300}), Bracket(0.25));
    EXPECT_EQ(hockey_stick(p, q, Epsilon{infinity}), Bracket(0.25));
    EXPECT_EQ(hockey_stick(p, p, Epsilon{1e-300}), Bracket(0));
}

RC_GTEST_PROP(PostProcessing, NeverIncreasesADivergence, ()) {
    const auto [p, q] = any_pair();
    std::vector<FiniteDistribution> channel;
    for (std::size_t i = 0; i < p.size(); ++i) channel.push_back(distribution(2, 1e-3));
    const auto before = outcomes(p, q), after = post_process(before, channel);
    const double order = *support::order(1e3), epsilon = *log_uniform(1e-6, 3);
    for (const double a : {1.0, order, infinity}) {
        RC_ASSERT(renyi_divergence(after, Order{a}).lower <=
                  renyi_divergence(before, Order{a}).upper);
    }
    RC_ASSERT(hockey_stick(after, Epsilon{epsilon}).lower <=
              hockey_stick(before, Epsilon{epsilon}).upper);
    RC_ASSERT(total_variation(after).lower <= total_variation(before).upper);
}

TEST(PostProcessing, KeepsEverythingThroughTheIdentityAndNothingThroughAConstant) {
    const FiniteDistribution p({0.75, 0.25}), q({0.25, 0.75});
    const std::vector identity{FiniteDistribution({1, 0}), FiniteDistribution({0, 1})};
    const std::vector constant(2, FiniteDistribution({0.5, 0.5}));
    EXPECT_EQ(kl_divergence(post_process(outcomes(p, q), identity)), kl_divergence(p, q));
    EXPECT_EQ(kl_divergence(post_process(outcomes(p, q), constant)), Bracket(0));
    EXPECT_THROW((void)post_process(outcomes(p, q), std::span(constant).first(1)), InputError);
}

TEST(FiniteDistribution, RefusesWhatIsNoDistribution) {
    EXPECT_THROW(FiniteDistribution({}), InputError);
    EXPECT_THROW(FiniteDistribution({0.5, 0.4}), DomainError);
    EXPECT_THROW(FiniteDistribution({1.5, -0.5}), DomainError);
    EXPECT_THROW(FiniteDistribution({std::nan(""), 1}), DomainError);
    EXPECT_THROW(FiniteDistribution({0, 0}), DomainError);
    EXPECT_THROW((void)kl_divergence(FiniteDistribution({1}), FiniteDistribution({0.5, 0.5})),
                 InputError);
}

TEST(FiniteDistribution, ReadsDecimalsAsWeights) {
    const FiniteDistribution d({0.1, 0.2, 0.7});
    Real sum = 0;
    for (const double w : d.weights()) sum += Real(w);
    EXPECT_NE(sum, 1);
    for (std::size_t i = 0; i < d.size(); ++i) {
        EXPECT_TRUE(encloses(d[i], Real(d.weights()[i]) / sum));
    }
    EXPECT_TRUE(encloses(d.excess(), sum - 1));
}

// As a list from above may be, where rounding left no room for what remains.
TEST(Renyi, OfALittleMoreThanADistributionIsBetweenBothForms) {
    const std::vector<Outcome> heavy{{0.75, 0.75, 0},
                                     {0.25 + 0x1p-50, 0.25, log1p(Bracket(0x1p-48))}};
    const Bracket found = renyi_divergence(heavy, Order{1.5});
    EXPECT_LE(found.lower, 1e-25);
    EXPECT_GE(found.upper, 0x1p-50);
    EXPECT_LT(found.upper, 0x1p-45);
}

}  // namespace finite_test
}  // namespace mizan
