// SPDX-License-Identifier: Apache-2.0
#include "mizan/mechanism/discrete_gaussian.hpp"

#include <gtest/gtest.h>

#include "mizan/mechanism/gaussian.hpp"

#include "support/generators.hpp"
#include "support/pairs.hpp"

namespace mizan {
namespace discrete_gaussian_test {

using oracle::contains;
using oracle::is_sharp;
using oracle::Real;
using support::log_uniform;

DiscreteGaussian noise(double sigma, double k) { return {.sigma = sigma, .sensitivity = k}; }

DiscreteGaussian any_noise() { return noise(*log_uniform(0.1, 3), *rc::gen::inRange(1, 6)); }

// The law itself, as far as it has 1e-110 of all probability.
template <class Number>
struct Law {
    std::vector<Number> p, q;

    explicit Law(const DiscreteGaussian& mechanism, int deviations = 23) {
        const double sigma = mechanism.sigma.value();
        const int k = static_cast<int>(mechanism.sensitivity.value());
        const int reach = static_cast<int>(deviations * sigma) + 2;
        const auto density = [&](int z) -> Number {
            return exp(-Number(z) * z / (2 * Number(sigma) * Number(sigma)));
        };
        Number total = 0;
        for (int z = -reach - k; z <= reach + k; ++z) total += density(z);
        for (int y = -reach; y <= k + reach; ++y) {
            p.push_back(density(y) / total);
            q.push_back(density(k - y) / total);
        }
    }
};

using Wide = oracle::Digits<100>;

RC_GTEST_PROP(DiscreteGaussian, RenyiContainsEnumeration, ()) {
    const DiscreteGaussian mechanism = any_noise();
    const double order = *support::order(5);
    const double sigma = mechanism.sigma.value(), k = mechanism.sensitivity.value();
    // The tilted law has its middle at -(α-1)k; the sum has to reach beyond.
    const Law<Wide> law(mechanism, static_cast<int>(23 + 6 * k / sigma));
    Wide sum = 0;
    for (std::size_t i = 0; i < law.p.size(); ++i) {
        sum += law.p[i] * expm1((Wide(order) - 1) * log(law.p[i] / law.q[i]));
    }
    const Real exact(Wide(log1p(sum) / (Wide(order) - 1)));
    const Bracket computed = mechanism.renyi(Order{order});
    RC_ASSERT(contains(computed, exact));
    RC_ASSERT(is_sharp(computed, exact, 1e-12));
}

RC_GTEST_PROP(DiscreteGaussian, DeltaContainsEnumeration, ()) {
    const DiscreteGaussian mechanism = any_noise();
    const double mu = mechanism.cdp().tau.value();
    const double epsilon = *support::uniform(0, 1) * (mu * mu / 2 + 6 * mu);
    const Law<Real> law(mechanism);
    const Real exact = oracle::Pair{law.p, law.q}.hockey_stick(Real(epsilon));
    const Bracket computed = mechanism.delta(Epsilon{epsilon});
    RC_ASSERT(contains(computed, exact));
    RC_ASSERT(computed.width() <= 1e-12);
}

RC_GTEST_PROP(DiscreteGaussian, TradeoffContainsEnumeration, ()) {
    const DiscreteGaussian mechanism = any_noise();
    const double rate = *rc::gen::oneOf(log_uniform(1e-20, 1), support::uniform(0, 1));
    const Law<Real> law(mechanism);
    Real missed = 1, room = rate;
    for (std::size_t i = 0; i < law.p.size() && room > 0; ++i) {
        const Real part = law.q[i] <= room ? Real(1) : Real(room / law.q[i]);
        missed -= part * law.p[i];
        room -= part * law.q[i];
    }
    const Bracket computed = mechanism.tradeoff(rate);
    RC_ASSERT(Real(computed.lower) <= missed + Real(1e-40));
    RC_ASSERT(Real(computed.upper) >= missed - Real(1e-40));
    RC_ASSERT(computed.width() <= 1e-11);
}

RC_GTEST_PROP(DiscreteGaussian, LossAndOutputHaveTheLawOfTheNoise, ()) {
    const DiscreteGaussian mechanism = any_noise();
    const double mu = mechanism.cdp().tau.value();
    const double at = *support::uniform(-1, 1) * (mu * mu / 2 + 6 * mu);
    const Law<Real> law(mechanism);
    Real below = 0;
    for (std::size_t i = 0; i < law.p.size(); ++i) {
        if (log(law.p[i] / law.q[i]) <= Real(at)) below += law.p[i];
    }
    const Bracket loss = mechanism.loss_cdf(at);
    RC_ASSERT(Real(loss.lower) <= below + Real(1e-40));
    RC_ASSERT(Real(loss.upper) >= below - Real(1e-40));
    // The loss is at most that where the output is at least this.
    const double sigma = mechanism.sigma.value(), k = mechanism.sensitivity.value();
    const double least = std::ceil(k / 2 - at * sigma * sigma / k);
    const Bracket output = 1 - mechanism.output_cdf(least - 0.5);
    RC_ASSERT(output.lower <= loss.upper + 1e-15 && loss.lower <= output.upper + 1e-15);
}

RC_GTEST_PROP(DiscreteGaussian, ListsItsOutcomes, ()) {
    const DiscreteGaussian mechanism = any_noise();
    const double mu = mechanism.cdp().tau.value();
    const double epsilon = *support::uniform(0, 1) * (mu * mu / 2 + 6 * mu);
    const std::vector<Outcome> all = listed_outcomes(mechanism);
    RC_ASSERT(!all.empty());
    Bracket total = 0;
    for (const Outcome& outcome : all) total += outcome.p;
    RC_ASSERT(total.contains(1));
    const Bracket listed = hockey_stick(all, Epsilon{epsilon});
    const Bracket closed = mechanism.delta(Epsilon{epsilon});
    RC_ASSERT(listed.lower <= closed.upper && closed.lower <= listed.upper);
}

TEST(DiscreteGaussian, ListsWhatIsFarApartAroundBothEnds) {
    const std::vector<Outcome> all = listed_outcomes(noise(1, 1e6));
    EXPECT_EQ(all.size(), 2 * (2 * 23 + 1) + 2u);
    Bracket total = 0;
    for (const Outcome& outcome : all) total += outcome.q;
    EXPECT_TRUE(total.contains(1));
    EXPECT_NEAR(hockey_stick(all, Epsilon{1e11}).middle(), 1, 1e-12);
}

RC_GTEST_PROP(DiscreteGaussian, IsNeverFartherApartThanGaussianNoise, ()) {
    const double sigma = *log_uniform(0.05, 1e9);
    const double k = *rc::gen::inRange(1, 1000);
    const double order = *support::order();
    const DiscreteGaussian mechanism = noise(sigma, k);
    const Bracket computed = mechanism.renyi(Order{order});
    const Bracket gaussian = order * mechanism.zcdp_rho();
    RC_ASSERT(computed.upper <= gaussian.upper);
    RC_ASSERT(computed.lower >= mechanism.zcdp_rho().lower);
    // At whole (α-1)k both agree.
    const double whole = 1 + std::floor(order);
    RC_ASSERT(noise(sigma, k).renyi(Order{whole}).upper >=
              (whole * mechanism.zcdp_rho()).lower * (1 - 1e-15));
}

TEST(DiscreteGaussian, HasLessDivergenceBetweenWholeOrders) {
    // By hand, σ = 1/2, k = 1, α = 3/2: Θ(1/2)/Θ(0) = 2(e^-½ + e^-4.5 + …)/(1 +
    // 2e^-2 + 2e^-8 + …).
    const double above = 2 * (std::exp(-0.5) + std::exp(-4.5) + std::exp(-12.5) + std::exp(-24.5));
    const double theta = 1 + 2 * (std::exp(-2.0) + std::exp(-8.0) + std::exp(-18.0));
    EXPECT_NEAR(noise(0.5, 1).renyi(Order{1.5}).middle(), 3 + 2 * std::log(above / theta), 1e-13);
    EXPECT_LT(noise(0.5, 1).renyi(Order{1.5}).upper, 2.98);
}

// Far beyond what can be summed term by term: nearly Gaussian, with the half
// steps of a lattice.
TEST(DiscreteGaussian, WithMuchNoiseIsNearlyGaussian) {
    for (const double sigma : {1e3, 1e5, 1e7}) {
        const DiscreteGaussian mechanism = noise(sigma, 1);
        for (const double epsilon : {0.0, 0.5 / sigma, 2 / sigma, 5 / sigma}) {
            const double gaussian = Gaussian{sigma}.delta(Epsilon{epsilon}).middle();
            const Bracket discrete = mechanism.delta(Epsilon{epsilon});
            EXPECT_NEAR(discrete.middle() / gaussian, 1, 40 / (sigma * sigma)) << sigma;
            EXPECT_LT(discrete.width(), 1e-11 * gaussian) << sigma << " " << epsilon;
        }
    }
}

TEST(DiscreteGaussian, AnswersForParametersThatDoublesCannotTellApart) {
    for (const double sigma : {1e-300, 1e-10, 1e15, 1e100, 1e300}) {
        for (const double k : {1.0, 1e6, domain::WholeSensitivity::most}) {
            const DiscreteGaussian mechanism = noise(sigma, k);
            const Bracket epsilon = mechanism.epsilon(Delta{1e-6});
            EXPECT_LE(epsilon.lower, epsilon.upper);
            EXPECT_LE(mechanism.delta(Epsilon{1.0}).upper, 1);
        }
    }
    EXPECT_TRUE(listed_outcomes(noise(100, 1)).empty());
    EXPECT_TRUE(listed_outcomes(noise(0, 1)).empty());
    EXPECT_TRUE(listed_outcomes(noise(infinity, 1)).empty());
    EXPECT_TRUE(listed_outcomes(noise(1, domain::WholeSensitivity::most)).empty());
}

}  // namespace discrete_gaussian_test
}  // namespace mizan
