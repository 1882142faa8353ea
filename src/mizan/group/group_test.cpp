// SPDX-License-Identifier: Apache-2.0
#include "mizan/group/group.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "mizan/convert/zcdp_to_renyi.hpp"

#include "support/generators.hpp"
#include "support/pairs.hpp"

namespace mizan {
namespace group_test {

using oracle::Real;

TEST(Group, PureIsReachedByTheLaplaceMechanism) {
    // Scale 1, inputs k apart: the largest loss is k, at every output below both.
    EXPECT_EQ(grouped(PureDP{Epsilon{1.0}}, 7).epsilon, Epsilon{7.0});
    EXPECT_EQ(grouped(PureDP{Epsilon{infinity}}, 0).epsilon, Epsilon{0.0});
    EXPECT_EQ(grouped(PureDP{Epsilon{0.0}}, UINT64_MAX).epsilon, Epsilon{0.0});
}

RC_GTEST_PROP(Group, ApproximateFollowsTheChain, ()) {
    const double epsilon = *support::log_uniform(1e-9, 3),
                 delta = *support::log_uniform(1e-15, 0.1);
    const auto size = *rc::gen::inRange<std::uint64_t>(1, 30);
    const ApproxDP group = grouped(ApproxDP{Epsilon{epsilon}, Delta{delta}}, size);
    Real factor = 1, sum = 0;  // P_0(S) ≤ factor · P_i(S) + sum
    for (std::uint64_t i = 0; i < size; ++i) {
        sum += factor * delta;
        factor *= exp(Real(epsilon));
    }
    RC_ASSERT(factor <= exp(Real(group.epsilon.value())) * (1 + Real(1e-40)));
    RC_ASSERT(sum <= Real(group.delta.value()) || group.delta == Delta{1.0});
    RC_ASSERT(Real(group.delta.value()) <= sum * (1 + Real(1e-12)));
}

RC_GTEST_PROP(Group, ApproximateIsTrueOfTheGaussianMechanism, ()) {
    const double mu = *support::log_uniform(0.01, 2), epsilon = *support::uniform(0.01, 3);
    const auto size = *rc::gen::inRange<std::uint64_t>(2, 6);
    const double delta = static_cast<double>(oracle::gaussian_hockey_stick(mu, epsilon));
    RC_PRE(delta > 1e-280);  // below, doubles lose the digits that the comparison needs
    const ApproxDP group = grouped(ApproxDP{Epsilon{epsilon}, Delta{delta * (1 + 1e-14)}}, size);
    RC_ASSERT(oracle::gaussian_hockey_stick(Real(mu) * size, group.epsilon.value()) <=
              Real(group.delta.value()));
}

RC_GTEST_PROP(Group, ZcdpBoundsTheCurveOfTheGroup, ()) {
    // The rule is proved by cutting one person off at a time; cutting the same chain by hand must
    // not give more.
    const double rho = *support::log_uniform(1e-4, 2), xi = *support::uniform(0, 1);
    const auto size = *rc::gen::inRange<std::uint64_t>(1, 12);
    const double alpha = *support::order(100);
    Real order = alpha, factor = 1, chain = 0;
    for (std::uint64_t k = size; k > 1; --k) {
        chain += factor * (Real(xi) + Real(rho) * k * order);
        factor *= k * order / (k * order - 1);
        order = (k * order - 1) / (k - 1);
    }
    chain += factor * (Real(xi) + Real(rho) * order);
    const ZCDP group = grouped(ZCDP{Rho{rho}, xi}, size);
    RC_ASSERT(chain <=
              (Real(group.xi.value()) + Real(group.rho.value()) * alpha) * (1 + Real(1e-14)));
    RC_ASSERT(group.rho.value() <= rho * static_cast<double>(size * size) * (1 + 1e-14));
}

TEST(Group, ZcdpWithoutRhoIsPure) {
    EXPECT_EQ(grouped(ZCDP{Rho{0.0}, 0.5}, 4), (ZCDP{Rho{0.0}, 2.0}));
    EXPECT_EQ(grouped(ZCDP{Rho{0.5}}, 4), ZCDP{Rho{8.0}});
    EXPECT_EQ(grouped(ZCDP{Rho{0.5}, 0.5}, 0), ZCDP{Rho{0.0}});
    // The harmonic number 25/12 of 4 is bounded by log 4 + γ + 1/8, which is 0.005 more.
    const double xi = grouped(ZCDP{Rho{0.5}, 1.0}, 4).xi.value();
    EXPECT_GE(xi, 4 * (25.0 / 12));
    EXPECT_NEAR(xi, 4 * (std::log(4.0) + 0.5772156649015329 + 0.125), 1e-13);
}

TEST(Group, GaussianAgreesWithTheShiftedMean) {
    EXPECT_EQ(grouped(GDP{Mu{0.5}}, 6).mu, Mu{3.0});
    EXPECT_EQ(grouped(GDP{Mu{infinity}}, 2).mu, Mu{infinity});
}

// g moves neighbours at most `size` apart, and noise is added to g: Laplace noise with loss ε per
// unit, Gaussian noise with mean μ per unit.
RC_GTEST_PROP(Group, AStableMapCostsNoMoreThanAGroup, ()) {
    const auto size = *rc::gen::inRange<std::uint64_t>(1, 30);
    const auto jump = static_cast<double>(*rc::gen::inRange<std::uint64_t>(0, size + 1));
    const double epsilon = *support::log_uniform(1e-3, 3), mu = *support::log_uniform(1e-3, 3);
    const PureDP pure = grouped(PureDP{Epsilon{epsilon}}, size);
    RC_ASSERT(Real(epsilon) * jump <= Real(pure.epsilon.value()));
    const GDP gaussian = grouped(GDP{Mu{mu}}, size);
    RC_ASSERT(Real(mu) * jump <= Real(gaussian.mu.value()));
    const ZCDP zcdp = grouped(ZCDP{Rho{(square(Bracket(mu)) / 2).upper}}, size);
    const Real moved = Real(mu) * jump;
    RC_ASSERT(oracle::gaussian_renyi(moved, 2) <= 2 * Real(zcdp.rho.value()));
    // δ(ε) = 1 - e^((ε-t)/2) for Laplace noise moved by t.
    const double part = *support::uniform(0, 1) * epsilon;
    const Delta delta{static_cast<double>(-expm1((Real(part) - epsilon) / 2)) * (1 + 1e-15)};
    const ApproxDP approximate = grouped(ApproxDP{Epsilon{part}, delta}, size);
    const Real excess = Real(approximate.epsilon.value()) - Real(epsilon) * jump;
    RC_ASSERT(excess >= 0 || -expm1(excess / 2) <= Real(approximate.delta.value()));
}

TEST(Group, EveryDefinitionHasARule) {
    const auto size_of = [](const Definition& d) { return grouped(d, 2).result.index(); };
    EXPECT_EQ(size_of(PureDP{Epsilon{1.0}}), 0U);
    EXPECT_EQ(size_of(ApproxDP{Epsilon{1.0}, Delta{0.1}}), 1U);
    EXPECT_EQ(size_of(RenyiDP{RenyiCurve::zero()}), 2U);
    EXPECT_EQ(size_of(ZCDP{Rho{1.0}}), 3U);
    EXPECT_EQ(size_of(GDP{Mu{1.0}}), 5U);
    const GroupGuarantee cdp = grouped(Definition{CDP{Mu{0.5}, Tau{1.0}}}, 3);
    EXPECT_EQ(std::get<ZCDP>(cdp.result), ZCDP{Rho{4.5}});
    EXPECT_EQ(cdp.theorems, (std::vector<std::string>{"BS16 S4", "BS16 P1.9"}));
}

TEST(Group, ApproximateHasItsLimits) {
    EXPECT_EQ(grouped(ApproxDP{Epsilon{0.0}, Delta{0.1}}, 4).epsilon, Epsilon{0.0});
    EXPECT_NEAR(grouped(ApproxDP{Epsilon{0.0}, Delta{0.1}}, 4).delta.value(), 0.4, 1e-15);
    EXPECT_NEAR(grouped(ApproxDP{Epsilon{5e-324}, Delta{0.1}}, 4).delta.value(), 0.4, 1e-15);
    EXPECT_EQ(grouped(ApproxDP{Epsilon{1.0}, Delta{0.9}}, 4).delta, Delta{1.0});
    EXPECT_EQ(grouped(ApproxDP{Epsilon{1.0}, Delta{0.0}}, 4).delta, Delta{0.0});
    EXPECT_EQ(grouped(ApproxDP{Epsilon{1e300}, Delta{0.1}}, 4).delta, Delta{1.0});
    EXPECT_EQ(grouped(ApproxDP{Epsilon{infinity}, Delta{0.1}}, 0).delta, Delta{0.0});
}

}  // namespace group_test
}  // namespace mizan
