// SPDX-License-Identifier: Apache-2.0
// What every mechanism must keep, whatever it is: its numbers describe one pair of distributions,
// so they constrain each other.
#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "mizan/mechanism/all.hpp"

#include "support/oracle.hpp"

namespace mizan {
namespace contract_test {

// Mechanisms of middling strength, on which everything is finite.
std::vector<Gaussian> examples(std::type_identity<Gaussian>) {
    return {{.noise_multiplier = 0.3}, {.noise_multiplier = 1.0}, {.noise_multiplier = 8.0}};
}
std::vector<Laplace> examples(std::type_identity<Laplace>) {
    return {{.noise_multiplier = 0.25}, {.noise_multiplier = 1.0}, {.noise_multiplier = 20.0}};
}
std::vector<DiscreteGaussian> examples(std::type_identity<DiscreteGaussian>) {
    return {{.sigma = 0.4, .sensitivity = 1.0},
            {.sigma = 1.0, .sensitivity = 1.0},
            {.sigma = 2.0, .sensitivity = 3.0}};
}
std::vector<DiscreteLaplace> examples(std::type_identity<DiscreteLaplace>) {
    return {{.noise_parameter = Epsilon{2.0}, .sensitivity = 1.0},
            {.noise_parameter = Epsilon{0.7}, .sensitivity = 3.0},
            {.noise_parameter = Epsilon{0.01}, .sensitivity = 10.0},
            {.noise_parameter = Epsilon{1e-4}, .sensitivity = 12345.0}};
}
std::vector<RandomizedResponse> examples(std::type_identity<RandomizedResponse>) {
    return {{.p = 0.51}, {.p = 0.75}, {.p = 0.05}};
}
std::vector<BucketRandomizedResponse> examples(std::type_identity<BucketRandomizedResponse>) {
    std::vector<BucketRandomizedResponse> all;
    for (const Relation relation : {Relation::replace_one, Relation::replace_special}) {
        for (const auto& [noise, buckets] :
             {std::pair{0.2, 2.0}, std::pair{0.5, 4.0}, std::pair{0.97, 1000.0}}) {
            all.push_back({.noise_parameter = noise, .num_buckets = buckets, .relation = relation});
        }
    }
    return all;
}

// The same mechanism without any noise, and with nothing but noise.
template <class Noisy>
std::pair<Noisy, Noisy> extremes(std::type_identity<Noisy>) {
    return {{.noise_multiplier = 0.0}, {.noise_multiplier = infinity}};
}
std::pair<DiscreteGaussian, DiscreteGaussian> extremes(std::type_identity<DiscreteGaussian>) {
    return {{.sigma = 0.0, .sensitivity = 2.0}, {.sigma = infinity, .sensitivity = 2.0}};
}
std::pair<DiscreteLaplace, DiscreteLaplace> extremes(std::type_identity<DiscreteLaplace>) {
    return {{.noise_parameter = Epsilon{infinity}, .sensitivity = 2.0},
            {.noise_parameter = Epsilon{0.0}, .sensitivity = 2.0}};
}
std::pair<RandomizedResponse, RandomizedResponse> extremes(std::type_identity<RandomizedResponse>) {
    return {{.p = 1.0}, {.p = 0.5}};
}
std::pair<BucketRandomizedResponse, BucketRandomizedResponse> extremes(
    std::type_identity<BucketRandomizedResponse>) {
    return {{.noise_parameter = 0.0, .num_buckets = 3.0},
            {.noise_parameter = 1.0, .num_buckets = 3.0}};
}

// Parameters at the edge of what doubles hold.
template <class Noisy>
std::vector<Noisy> oddities(std::type_identity<Noisy>) {
    std::vector<Noisy> all;
    for (const double noise : {0.0, 5e-324, 1e-300, 1e-20, 1e-6, 1e6, 1e20, 1e300, infinity}) {
        all.push_back({.noise_multiplier = noise});
    }
    return all;
}
std::vector<DiscreteGaussian> oddities(std::type_identity<DiscreteGaussian>) {
    std::vector<DiscreteGaussian> all;
    for (const double sigma :
         {0.0, 5e-324, 1e-300, 1e-20, 1e-3, 40.0, 1e6, 1e20, 1e300, infinity}) {
        for (const double k : {1.0, 3.0, 1e6, domain::WholeSensitivity::most}) {
            all.push_back({.sigma = sigma, .sensitivity = k});
        }
    }
    return all;
}
std::vector<DiscreteLaplace> oddities(std::type_identity<DiscreteLaplace>) {
    std::vector<DiscreteLaplace> all;
    for (const double a : {0.0, 5e-324, 1e-300, 1e-20, 1e-6, 40.0, 1e6, 1e20, 1e300, infinity}) {
        for (const double k : {1.0, 2.0, 3.0, 1e6, domain::WholeSensitivity::most}) {
            all.push_back({.noise_parameter = Epsilon{a}, .sensitivity = k});
        }
    }
    return all;
}
std::vector<RandomizedResponse> oddities(std::type_identity<RandomizedResponse>) {
    std::vector<RandomizedResponse> all;
    for (const double p : {0.0, 5e-324, 1e-300, 1e-17, std::nextafter(0.5, 0.0), 0.5,
                           std::nextafter(0.5, 1.0), std::nextafter(1.0, 0.0), 1.0}) {
        all.push_back({.p = p});
    }
    return all;
}
std::vector<BucketRandomizedResponse> oddities(std::type_identity<BucketRandomizedResponse>) {
    std::vector<BucketRandomizedResponse> all;
    for (const Relation relation : {Relation::replace_one, Relation::replace_special}) {
        for (const double p : {0.0, 5e-324, 1e-300, 1e-17, 0.5, std::nextafter(1.0, 0.0), 1.0}) {
            for (const double k : {1.0, 2.0, 3.0, 1e6, 0x1p53}) {
                all.push_back({.noise_parameter = p, .num_buckets = k, .relation = relation});
            }
        }
    }
    return all;
}

template <class M>
class MechanismContract : public testing::Test {
protected:
    static auto all_examples() { return examples(std::type_identity<M>{}); }
    static auto all_oddities() { return oddities(std::type_identity<M>{}); }
    static auto without_noise() { return extremes(std::type_identity<M>{}).first; }
    static auto only_noise() { return extremes(std::type_identity<M>{}).second; }
};

template <class Variant>
struct TypesOf;
template <class... M>
struct TypesOf<std::variant<M...>> {
    using Types = testing::Types<M...>;
};
TYPED_TEST_SUITE(MechanismContract, TypesOf<AnyMechanism>::Types);

const std::vector<double> orders{1,   1 + 1e-12, 1.001, 1.1, 1.5,   2,       3.7,
                                 10., 64,        500.,  1e6, 1e300, infinity};
const std::vector<double> epsilons{0, 1e-9, 0.01, 0.1, 0.3, 0.5, 1, 1.7, 3, 5, 10, 50};
const std::vector<double> deltas{1e-15, 1e-6, 1e-3, 0.01, 0.1, 0.3, 0.6, 0.99};

TYPED_TEST(MechanismContract, NamesItsParameters) {
    EXPECT_FALSE(TypeParam::name.empty());
    std::apply(
        [](const auto&... field) {
            EXPECT_GE(sizeof...(field), 1u);
            EXPECT_FALSE((field.name.empty() || ...));
            EXPECT_FALSE((field.meaning.empty() || ...));
        },
        TypeParam::fields);
}

TYPED_TEST(MechanismContract, RenyiGrowsWithTheOrderUpToPure) {
    for (const auto& mechanism : this->all_examples()) {
        for (std::size_t i = 1; i < orders.size(); ++i) {
            EXPECT_LE(mechanism.renyi(Order{orders[i - 1]}).lower,
                      mechanism.renyi(Order{orders[i]}).upper);
        }
        EXPECT_EQ(mechanism.renyi(Order{infinity}), mechanism.pure_epsilon());
    }
}

TYPED_TEST(MechanismContract, RenyiIsContinuousAtOrderOne) {
    for (const auto& mechanism : this->all_examples()) {
        const Bracket at_one = mechanism.renyi(Order{1.0});
        const Bracket close = mechanism.renyi(Order{1 + 1e-12});
        EXPECT_NEAR(close.middle(), at_one.middle(), 1e-9 * at_one.middle());
        EXPECT_LT(close.width(), 1e-12 * at_one.middle());
    }
}

TYPED_TEST(MechanismContract, TheCumulantIsConvex) {
    for (const auto& mechanism : this->all_examples()) {
        const auto cumulant = [&](double order) {
            return (Bracket(order) - 1) * mechanism.renyi(Order{order});
        };
        for (const double order : {1.001, 1.5, 2.0, 3.7, 10.0, 64.0}) {
            const double step = (order - 1) / 2;
            const Bracket chord = (cumulant(order - step) + cumulant(order + step)) / 2;
            EXPECT_LE(cumulant(order).lower, chord.upper) << order;
        }
    }
}

TYPED_TEST(MechanismContract, DeltaFalls) {
    for (const auto& mechanism : this->all_examples()) {
        for (std::size_t i = 1; i < epsilons.size(); ++i) {
            EXPECT_GE(mechanism.delta(Epsilon{epsilons[i - 1]}).upper,
                      mechanism.delta(Epsilon{epsilons[i]}).lower);
        }
    }
}

TYPED_TEST(MechanismContract, EpsilonInvertsDelta) {
    for (const auto& mechanism : this->all_examples()) {
        for (const double delta : deltas) {
            const Bracket epsilon = mechanism.epsilon(Delta{delta});
            EXPECT_LE(mechanism.delta(Epsilon{epsilon.upper}).lower, delta);
            if (epsilon.lower > 0) {
                EXPECT_GE(mechanism.delta(Epsilon{epsilon.lower}).upper, delta);
            }
            EXPECT_LT(epsilon.width(), 1e-10 * (1 + epsilon.upper));
        }
        EXPECT_EQ(mechanism.epsilon(Delta{0.0}).upper, mechanism.pure_epsilon().upper);
        EXPECT_EQ(mechanism.epsilon(Delta{1.0}), Bracket(0));
    }
}

// The profile is the largest 1 - T(x) - e^ε x. It is reached by rejecting where the loss exceeds
// ε, in one order of the pair or the other.
TYPED_TEST(MechanismContract, ProfileIsDualToTheTradeoff) {
    for (const auto& mechanism : this->all_examples()) {
        for (const double epsilon : epsilons) {
            const Bracket delta = mechanism.delta(Epsilon{epsilon});
            const auto gain = [&](double x) {
                return 1 - mechanism.tradeoff(x) - exp(Bracket(epsilon)) * x;
            };
            for (int i = 0; i <= 50; ++i) {
                const double x = std::pow(10.0, -i / 5.0);
                EXPECT_LE(gain(x).lower, delta.upper) << epsilon << " " << x;
            }
            const Bracket above = 1 - mechanism.loss_cdf(epsilon);
            const double forward = ((above - delta) / exp(Bracket(epsilon))).middle();
            const double backward = mechanism.loss_cdf(-epsilon).middle();
            const double best = std::max(gain(std::clamp(forward, 0.0, 1.0)).upper,
                                         gain(std::clamp(backward, 0.0, 1.0)).upper);
            EXPECT_GE(best, delta.lower - 1e-12) << epsilon;
        }
    }
}

TYPED_TEST(MechanismContract, TradeoffFallsFromAtMostOneToZero) {
    for (const auto& mechanism : this->all_examples()) {
        double before = 1;
        for (int i = 0; i <= 100; ++i) {
            const double x = i / 100.0;
            const Bracket miss = mechanism.tradeoff(x);
            EXPECT_LE(miss.lower, before);
            EXPECT_LE(miss.lower, (1 - Bracket(x)).upper);
            EXPECT_GE(miss.lower, -1e-15);
            before = miss.upper;
        }
        EXPECT_LT(mechanism.tradeoff(1.0).upper, 1e-15);
    }
}

// E_P[e^((α-1)L)] = e^((α-1) D_α(P‖Q)) and E_P[e^(-αL)] = e^((α-1) D_α(Q‖P)), summed over a grid
// of losses so that the truth lies between the two sums.
TYPED_TEST(MechanismContract, TheLossLawGivesTheRenyiCurve) {
    for (const auto& mechanism : this->all_examples()) {
        const double mean = mechanism.renyi(Order{1.0}).middle();
        const double reach =
            std::min(mechanism.pure_epsilon().upper, mean + 12 * std::sqrt(2 * mean));
        const auto moment = [&](double exponent) -> Bracket {
            constexpr int cells = 20000;
            double low = 0, high = 0;
            double before = mechanism.loss_cdf(-reach).middle();
            low = high = before * std::exp(-exponent * reach);
            for (int i = 1; i <= cells; ++i) {
                const double left = reach * (2.0 * (i - 1) / cells - 1);
                const double right = reach * (2.0 * i / cells - 1);
                const double now = mechanism.loss_cdf(right).upper;
                const double a = std::exp(exponent * left), b = std::exp(exponent * right);
                low += (now - before) * std::min(a, b);
                high += (now - before) * std::max(a, b);
                before = now;
            }
            return {low, high};
        };
        for (const double order : {1.5, 2.0, 3.0}) {
            const Bracket forward = moment(order - 1), backward = moment(-order);
            const Bracket renyi = mechanism.renyi(Order{order});
            const double power = std::exp((order - 1) * renyi.middle());
            const double slack = 1e-9 * power;
            EXPECT_GE(power, max(forward, backward).lower - slack) << order;
            EXPECT_LE(power, max(forward, backward).upper + slack) << order;
        }
    }
}

TYPED_TEST(MechanismContract, NoRenyiBoundBeatsTheExactProfile) {
    for (const auto& mechanism : this->all_examples()) {
        for (const double delta : deltas) {
            const double exact = mechanism.epsilon(Delta{delta}).lower;
            for (const double order : {1.1, 1.5, 2.0, 3.7, 10.0, 64.0, 500.0}) {
                // CKS20 Proposition 12.
                const Bracket a = order;
                const Bracket claim =
                    mechanism.renyi(Order{order}) + log1p(-1 / a) - log(delta * a) / (a - 1);
                EXPECT_GE(std::max(claim.upper, 0.0), exact) << order << " " << delta;
            }
        }
    }
}

TYPED_TEST(MechanismContract, ZcdpCoversTheCurveAndIsTight) {
    for (const auto& mechanism : this->all_examples()) {
        const Bracket rho = mechanism.zcdp_rho();
        double steepest = 0;
        for (int i = -900; i <= 700; ++i) {
            const double order = 1 + std::pow(10.0, i / 100.0);
            const Bracket slope = mechanism.renyi(Order{order}) / order;
            EXPECT_LE(slope.lower, rho.upper) << order;
            steepest = std::max(steepest, slope.upper);
        }
        EXPECT_GE(steepest, rho.lower * (1 - 1e-4));
        EXPECT_LT(rho.width(), 1e-5 * rho.upper);
    }
}

TYPED_TEST(MechanismContract, TheConcentratedPairBoundsTheCurve) {
    // E e^(λ(L - E L)) ≤ e^(λ²τ²/2) at λ = α - 1.
    for (const auto& mechanism : this->all_examples()) {
        const CDP cdp = mechanism.cdp();
        EXPECT_GE(cdp.mu.value(), mechanism.renyi(Order{1.0}).lower);
        EXPECT_LE(cdp.tau.value(), mechanism.pure_epsilon().upper * (1 + 1e-15));
        for (const double order : {1.001, 1.1, 1.5, 2.0, 3.7, 10.0, 64.0, 500.0}) {
            const double tau = cdp.tau.value();
            EXPECT_LE(mechanism.renyi(Order{order}).lower,
                      (cdp.mu.value() + (order - 1) * tau * tau / 2) * (1 + 1e-14));
        }
    }
}

TYPED_TEST(MechanismContract, WithoutNoiseEverythingIsRevealed) {
    const auto mechanism = this->without_noise();
    EXPECT_EQ(mechanism.pure_epsilon(), Bracket(infinity));
    EXPECT_EQ(mechanism.zcdp_rho(), Bracket(infinity));
    EXPECT_EQ(mechanism.cdp(), (CDP{Mu{infinity}, Tau{infinity}}));
    for (const double order : orders) EXPECT_EQ(mechanism.renyi(Order{order}), Bracket(infinity));
    for (const double x : {0.0, 1.0, 1e300, infinity}) {
        EXPECT_EQ(mechanism.delta(Epsilon{x}), Bracket(1));
    }
    EXPECT_EQ(mechanism.epsilon(Delta{0.0}), Bracket(infinity));
    EXPECT_EQ(mechanism.epsilon(Delta{0.9}), Bracket(infinity));
    EXPECT_EQ(mechanism.epsilon(Delta{1.0}), Bracket(0));
    for (const double x : {0.0, 0.5, 1.0}) EXPECT_EQ(mechanism.tradeoff(x), Bracket(0));
    EXPECT_EQ(mechanism.loss_cdf(1e300), Bracket(0));
    EXPECT_EQ(mechanism.loss_cdf(infinity), Bracket(1));
    EXPECT_EQ(mechanism.output_cdf(-1e-300), Bracket(0));
    EXPECT_EQ(mechanism.output_cdf(0), Bracket(1));
}

TYPED_TEST(MechanismContract, OnlyNoiseRevealsNothing) {
    const auto mechanism = this->only_noise();
    EXPECT_EQ(mechanism.pure_epsilon(), Bracket(0));
    EXPECT_EQ(mechanism.zcdp_rho(), Bracket(0));
    EXPECT_EQ(mechanism.cdp(), (CDP{Mu{0.0}, Tau{0.0}}));
    for (const double order : orders) EXPECT_EQ(mechanism.renyi(Order{order}), Bracket(0));
    for (const double x : {0.0, 1.0, infinity}) EXPECT_EQ(mechanism.delta(Epsilon{x}), Bracket(0));
    for (const double x : {0.0, 0.5, 1.0}) {
        EXPECT_EQ(mechanism.epsilon(Delta{x}), Bracket(0));
        EXPECT_EQ(mechanism.tradeoff(x), Bracket(1 - x));
    }
    EXPECT_EQ(mechanism.loss_cdf(-1e-300), Bracket(0));
    EXPECT_EQ(mechanism.loss_cdf(0), Bracket(1));
}

TYPED_TEST(MechanismContract, NoParameterLeavesTheRangeOfAnAnswer) {
    const auto is_probability = [](Bracket x) { return 0 <= x.lower && x.upper <= 1; };
    for (const auto& mechanism : this->all_oddities()) {
        EXPECT_GE(mechanism.pure_epsilon().lower, 0);
        for (const double order : orders) {
            const Bracket renyi = mechanism.renyi(Order{order});
            EXPECT_GE(renyi.lower, 0);
            EXPECT_LE(renyi.lower, mechanism.pure_epsilon().upper);
        }
        for (const double x : {0.0, 5e-324, 1e-300, 1e-10, 1.0, 700.0, 1e5, 1e300, infinity}) {
            EXPECT_TRUE(is_probability(mechanism.delta(Epsilon{x}))) << x;
            EXPECT_TRUE(is_probability(mechanism.loss_cdf(x))) << x;
            EXPECT_TRUE(is_probability(mechanism.loss_cdf(-x))) << x;
            EXPECT_TRUE(is_probability(mechanism.output_cdf(x))) << x;
            EXPECT_TRUE(is_probability(mechanism.output_cdf(-x))) << x;
        }
        for (const double x : {0.0, 5e-324, 1e-300, 1e-10, 0.5, 1 - 0x1p-53, 1.0}) {
            EXPECT_TRUE(is_probability(mechanism.tradeoff(x))) << x;
            const Bracket epsilon = mechanism.epsilon(Delta{x});
            EXPECT_GE(epsilon.lower, 0);
            EXPECT_LE(epsilon.lower, mechanism.pure_epsilon().upper);
        }
        EXPECT_GE(mechanism.zcdp_rho().lower, 0);
        EXPECT_GE(mechanism.cdp().tau.value(), 0);
    }
}

// δ at ε = ∞ is the probability of an infinite loss.
TEST(DeltaAtInfinity, MechanismsWithoutNoiseLoseEverythingAtInfiniteEpsilon) {
    const Epsilon never{infinity};
    EXPECT_EQ(Gaussian{NoiseScale{0.0}}.delta(never), Bracket(1));
    EXPECT_EQ(Laplace{NoiseScale{0.0}}.delta(never), Bracket(1));
    EXPECT_EQ(RandomizedResponse{Probability{1.0}}.delta(never), Bracket(1));
    EXPECT_EQ(Gaussian{NoiseScale{1.0}}.delta(never), Bracket(0));
    EXPECT_EQ(Laplace{NoiseScale{1.0}}.delta(never), Bracket(0));
    EXPECT_EQ(RandomizedResponse{Probability{0.75}}.delta(never), Bracket(0));
}

}  // namespace contract_test
}  // namespace mizan
