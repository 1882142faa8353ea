// SPDX-License-Identifier: Apache-2.0
// Programs that add noise in whole numbers, against the enumeration of everything they can show.
#include <cmath>
#include <tuple>

#include <gtest/gtest.h>

#include "mizan/account/account.hpp"
#include "mizan/curve/curves.hpp"

#include "support/pairs.hpp"

namespace mizan {
namespace discrete_test {

using oracle::Pair;
using oracle::Real;

DiscreteLaplace laplace_steps(double a, double k) {
    return {.noise_parameter = Epsilon{a}, .sensitivity = k};
}

// Outputs from 0 to k; smaller ones count as 0 and larger ones as k.
Pair law_of(const DiscreteLaplace& mechanism) {
    const Real a = mechanism.noise_parameter.value(), r = exp(-a);
    const int k = static_cast<int>(mechanism.sensitivity.value());
    Pair pair;
    for (int y = 0; y <= k; ++y) {
        const Real weight = y == 0 || y == k ? Real(1 / (1 + r)) : Real((1 - r) / (1 + r));
        pair.p.push_back(weight * exp(-a * y));
        pair.q.push_back(weight * exp(-a * (k - y)));
    }
    return pair;
}

Pair product(const Pair& first, const Pair& second) {
    Pair all;
    for (std::size_t i = 0; i < first.p.size(); ++i) {
        for (std::size_t j = 0; j < second.p.size(); ++j) {
            all.p.push_back(first.p[i] * second.p[j]);
            all.q.push_back(first.q[i] * second.q[j]);
        }
    }
    return all;
}
Pair times(int count, const Pair& pair) {
    Pair all{{Real(1)}, {Real(1)}};
    for (int run = 0; run < count; ++run) all = product(all, pair);
    return all;
}
Pair on_samples(double q, Pair pair) {
    for (std::size_t i = 0; i < pair.p.size(); ++i) {
        pair.p[i] = Real(q) * pair.p[i] + (1 - Real(q)) * pair.q[i];
    }
    return pair;
}
Pair reversed(const Pair& pair) { return {pair.q, pair.p}; }

// Both questions contain the truth, and closely.
void expect_truth(const Program& program, const Pair& law, double epsilon, double width) {
    const Real forward = law.hockey_stick(Real(epsilon));
    const Real backward = reversed(law).hockey_stick(Real(epsilon));
    const Real exact = forward > backward ? forward : backward;
    const Answer answer = account(program, Epsilon{epsilon});
    EXPECT_LE(Real(answer.delta.lower), exact * (1 + Real(1e-30))) << epsilon;
    EXPECT_GE(Real(answer.delta.upper), exact * (1 - Real(1e-30))) << epsilon;
    EXPECT_LE(answer.delta.width(), width * answer.delta.upper) << epsilon;
    const double delta = static_cast<double>(exact);
    const Bracket back = account(program, Delta{delta}).epsilon;
    EXPECT_LE(back.lower, epsilon * (1 + 1e-14));
    EXPECT_GE(back.upper, epsilon * (1 - 1e-14));
}

DiscreteGaussian gaussian_steps(double sigma, double k) {
    return {.sigma = sigma, .sensitivity = k};
}

// The two laws, listed out to where less than 1e-35 of the probability is left.
Pair law_of(const DiscreteGaussian& mechanism) {
    const double sigma = mechanism.sigma.value();
    const int k = static_cast<int>(mechanism.sensitivity.value());
    const int reach = static_cast<int>(13 * sigma) + 2;
    const auto density = [&](int z) -> Real {
        return exp(-Real(z) * z / (2 * Real(sigma) * Real(sigma)));
    };
    Real total = 0;
    for (int z = -reach; z <= reach; ++z) total += density(z);
    Pair pair;
    for (int y = -reach; y <= k + reach; ++y) {
        pair.p.push_back(density(y) / total);
        pair.q.push_back(density(k - y) / total);
    }
    return pair;
}

TEST(DiscreteLaplaceProgram, CostsWhatItsOutcomesSay) {
    for (const auto& [a, k] : {std::pair{0.8, 1.0}, std::pair{0.5, 2.0}, std::pair{0.1, 5.0}}) {
        const DiscreteLaplace mechanism = laplace_steps(a, k);
        for (const double part : {0.1, 0.45, 0.9}) {
            expect_truth(mechanism, law_of(mechanism), part * a * k, 1e-9);
            expect_truth(3 * Program(mechanism), times(3, law_of(mechanism)), part * a * k, 1e-9);
        }
    }
}

TEST(DiscreteLaplaceProgram, ComposesByInversionToo) {
    const DiscreteLaplace two = laplace_steps(0.3, 2), three = laplace_steps(0.2, 3);
    const Pair law = product(times(6, law_of(two)), times(2, law_of(three)));
    const Program program = 6 * Program(two) + 2 * Program(three);
    for (const double epsilon : {0.2, 1.0, 2.5}) expect_truth(program, law, epsilon, 1e-5);
}

TEST(DiscreteLaplaceProgram, OnSamplesCostsWhatItsOutcomesSay) {
    const DiscreteLaplace mechanism = laplace_steps(0.4, 3);
    const Pair law = on_samples(0.2, law_of(mechanism));
    for (const double epsilon : {0.01, 0.1, 0.2}) {
        expect_truth(poisson(0.2, mechanism), law, epsilon, 1e-9);
        expect_truth(3 * poisson(0.2, mechanism), times(3, law), epsilon, 1e-9);
    }
}

TEST(DiscreteLaplaceProgram, OneStepIsRandomizedResponse) {
    const Program steps = 50 * Program(laplace_steps(std::log(3.0), 1));
    const Program answers = 50 * Program(RandomizedResponse{.p = 0.75});
    const Bracket first = account(steps, Delta{1e-6}).epsilon;
    const Bracket second = account(answers, Delta{1e-6}).epsilon;
    EXPECT_NEAR(first.middle(), second.middle(), 1e-9);
}

// Many small steps are Laplace noise, whether they are listed one by one or not.
TEST(DiscreteLaplaceProgram, ManyStepsAreLaplaceNoise) {
    const Bracket smooth = account(100 * Program(Laplace{10}), Delta{1e-6}).epsilon;
    double before = infinity;
    for (const double k : {2.0, 20.0, 300.0, 1e5, 1e12}) {
        const Bracket steps =
            account(100 * Program(laplace_steps(0.1 / k, k)), Delta{1e-6}).epsilon;
        EXPECT_GE(steps.upper, smooth.lower) << k;
        EXPECT_LE(steps.lower, before) << k;
        EXPECT_LE(steps.width(), 1e-4 * steps.upper) << k;
        before = steps.upper;
    }
    EXPECT_NEAR(before, smooth.upper, 1e-5);
}

TEST(DiscreteLaplaceProgram, GroupsMoveTheAnswerFarther) {
    const Program one = laplace_steps(0.1, 2), five = laplace_steps(0.1, 10);
    EXPECT_EQ(account(group(5, one), Delta{1e-6}).epsilon, account(five, Delta{1e-6}).epsilon);
    // More than a sensitivity can say.
    const Program many = group(max_count, laplace_steps(1e-31, 1e15));
    const Answer answer = account(many, Delta{1e-6});
    EXPECT_NEAR(answer.epsilon.upper, 0.9007199254740991, 1e-5);
    EXPECT_GE(answer.epsilon.lower, 0);
}

TEST(DiscreteLaplaceProgram, HasEveryCurve) {
    const Program program = laplace_steps(0.5, 3);
    const auto points = renyi_curve(program, {}, {Order{1.0}, Order{2.0}, Order{infinity}});
    EXPECT_NEAR(static_cast<double>(law_of(laplace_steps(0.5, 3)).renyi(Real(2))),
                points[1].y.middle(), 1e-14);
    EXPECT_LT(points[1].y.width(), 1e-14);
    EXPECT_EQ(points[2].y, Bracket(1.5));
    const auto tests = tradeoff_curve(program, {}, {Probability{0.1}});
    EXPECT_NEAR(tests[0].y.middle(), 1 - std::exp(1.5) * 0.1, 1e-12);
    const LossCurve losses = loss_curve(2 * program, {}, 100);
    EXPECT_EQ(losses.points.size(), 7u);
    const Program many = laplace_steps(1e-6, 1e6);
    EXPECT_EQ(loss_curve(many, {}, 100).points.size(), 100u);
    EXPECT_EQ(loss_curve(2 * many, {}, 10).points.size(), 10u);  // from the profile
}

TEST(DiscreteGaussianProgram, CostsWhatItsOutcomesSay) {
    for (const auto& [sigma, k] : {std::pair{0.4, 1.0}, std::pair{1.0, 2.0}, std::pair{8.0, 3.0}}) {
        const DiscreteGaussian mechanism = gaussian_steps(sigma, k);
        for (const double deviations : {0.3, 2.0}) {
            const double mu = k / sigma, epsilon = mu * mu / 2 + deviations * mu;
            expect_truth(mechanism, law_of(mechanism), epsilon, 1e-9);
        }
    }
    const DiscreteGaussian mechanism = gaussian_steps(0.7, 1);
    for (const double epsilon : {0.5, 3.0}) {
        expect_truth(2 * Program(mechanism), times(2, law_of(mechanism)), epsilon, 1e-6);
    }
}

// n runs of the same noise show their sum: a loss on the same lattice, whose law is that of the sum
// of n whole numbers. The convolution is exact, the transform has packets.
TEST(DiscreteGaussianProgram, ManyStepsComposeByTheirPackets) {
    const double sigma = 7, k = 2;
    const int runs = 3;
    const Pair one = law_of(gaussian_steps(sigma, k));
    std::vector<Real> sum{Real(1)};
    for (int run = 0; run < runs; ++run) {
        std::vector<Real> next(sum.size() + one.p.size() - 1);
        for (std::size_t i = 0; i < sum.size(); ++i) {
            for (std::size_t j = 0; j < one.p.size(); ++j) next[i + j] += sum[i] * one.p[j];
        }
        sum = std::move(next);
    }
    const int reach = static_cast<int>(13 * sigma) + 2;
    for (const double epsilon : {0.2, 1.5, 3.0}) {
        Real exact = 0;
        for (std::size_t i = 0; i < sum.size(); ++i) {
            const int y = static_cast<int>(i) - runs * reach;
            const Real loss = Real(k) * (runs * k - 2 * y) / (2 * Real(sigma) * Real(sigma));
            if (loss > Real(epsilon)) exact += sum[i] * (1 - exp(Real(epsilon) - loss));
        }
        const Bracket delta =
            account(runs * Program(gaussian_steps(sigma, k)), Epsilon{epsilon}).delta;
        EXPECT_LE(Real(delta.lower), exact) << epsilon;
        EXPECT_GE(Real(delta.upper), exact) << epsilon;
        EXPECT_LE(delta.width(), 1e-3 * delta.upper) << epsilon;
    }
}

// Lists of losses without a common lattice took so long for every node that 100 of them were left 7
// % wide.
TEST(DiscreteGaussianProgram, ManyDifferentOnesComposeByTheirPackets) {
    const auto different = [](int count, double least) {
        std::vector<Program> all;
        for (int i = 0; i < count; ++i) {
            all.push_back(DiscreteGaussian{.sigma = least + double(i) / count, .sensitivity = 1});
        }
        return account(sequence(all), Delta{1e-5}).epsilon;
    };
    // What the lists said of 20 and 40 of them.
    for (const auto& [count, known] : {std::pair{20, Bracket(9.0547158469, 9.0547743957)},
                                       std::pair{40, Bracket(13.8490938711, 13.8491544711)},
                                       std::pair{100, Bracket(24.579, 26.245)}}) {
        const Bracket found = different(count, 2);
        EXPECT_LE(found.width(), 1e-7 * found.upper) << count;
        EXPECT_TRUE(known.lower <= found.lower && found.upper <= known.upper) << count;
    }
    // Noise below 2 is listed beside the others.
    const Bracket mixed = different(40, 1.5);
    EXPECT_LE(mixed.width(), 1e-3 * mixed.upper);
}

TEST(DiscreteGaussianProgram, WithMuchNoiseIsGaussianNoise) {
    for (const double sigma : {100.0, 1e6}) {
        const Bracket smooth = account(100 * Program(Gaussian{sigma / 3}), Delta{1e-6}).epsilon;
        const Bracket steps = account(100 * Program(gaussian_steps(sigma, 3)), Delta{1e-6}).epsilon;
        EXPECT_NEAR(steps.upper / smooth.upper, 1, 1e-3) << sigma;
        EXPECT_NEAR(steps.lower / smooth.lower, 1, 1e-3) << sigma;
    }
}

TEST(DiscreteGaussianProgram, OnSamplesIsAmplified) {
    const DiscreteGaussian few = gaussian_steps(0.8, 1), many = gaussian_steps(50, 10);
    const Pair law = on_samples(0.2, law_of(few));
    for (const double epsilon : {0.1, 0.5}) expect_truth(poisson(0.2, few), law, epsilon, 1e-6);
    const Answer answer = account(1000 * poisson(0.01, many), Delta{1e-6});
    EXPECT_LT(answer.epsilon.upper, account(1000 * Program(many), Delta{1e-6}).epsilon.lower);
    EXPECT_EQ(answer.best, "pld");
    EXPECT_LT(answer.epsilon.width(), 0.01 * answer.epsilon.upper);
}

TEST(DiscreteGaussianProgram, GroupsMoveTheAnswerFarther) {
    EXPECT_EQ(account(group(5, gaussian_steps(3, 2)), Delta{1e-6}).epsilon,
              account(gaussian_steps(3, 10), Delta{1e-6}).epsilon);
    const Program many = group(max_count, gaussian_steps(1e31, 1e15));
    const Answer answer = account(many, Delta{1e-6});
    EXPECT_EQ(answer.best, "zcdp");
    EXPECT_LT(answer.epsilon.upper, 10);
    const LossCurve losses = loss_curve(gaussian_steps(40, 2), {}, 50);
    EXPECT_EQ(losses.points.size(), 50u);
}

// δ(ε) of `count` runs: the noise of all together is convolved, and a sum y of it loses
// count k²/2σ² - k y/σ².
double delta_of_sums(int count, double sigma, double k, double epsilon) {
    const int far = static_cast<int>(std::ceil(12 * sigma)) + 1;
    std::vector<double> one, all{1};
    double total = 0;
    for (int y = -far; y <= far; ++y) {
        one.push_back(std::exp(-y * y / (2 * sigma * sigma)));
        total += one.back();
    }
    for (double& each : one) each /= total;
    for (int run = 0; run < count; ++run) {
        std::vector<double> next(all.size() + one.size() - 1, 0);
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all[i] < 1e-40) continue;
            for (std::size_t j = 0; j < one.size(); ++j) next[i + j] += all[i] * one[j];
        }
        all = std::move(next);
    }
    double delta = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const double y = static_cast<double>(i) - count * static_cast<double>(far);
        const double loss = k * (count * k / 2 - y) / (sigma * sigma);
        if (loss > epsilon) delta += all[i] * -std::expm1(epsilon - loss);
    }
    return delta;
}

// Between their steps such curves are level, and one law's likeliest outcomes are the other's
// rarest.
TEST(DiscreteGaussianProgram, OfLossesFarApartIsSharp) {
    for (const auto& [count, sigma, k] :
         {std::tuple(532, 2.0, 100.0), {532, 2.0, 863985.0}, {700, 0.2207, 1.0}, {10, 0.8, 1e4}}) {
        for (const double delta : {0.05, 0.0011117, 1.3e-7, 2e-12}) {
            SCOPED_TRACE(::testing::Message() << count << ' ' << sigma << ' ' << k << ' ' << delta);
            const Bracket found = cost(count * Program(gaussian_steps(sigma, k)), {Delta{delta}});
            ASSERT_LT(found.width(), 1e-9 * found.upper);
            // No double is as near to a step as its width: around it lies the truth.
            EXPECT_GT(delta_of_sums(count, sigma, k, found.lower * (1 - 1e-12)),
                      delta * (1 - 1e-9));
            EXPECT_LT(delta_of_sums(count, sigma, k, found.upper * (1 + 1e-12)),
                      delta * (1 + 1e-9));
        }
    }
}

}  // namespace discrete_test
}  // namespace mizan
