// SPDX-License-Identifier: Apache-2.0
// Poisson samples of Gaussian noise of which one record takes another value.
#include <cmath>

#include <gtest/gtest.h>

#include "mizan/account/account.hpp"
#include "mizan/calibrate/calibrate.hpp"
#include "mizan/curve/curves.hpp"

#include "support/oracle.hpp"

namespace mizan {
namespace replaced_record_test {

using oracle::Real;

// One run. The loss grows with x. It equals ε where q k y² + (1 - q)(1 - e^ε) y - e^ε q k = 0, y =
// e^{x/σ²}, k = e^{-1/2σ²}; δ is the excess beyond that place.
Real replaced_delta(double q, double sigma, double epsilon) {
    const Real s = sigma, factor = exp(Real(epsilon)), k = q * exp(-1 / (2 * s * s));
    const Real half = (1 - Real(q)) * (factor - 1) / 2;
    const Real x = s * s * log((half + sqrt(half * half + factor * k * k)) / k);
    const Real base = (1 - Real(q)) * oracle::normal_tail(x / s);
    return base + q * oracle::normal_tail((x - 1) / s) -
           factor * (base + q * oracle::normal_tail((x + 1) / s));
}

const Neighbours replacing{.relation = Relation::replace_one};

Answer replaced(const Program& program, const Question& at) {
    return account(program, Question{.at = at.at, .relation = Relation::replace_one});
}

Program training(Count count, double q, double sigma) {
    return count * poisson(q, Program(Gaussian{.noise_multiplier = sigma}));
}

TEST(Replaced, OneRoundIsKnownExactly) {
    for (const double q : {0.01, 0.5}) {
        for (const double sigma : {0.7, 2.0}) {
            for (const double epsilon : {0.1, 1.0, 3.0}) {
                const Bracket delta =
                    replaced(training(1, q, sigma), {.at = Epsilon{epsilon}}).delta;
                EXPECT_TRUE(oracle::contains(delta, replaced_delta(q, sigma, epsilon))) << delta;
                EXPECT_LE(delta.width(), 1e-8 * delta.upper + 1e-14);
            }
        }
    }
}

// ε at δ = 1e-5 by inversion with thirty digits.
TEST(Replaced, TrainingIsKnownToTwelveDigits) {
    const Answer answer = replaced(training(1000, 0.01, 1), {.at = Delta{1e-5}});
    EXPECT_NEAR(answer.epsilon.upper, 2.84344025927445955, 3e-12);
    EXPECT_LE(answer.epsilon.width(), 3e-12);
    EXPECT_EQ(answer.best, "pld");
}

TEST(Replaced, WithEveryRecordDrawnTheLawsAreTwiceAsFarApart) {
    const Answer all = replaced(training(3, 1, 2), {.at = Delta{1e-6}});
    const Answer whole =
        replaced(3 * Program(Gaussian{.noise_multiplier = 1}), {.at = Delta{1e-6}});
    const Answer nearly = replaced(training(3, 1 - 0x1p-40, 2), {.at = Delta{1e-6}});
    EXPECT_EQ(all.epsilon, whole.epsilon);
    EXPECT_NEAR(nearly.epsilon.upper, whole.epsilon.upper, 1e-9);
    EXPECT_EQ(replaced(poisson(1, Program(Laplace{.noise_multiplier = 2})), {.at = Delta{0.0}})
                  .epsilon.upper,
              0.5);
}

// Larger samples and less noise cost more. To replace a record costs no less than to remove it, and
// no more than to remove it and add another: Pr[M(D) ∈ S] ≤ e^{2ε} Pr[M(D'') ∈ S] + (1 + e^ε) δ(ε).
TEST(Replaced, CostsNoLessThanOneRemovalAndNoMoreThanTwoChanges) {
    const auto epsilon_of = [](double q, double sigma) {
        const Question question{.at = Delta{1e-6}, .relation = Relation::replace_one};
        return cost(training(300, q, sigma), question);
    };
    for (const double q : {1e-3, 0.03, 0.4}) {
        for (const double sigma : {0.8, 1.5, 6.0}) {
            const Program program = training(300, q, sigma);
            const double epsilon = epsilon_of(q, sigma).lower;
            EXPECT_GT(epsilon, cost(program, {.at = Delta{1e-6}}).upper);
            EXPECT_GT(epsilon, epsilon_of(q * 0.9, sigma).upper);
            EXPECT_GT(epsilon, epsilon_of(q, sigma * 1.1).upper);
            const double one = cost(program, {.at = Delta{1e-7}}).upper;
            if (one > 50) continue;
            const Question two{.at = Epsilon{2 * one}, .relation = Relation::replace_one};
            EXPECT_LE(cost(program, two).lower, (1 + std::exp(one)) * 1e-7 * (1 + 1e-9));
        }
    }
}

TEST(Replaced, HasItsCurves) {
    const Program program = training(10, 0.1, 1);
    const CurvePoint point = renyi_curve(program, replacing, {Order{2.5}}).front();
    EXPECT_LE(point.y.width(), 1e-12 * point.y.upper);
    const auto profile = privacy_profile(program, replacing, {Epsilon{0.5}, Epsilon{1.0}});
    EXPECT_LT(profile[1].y.upper, profile[0].y.lower);
    EXPECT_LE(profile[0].y.width(), 1e-9 * profile[0].y.upper);
    const auto tradeoff = tradeoff_curve(program, replacing, {Probability{0.25}});
    EXPECT_GT(tradeoff.front().y.lower, 0);
}

TEST(Replaced, Calibrates) {
    const Unknown noise{.name = "noise_multiplier", .cost = Unknown::Cost::falls};
    const ProgramTemplate unknown(noise, [](double sigma) { return training(100, 0.1, sigma); });
    const Target target{.keep = ApproxDP{Epsilon{2.0}, Delta{1e-6}},
                        .relation = Relation::replace_one};
    const auto found = std::get<Calibration>(calibrate(unknown, target));
    EXPECT_LE(found.cost.upper, 2);
    EXPECT_GT(replaced(unknown(found.parameter * (1 - 1e-8)), {.at = Delta{1e-6}}).epsilon.lower,
              2);
    const Unknown sample{.name = "sampling_probability", .most = 1};
    const double sigma = found.parameter;
    const ProgramTemplate size(sample, [sigma](double q) { return training(100, q, sigma); });
    EXPECT_NEAR(std::get<Calibration>(calibrate(size, target)).parameter, 0.1, 1e-8);
}

// If few runs are drawn, and seldom, a large loss is that of one run, and no saddle leads to ε. A
// line of 58,000 nodes finds it between these numbers.
TEST(Replaced, FewRunsThatAreSeldomDrawnAreKnownSharply) {
    const Bracket known(2.026128510167605, 2.0261285262092481);
    const Bracket found = replaced(training(25, 0.0004570237502795581, 0.6819517178712781),
                                   {.at = Delta{7.51671e-12}})
                              .epsilon;
    EXPECT_LT(found.lower, known.upper);
    EXPECT_GT(found.upper, known.lower);
    EXPECT_LT(found.width(), 3e-7);
}

// The saddle is so far from the answer that Newton's method goes astray.
TEST(Replaced, FewRunsAmongOthersAreKnownSharply) {
    const Program program = 2 * poisson(8.37303e-05, Gaussian{.noise_multiplier = 12.4493}) +
                            3 * Program(Laplace{.noise_multiplier = 34.6});
    const Bracket found =
        cost(program, {.at = Delta{3.40791e-14}, .relation = Relation::replace_one});
    EXPECT_LT(found.width(), 1e-6 * found.upper) << found;
    EXPECT_NEAR(found.middle(), 0.0868063754, 1e-8);  // three runs of Laplace noise alone: 0.0867
}

}  // namespace replaced_record_test
}  // namespace mizan
