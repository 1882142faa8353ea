// SPDX-License-Identifier: Apache-2.0
#include "mizan/sampling/poisson.hpp"

#include <gtest/gtest.h>

#include "support/generators.hpp"
#include "support/oracle.hpp"
#include "support/programs.hpp"

namespace mizan {
namespace poisson_test {

using oracle::Real;

Real hockey_stick(const std::vector<Real>& p, const std::vector<Real>& q, const Real& epsilon) {
    Real sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        const Real excess = p[i] - exp(epsilon) * q[i];
        if (excess > 0) sum += excess;
    }
    return sum;
}

std::vector<Real> mixture(const std::vector<Real>& p, const std::vector<Real>& q, double part) {
    std::vector<Real> mixed;
    for (std::size_t i = 0; i < p.size(); ++i)
        mixed.push_back(part * p[i] + (1 - Real(part)) * q[i]);
    return mixed;
}

// The worst (ε, δ)-private mechanism shows its input with probability δ.
RC_GTEST_PROP(Poisson, AmplificationIsReachedByTheWorstMechanism, ()) {
    const double epsilon = *support::log_uniform(1e-6, 100), q = *support::uniform(0, 1);
    const double delta = *rc::gen::oneOf(support::log_uniform(1e-12, 1), rc::gen::just(0.0));
    const ApproxDP sampled = poisson_sampled(ApproxDP{Epsilon{epsilon}, Delta{delta}}, q);
    const Real e = exp(Real(epsilon)), rest = 1 - Real(delta);
    const std::vector<Real> with{rest * e / (1 + e), rest / (1 + e), delta, 0};
    const std::vector<Real> without{rest / (1 + e), rest * e / (1 + e), 0, delta};
    const std::vector<Real> mixed = mixture(with, without, q);
    const Real at = sampled.epsilon.value(), limit = Real(sampled.delta.value()) + Real(1e-45);
    RC_ASSERT(hockey_stick(mixed, without, at) <= limit);
    RC_ASSERT(hockey_stick(without, mixed, at) <= limit);
    // Nothing less would do: just below, the record going away shows.
    RC_ASSERT(hockey_stick(mixed, without, at * (1 - Real(1e-13))) >= Real(q) * delta);
    RC_ASSERT(Real(sampled.delta.value()) <= Real(q) * delta * (1 + Real(1e-15)) + Real(1e-320));
}

TEST(Poisson, AmplificationAtItsEnds) {
    const ApproxDP promise{Epsilon{2.0}, Delta{0.25}};
    EXPECT_EQ(poisson_sampled(promise, 0), (ApproxDP{Epsilon{0.0}, Delta{0.0}}));
    EXPECT_NEAR(poisson_sampled(promise, 1).epsilon.value(), 2, 1e-14);
    EXPECT_EQ(poisson_sampled(ApproxDP{Epsilon{infinity}, Delta{0.5}}, 0.5),
              (ApproxDP{Epsilon{infinity}, Delta{0.25}}));
    EXPECT_NEAR(poisson_sampled(ApproxDP{Epsilon{1e6}, Delta{0.0}}, 0.5).epsilon.value(),
                1e6 - 0.6931471805599453, 1e-8);
}

Real renyi(const std::vector<Real>& p, const std::vector<Real>& q, const Real& alpha) {
    Real sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        if (p[i] > 0) sum += p[i] * pow(p[i] / q[i], alpha - 1);
    }
    return log(sum) / (alpha - 1);
}

RC_GTEST_PROP(Poisson, RenyiBoundHoldsForEveryPair, ()) {
    const auto p = *support::weights(3);
    auto q = *support::weights(3);
    RC_PRE(q[0] > 0 && q[1] > 0 && q[2] > 0);
    const double part = *support::uniform(0, 1), alpha = *support::uniform(1.01, 30);
    std::vector<Real> with(p.begin(), p.end()), without(q.begin(), q.end());
    for (auto* law : {&with, &without}) {
        const Real total = (*law)[0] + (*law)[1] + (*law)[2];
        for (Real& weight : *law) weight /= total;
    }
    const auto mixed = mixture(with, without, part);
    for (const bool forward : {true, false}) {
        const Real truth = forward ? renyi(mixed, without, alpha) : renyi(without, mixed, alpha);
        const Real promise = forward ? renyi(with, without, alpha) : renyi(without, with, alpha);
        if (!(promise < 1e6)) continue;  // P misses an outcome of Q
        const double promised = static_cast<double>(promise) + 1e-12;
        const RenyiCurve sampled =
            poisson_sampled(RenyiCurve([&](Order) { return Bracket(promised); }), part);
        RC_ASSERT(truth <= Real(sampled(Order{alpha}).upper));
        RC_ASSERT(sampled(Order{alpha}).upper <= promised * (1 + 1e-12));
        RC_ASSERT(sampled(Order{infinity}).upper <= promised * (1 + 1e-12));
        RC_ASSERT(sampled(Order{1}).upper <= part * promised * (1 + 1e-12));
    }
}

TEST(Poisson, RenyiBoundIsReachedByPairsThatDifferWithCertainty) {
    // P has one outcome, Q the same with probability e^-D: at α = ∞ nothing is lost.
    const RenyiCurve sampled =
        poisson_sampled(RenyiCurve([](Order) { return Bracket(3.0); }), 0.25);
    EXPECT_NEAR(sampled(Order{infinity}).upper, std::log(0.75 + 0.25 * std::exp(3.0)), 1e-14);
    EXPECT_NEAR(sampled(Order{1e9}).upper, sampled(Order{infinity}).upper, 1e-7);
}

RC_GTEST_PROP(Poisson, MixturesOnBothSidesAreNoFartherApart, ()) {
    const double part = *support::uniform(0, 1), alpha = *support::uniform(1.01, 30);
    const auto law = [] {
        const double a = *support::log_uniform(1e-6, 0.5);
        return std::vector<Real>{a, 1 - Real(a)};
    };
    const auto p = law(), q = law(), r = law();
    const double promised = static_cast<double>(renyi(p, q, alpha)) + 1e-12;
    const RenyiCurve mixed =
        mixed_on_both_sides(RenyiCurve([&](Order) { return Bracket(promised); }), part);
    const Real truth = renyi(mixture(p, r, part), mixture(q, r, part), alpha);
    RC_ASSERT(truth <= Real(mixed(Order{alpha}).upper));
    RC_ASSERT(mixed(Order{alpha}).upper <= promised * (1 + 1e-12));
}

RC_GTEST_PROP(Poisson, SampledPairIsTheMixture, ()) {
    // Multiples of a power of 2, so that both distributions sum to 1 exactly.
    const double a = *rc::gen::inRange(1, 1 << 20) * 0x1p-20;
    const double b = *rc::gen::inRange(1, 1 << 20) * 0x1p-20;
    const double part = *support::log_uniform(1e-12, 1);
    const auto sampled = poisson_sampled(
        outcomes(FiniteDistribution({a, 1 - a}), FiniteDistribution({b, 1 - b})), part);
    const Real mixed = part * Real(a) + (1 - Real(part)) * b;
    RC_ASSERT(oracle::contains(sampled[0].p, mixed));
    RC_ASSERT(sampled[0].q.contains(b));
    RC_ASSERT(oracle::contains(sampled[0].log_ratio, log(mixed / b)));
    RC_ASSERT(sampled[0].log_ratio.width() <=
              1e-13 * abs(sampled[0].log_ratio).upper + 1e-15 * part);
}

TEST(Poisson, SampledPairKeepsWhatNeverHappens) {
    const auto sampled = poisson_sampled({{0.5, 0, infinity}, {0, 0.5, -infinity}}, 0.25);
    EXPECT_EQ(sampled[0].log_ratio, Bracket(infinity));
    EXPECT_TRUE(sampled[1].log_ratio.contains(std::log(0.75)));
    EXPECT_TRUE(sampled[1].p.contains(0.375));
}

}  // namespace poisson_test
}  // namespace mizan
