// SPDX-License-Identifier: Apache-2.0
#include "mizan/group/renyi.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "mizan/convert/gdp_to_renyi.hpp"
#include "mizan/convert/pure_to_renyi.hpp"

#include "support/distributions.hpp"
#include "support/pairs.hpp"

namespace mizan {
namespace renyi_test {

using oracle::laplace_renyi;
using oracle::Real;

// D_α of the Laplace mechanism with scale 1 for inputs `distance` apart, rounded up by less than
// 1e-15, so that the curve is a true bound.
RenyiCurve laplace_curve(double distance) {
    return RenyiCurve([distance](Order order) -> Bracket {
        if (order == Order{infinity}) return distance;
        const Real alpha = std::max(order.value(), 1 + 1e-12);
        return {0, static_cast<double>(laplace_renyi(distance, alpha)) * (1 + 1e-15)};
    });
}

TEST(GroupRenyi, GivesTheReferenceValuesForTheLaplaceMechanism) {
    // Two people, order 2: exact 1.596; founding rule 2.441; one order 1.8815; curve 1.8095; pure
    // 2.
    const RenyiCurve one = laplace_curve(1);
    const auto at = [&](double order) {
        return RenyiPoint{Order{order}, Epsilon{one(Order{order}).upper}};
    };
    const double exact = static_cast<double>(laplace_renyi(2, 2));
    const double founding = group_by_doubling(at(4), 1).divergence.value();
    const double order = 2 + std::sqrt(2.0);
    const RenyiPoint single = group_of_two(at(order));
    const double curve = grouped(one, 2)(Order{2.0}).upper;
    EXPECT_NEAR(exact, 1.596, 5e-4);
    EXPECT_NEAR(founding, 2.441, 5e-4);
    EXPECT_NEAR(single.order.value(), 2, 1e-12);
    EXPECT_NEAR(single.divergence.value(), 1.8815, 5e-5);
    EXPECT_NEAR(curve, 1.8095, 5e-5);
    EXPECT_EQ(grouped(one, 2)(Order{infinity}).upper, 2);
    EXPECT_LT(exact, curve);
}

RC_GTEST_PROP(GroupRenyi, NeverBelowTheTruthForTheLaplaceMechanism, ()) {
    const double step = *support::log_uniform(0.01, 2), order = *support::order(30);
    const auto size = *rc::gen::inRange<std::uint64_t>(2, 7);
    const double bound = grouped(laplace_curve(step), size)(Order{order}).upper;
    RC_ASSERT(laplace_renyi(Real(step) * size, order) <= Real(bound));
}

RC_GTEST_PROP(GroupRenyi, IsExactForGaussians, ()) {
    const double mu = *support::log_uniform(1e-3, 10), order = *support::order(1e3);
    const auto size = *rc::gen::inRange<std::uint64_t>(2, 40);
    const double bound = grouped(gdp_to_renyi({Mu{mu}}), size)(Order{order}).upper;
    const Real truth = oracle::gaussian_renyi(Real(mu) * size, order);
    RC_ASSERT(truth <= Real(bound));
    RC_ASSERT(Real(bound) <= truth * (1 + Real(1e-12)));
}

TEST(GroupRenyi, LargeGroupsCostLittleMoreThanTheyMust) {
    const RenyiCurve curve = gdp_to_renyi({Mu{1e-3}});
    for (const std::uint64_t size : {100UL, 1000UL, 1'000'000UL}) {
        const double people = static_cast<double>(size);
        const double bound = grouped(curve, size)(Order{2.0}).upper;
        EXPECT_GE(bound, 1e-6 * people * people);
        EXPECT_LE(bound, 1e-6 * people * people * 1.15);
    }
}

TEST(GroupRenyi, SearchesSeeNearlyTheSame) {
    const RenyiCurve all = 3 * grouped(pure_to_renyi(PureDP{Epsilon{0.5}}), 6) + RenyiCurve::zero();
    for (const double order : {1.001, 1.5, 2.0, 7.0, 100.0, 1e6}) {
        const double exact = all(Order{order}).upper;
        EXPECT_NEAR(all.nearly(Order{order}), exact, 1e-3 * exact) << order;
    }
    EXPECT_EQ(all.nearly(Order{infinity}), all(Order{infinity}).upper);
}

RC_GTEST_PROP(GroupRenyi, NeverMoreThanPure, ()) {
    const double epsilon = *support::log_uniform(1e-3, 20);
    const auto size = *rc::gen::inRange<std::uint64_t>(1, 20);
    const RenyiCurve curve = grouped(pure_to_renyi({Epsilon{epsilon}}), size);
    const double order = *support::order(1e3), pure = epsilon * static_cast<double>(size);
    RC_ASSERT(curve(Order{order}).upper <= pure * (1 + 1e-14));
    // Randomized response itself cannot have a larger group loss than a single flip.
    RC_ASSERT(oracle::randomized_response(epsilon).renyi(order) <=
              Real(curve(Order{order}).upper) * (1 + Real(1e-12)));
}

RC_GTEST_PROP(GroupRenyi, OneOrderBeatsTheFoundingRule, ()) {
    const double order = 4 + *support::log_uniform(1e-3, 1e4);
    const RenyiPoint from{Order{order}, Epsilon{*support::log_uniform(1e-6, 10)}};
    const RenyiPoint founding = group_by_doubling(from, 1), sharp = group_of_two(from);
    RC_ASSERT(sharp.order >= founding.order);
    RC_ASSERT(sharp.divergence < founding.divergence);
}

// A chain of distributions, each with its neighbours within `reach`.
std::vector<FiniteDistribution> any_chain(std::size_t links, double reach) {
    std::vector<FiniteDistribution> chain{support::distribution(3, 1e-3)};
    while (chain.size() <= links) chain.push_back(support::near(chain.back(), reach));
    return chain;
}

// What a mechanism with these outputs promises one person at this order.
RenyiPoint promise(const std::vector<FiniteDistribution>& chain, double order) {
    double most = 0;
    for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
        most = std::max({most, renyi_divergence(chain[i], chain[i + 1], Order{order}).upper,
                         renyi_divergence(chain[i + 1], chain[i], Order{order}).upper});
    }
    return {Order{order}, Epsilon{most}};
}

bool holds(const RenyiPoint& claim, const std::vector<FiniteDistribution>& chain) {
    return renyi_divergence(chain.front(), chain.back(), claim.order).lower <=
           claim.divergence.value();
}

RC_GTEST_PROP(GroupRenyi, RulesFromOneOrderHoldForEveryChain, ()) {
    const double reach = *support::log_uniform(0.01, 3), order = *support::order(100);
    const auto two = any_chain(2, reach), four = any_chain(4, reach);
    RC_ASSERT(holds(group_of_two(promise(two, order)), two));
    RC_ASSERT(holds(group_by_doubling(promise(two, order + 3), 1), two));
    RC_ASSERT(holds(group_by_doubling(promise(four, order + 7), 2), four));
}

TEST(GroupRenyi, OneOrderGivesTheReferenceFactor) {
    const RenyiPoint two = group_of_two({Order{8.0}, Epsilon{1.0}});
    EXPECT_NEAR(two.order.value(), 4.267, 5e-4);
    EXPECT_NEAR(two.divergence.value(), 2.143, 5e-4);
}

TEST(GroupRenyi, TheFoundingRuleNeedsItsCondition) {
    const RenyiPoint from{Order{7.0}, Epsilon{0.1}};
    EXPECT_NO_THROW((void)group_by_doubling(from, 1));
    EXPECT_THROW((void)group_by_doubling(from, 2), DomainError);
    EXPECT_THROW((void)group_by_doubling(from, 4'000'000'000U), DomainError);
    EXPECT_EQ(group_by_doubling({Order{8.0}, Epsilon{0.5}}, 2),
              (RenyiPoint{Order{2.0}, Epsilon{4.5}}));
    EXPECT_EQ(group_by_doubling({Order{infinity}, Epsilon{0.5}}, 1),
              (RenyiPoint{Order{infinity}, Epsilon{1.5}}));
}

TEST(GroupRenyi, TheTypedDefinitionOfStableMapsPromisesTooMuch) {
    // g(0) = 0, g(1) = 100 is vacuously 1-stable as typed; the Laplace mechanism after g is not
    // 1-private, and its order-2 divergence is not that of neighbours.
    EXPECT_NEAR(static_cast<double>(laplace_renyi(100, 2)), 99.59, 0.01);
    EXPECT_NEAR(static_cast<double>(laplace_renyi(1, 2)), 0.619, 5e-4);
    // With the true stability, 100, the bound holds.
    const double bound = grouped(laplace_curve(1), 100)(Order{2.0}).upper;
    EXPECT_GE(bound, static_cast<double>(laplace_renyi(100, 2)));
    EXPECT_LE(bound, 100);
}

TEST(GroupRenyi, HasItsLimits) {
    const RenyiCurve curve = gdp_to_renyi({Mu{1.0}});
    EXPECT_EQ(grouped(curve, 0)(Order{5.0}).upper, 0);
    EXPECT_EQ(grouped(curve, 1)(Order{4.0}).upper, 2);
    EXPECT_NEAR(grouped(curve, 3)(Order{1.0}).upper, 4.5, 1e-12);
    EXPECT_EQ(grouped(curve, 3)(Order{infinity}).upper, infinity);
    EXPECT_EQ(grouped(RenyiCurve::zero(), UINT64_MAX)(Order{2.0}).upper, 0);
    EXPECT_EQ(grouped(curve, UINT64_MAX)(Order{1e300}).upper, infinity);
    EXPECT_EQ(group_of_two({Order{1.0}, Epsilon{0.5}}).divergence, Epsilon{infinity});
    EXPECT_EQ(group_of_two({Order{infinity}, Epsilon{0.5}}).divergence, Epsilon{1.0});
    EXPECT_GT(group_of_two({Order{1e300}, Epsilon{0.5}}).order.value(), 4e299);
}

TEST(GroupRenyi, UsesTheOneOrderAtWhichACurveIsKnown) {
    // β²/(2β-1) = 2 at β = 2 + √2, where the factor is 2 + 1/(1 + √2) = 1 + √2.
    const double beta = 2 + std::sqrt(2.0);
    const RenyiCurve one = RenyiCurve::through({{Order{beta}, Epsilon{0.5}}});
    const RenyiCurve two = grouped(one, 2);
    EXPECT_NEAR(two(Order{2 - 1e-9}).upper, 0.5 * (1 + std::sqrt(2.0)), 1e-8);
    EXPECT_EQ(two(Order{2.1}).upper, infinity);
    ASSERT_EQ(two.knots().size(), 2U);
    EXPECT_NEAR(two.knots().back(), 2, 1e-11);
    EXPECT_NEAR(two(Order{two.knots().back()}).upper, 0.5 * (1 + std::sqrt(2.0)), 1e-8);
}

}  // namespace renyi_test
}  // namespace mizan
