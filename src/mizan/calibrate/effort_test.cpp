// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include "mizan/account/account.hpp"
#include "mizan/calibrate/calibrate.hpp"
#include "mizan/curve/curves.hpp"
#include "mizan/numeric/work.hpp"

namespace mizan {
namespace effort_test {

Program sampled(Count runs, double q, double sigma) {
    return runs * poisson(q, Gaussian{.noise_multiplier = sigma});
}

// Groups, samples of other noise, allocations, losses without a closed form, and nothing special.
std::vector<Program> dear_programs() {
    return {group(12, sampled(30, 0.1, 1)),
            sampled(1000, 0.01, 1) + Program(Laplace{.noise_multiplier = 5.0}),
            5 * poisson(0.3, Laplace{.noise_multiplier = 0.4}),
            random_allocation(100, 2, Gaussian{.noise_multiplier = 2.0}),
            20 * MixtureOfGaussians(1.5, {0.0, 1.0, 3.0}, {0.9, 0.07, 0.03}),
            20 * Gaussian{.noise_multiplier = 9.0}};
}

Question limited(std::variant<Delta, Epsilon> at, double work) {
    return {.at = at, .effort = {.work = work}};
}

constexpr double limits[] = {0, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8};

TEST(Effort, AnswersAreTrueWithEveryLimit) {
    for (const Program& program : dear_programs()) {
        for (const std::variant<Delta, Epsilon> at :
             std::vector<std::variant<Delta, Epsilon>>{Delta{1e-6}, Epsilon{0.5}}) {
            const Bracket truth = account(program, limited(at, infinity)).asked();
            for (const double limit : limits) {
                const Bracket found = account(program, limited(at, limit)).asked();
                EXPECT_LE(found.lower, truth.upper) << limit;
                EXPECT_GE(found.upper, truth.lower) << limit;
                const Bracket alone = cost(program, limited(at, limit));
                EXPECT_LE(alone.lower, truth.upper) << limit;
                EXPECT_GE(alone.upper, truth.lower) << limit;
            }
        }
    }
}

// No line of some change of the group ends, but each change has a bound.
TEST(Effort, GroupsHaveABoundWhereLinesTakeTooMuch) {
    const Program program = group(8, sampled(30, 0.1, 1));
    double work = 1e5;
    Answer found = account(program, limited(Delta{1e-6}, work));
    while (found.epsilon.upper == infinity) {
        work *= 1.2;
        found = account(program, limited(Delta{1e-6}, work));
    }
    EXPECT_TRUE(found.work_limited);
    EXPECT_LT(found.epsilon.upper, 70);  // 57.2355 with all digits
}

TEST(Effort, AnswersThatMetTheirLimitSaySoAndAreTheSameAgain) {
    const Program program = group(12, sampled(30, 0.1, 1));
    const Answer all = account(program, limited(Delta{1e-6}, infinity));
    const Answer some = account(program, limited(Delta{1e-6}, 1e5));
    EXPECT_FALSE(all.work_limited);
    EXPECT_LT(all.epsilon.width(), 1e-5 * all.epsilon.upper);
    EXPECT_TRUE(some.work_limited);
    EXPECT_TRUE(some.epsilon.upper == infinity || some.epsilon.width() > 1e-2 * some.epsilon.upper);
    const Answer again = account(program, limited(Delta{1e-6}, 1e5));
    EXPECT_EQ(some.epsilon, again.epsilon);
}

// Its work is a fixed number: neither what was asked before nor the time counts.
TEST(Effort, LimitsFallAtTheSameProductEachTime) {
    const Program program = sampled(1000, 0.01, 1);
    const Bracket sharp = cost(program, limited(Delta{1e-6}, infinity));
    const auto is_enough = [&](double limit) {
        return cost(program, limited(Delta{1e-6}, limit)) == sharp;
    };
    double low = 100, high = 1e9;  // 100 products are too few
    ASSERT_FALSE(is_enough(low));
    ASSERT_TRUE(is_enough(high));
    while (high - low > 1) {
        const double middle = std::floor((low + high) / 2);
        (is_enough(middle) ? high : low) = middle;
    }
    for (int round = 0; round < 3; ++round) {
        EXPECT_TRUE(is_enough(high));
        EXPECT_FALSE(is_enough(low));
    }
}

TEST(Effort, TheUsualLimitIsNotMetByUsualPrograms) {
    for (const Program& program : dear_programs()) {
        EXPECT_EQ(account(program, Delta{1e-6}).asked(),
                  account(program, limited(Delta{1e-6}, infinity)).asked());
    }
}

TEST(Effort, OfLessWidthTakesLessWork) {
    const Program program = 100 * Laplace{.noise_multiplier = 10.0};
    const auto products_for = [&](double width) {
        const Work counted({.work = infinity});
        const Question question{.at = Delta{1e-6}, .effort = {.width = width}};
        const Answer found = account(program, question);
        EXPECT_LE(found.epsilon.width(), std::max(width, 1e-5) * found.epsilon.upper);
        EXPECT_FALSE(found.work_limited);
        return counted.spent();
    };
    EXPECT_LT(products_for(0.01), products_for(0) / 10);
}

TEST(Effort, CurvesAreTrueWithEveryLimit) {
    const Program program = group(12, sampled(30, 0.1, 1));
    const Neighbours neighbours;
    const std::vector<Epsilon> epsilons{Epsilon{0.1}, Epsilon{1.0}, Epsilon{4.0}};
    const std::vector<Order> orders{Order{1.0}, Order{2.0}, Order{8.0}};
    const std::vector<Probability> rates{0.01, 0.2};
    const auto expect_true = [](const std::vector<CurvePoint>& found,
                                const std::vector<CurvePoint>& truth) {
        ASSERT_EQ(found.size(), truth.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            EXPECT_LE(found[i].y.lower, truth[i].y.upper);
            EXPECT_GE(found[i].y.upper, truth[i].y.lower);
        }
    };
    const Effort all{.work = infinity};
    const auto profile = privacy_profile(program, neighbours, epsilons, all);
    const auto renyi = renyi_curve(program, neighbours, orders, all);
    const auto detection = detection_curve(program, neighbours, rates, all);
    for (const double limit : limits) {
        const Effort effort{.work = limit};
        expect_true(privacy_profile(program, neighbours, epsilons, effort), profile);
        expect_true(detection_curve(program, neighbours, rates, effort), detection);
        try {
            expect_true(renyi_curve(program, neighbours, orders, effort), renyi);
        } catch (const Refused&) {  // the limit was met before anything was known of the program
        }
    }
}

TEST(Effort, CalibrationsMeetTheirTargetWithEveryLimit) {
    const ProgramTemplate program({.name = "noise_multiplier", .cost = Unknown::Cost::falls},
                                  [](double sigma) { return group(3, sampled(50, 0.1, sigma)); });
    for (const double limit : limits) {
        const Target target{.keep = ApproxDP{Epsilon{2.0}, Delta{1e-6}}, .effort = {.work = limit}};
        const auto found = calibrate(program, target);
        if (const auto* met = std::get_if<Calibration>(&found)) {
            EXPECT_LE(cost(met->program, Question{.at = Delta{1e-6}}).lower, 2);
            EXPECT_LE(met->cost.upper, 2);
        }
    }
}

TEST(Effort, GrowsWithManyPartsAndWithVerification) {
    const Question question{.at = Delta{1e-5}, .effort = {.work = 7.0}};
    const auto work = [](Question asked, bool verify, int parts) {
        asked.verify = verify;
        return asked.allowed(parts).work.value();
    };
    EXPECT_EQ(work(question, false, 1), 7);
    EXPECT_EQ(work(question, false, 1000), 7);
    EXPECT_EQ(work(question, false, 10'000), 70);
    EXPECT_EQ(work(question, true, 1), 70);
    EXPECT_EQ(work(question, true, 10'000), 700);
}

TEST(Effort, OfAnAnswerMustMakeSense) {
    EXPECT_THROW(WorkLimit{-1.0}, DomainError);
    EXPECT_THROW(WorkLimit{std::nan("")}, DomainError);
    EXPECT_NO_THROW(WorkLimit{infinity});
}

}  // namespace effort_test
}  // namespace mizan
