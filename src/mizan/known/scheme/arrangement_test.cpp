// SPDX-License-Identifier: Apache-2.0
#include <functional>

#include <gtest/gtest.h>

#include "mizan/account/account.hpp"

namespace mizan {
namespace arrangement_test {

using Arrange = std::function<Program(Program)>;

const Program noise = Gaussian{.noise_multiplier = 1.0};
const Program half = Gaussian{.noise_multiplier = 2.0};  // four of them are `noise`

struct Scheme {
    const char* name;
    Arrange arrange;
    std::vector<Relation> relations;
};

std::vector<Scheme> schemes() {
    using enum Relation;
    return {
        {"poisson",
         [](Program p) { return poisson(0.25, std::move(p)); },
         {add_or_remove_one, replace_one, replace_special}},
        {"without_replacement",
         [](Program p) { return without_replacement(8, 2, std::move(p)); },
         {add_or_remove_one, replace_one, replace_special}},
        {"with_replacement",
         [](Program p) { return with_replacement(8, 2, std::move(p)); },
         {replace_one, replace_special}},
        {"repeat_and_select",
         [](Program p) { return repeat_and_select(std::move(p), 3, 1); },
         {add_or_remove_one, replace_one, replace_special}},
        {"random_allocation",
         [](Program p) { return random_allocation(8, 2, std::move(p)); },
         {add_or_remove_one, replace_special}},
    };
}

// Every analysis counts all that is run inside of a scheme.
TEST(Arranged, FourHalvesAreAWhole) {
    for (const auto& [name, arrange, relations] : schemes()) {
        for (const Relation relation : relations) {
            const Question question{.at = Epsilon{1.0}, .relation = relation};
            const Answer whole = account(arrange(noise), question);
            const Answer four = account(arrange(4 * half), question);
            EXPECT_NEAR(four.delta.upper, whole.delta.upper, 1e-9) << name;
            for (std::size_t i = 0; i < whole.analyses.size(); ++i) {
                const auto &one = whole.analyses[i].bound, &sum = four.analyses[i].bound;
                if (one && sum) {
                    EXPECT_GE(*sum, *one - 1e-9) << name << whole.analyses[i].name;
                }
            }
        }
    }
}

// A failure with probability 1/2 inside of a scheme is seen at least every tenth time, whether or
// not the program beside it has a pure epsilon.
TEST(Arranged, NoSchemeForgetsAFailure) {
    const Program fails = approximate(Epsilon{0.1}, Delta{0.5});
    for (const auto& [name, arrange, relations] : schemes()) {
        for (const Relation relation : relations) {
            for (const Program& program : {fails, fails + noise, fails + Laplace{1.0}}) {
                try {
                    const Question question{.at = Epsilon{20.0}, .relation = relation};
                    const Answer answer = account(arrange(program), question);
                    for (const Analysis& analysis : answer.analyses) {
                        if (analysis.bound) {
                            EXPECT_GE(*analysis.bound, 0.1) << name << ' ' << analysis.name;
                        }
                    }
                } catch (const Refused&) {
                    EXPECT_STREQ(name, "with_replacement");
                }
            }
        }
    }
}

// A sample costs no more than all data. A sample of all data costs as much as all data.
TEST(Arranged, SamplesCostNoMoreThanTheWhole) {
    const Question question{.at = Delta{1e-5}};
    const double whole = account(10 * noise, question).epsilon.upper;
    EXPECT_NEAR(account(10 * without_replacement(9, 9, noise), question).epsilon.upper, whole,
                1e-9);
    double last = 0;
    for (const Count drawn : {1, 3, 9}) {
        const Bracket cost = account(10 * without_replacement(9, drawn, noise), question).epsilon;
        EXPECT_GE(cost.upper, last);
        EXPECT_LE(cost.lower, whole);
        last = cost.upper;
    }
    const Bracket poisson_cost = account(10 * poisson(1.0 / 9, noise), question).epsilon;
    EXPECT_NEAR(account(10 * without_replacement(9, 1, noise), question).epsilon.upper,
                poisson_cost.upper, 1e-6);
}

// A record that takes part in one of t steps is hidden better than by an independent sample in each
// step, though only in the direction that costs less. It never costs more than taking part in every
// step.
TEST(Arranged, AllocationCostsLessThanEveryStep) {
    const Question question{.at = Delta{1e-5}};
    const Bracket one = account(random_allocation(100, 1, noise), question).epsilon;
    EXPECT_LT(one.upper, account(noise, question).epsilon.lower);
    EXPECT_GT(one.lower, 0);
    EXPECT_LT(account(random_allocation(100, 2, noise), question).epsilon.upper, 2 * one.upper);
}

TEST(Arranged, ShufflingHidesAmongMany) {
    const auto cost = [](Count records) {
        return account(shuffled(records, pure(Epsilon{1.0})),
                       Question{.at = Delta{1e-6}, .relation = Relation::replace_one})
            .epsilon.upper;
    };
    EXPECT_LE(cost(1), 1.0);
    EXPECT_LT(cost(10'000), 0.1);
    EXPECT_LT(cost(1'000'000), cost(10'000) / 8);
}

// Schemes around laws without a closed form, for groups, and around other schemes.
TEST(Arranged, EverySchemeTakesEveryOther) {
    std::vector<Program> inner{Exponential{Epsilon{1.0}}, Program(Laplace{2.0}) + noise,
                               poisson(0.1, noise), 3 * Program(Laplace{5.0}),
                               approximate(Epsilon{0.5}, Delta{1e-7})};
    for (const auto& [name, arrange, relations] : schemes()) {
        for (const Program& program : inner) {
            for (const Count size : {1, 2}) {
                const Question question{
                    .at = Epsilon{0.5}, .relation = relations.front(), .group_size = size};
                try {
                    const Answer answer = account(2 * arrange(program), question);
                    EXPECT_LE(answer.delta.lower, answer.delta.upper) << name;
                } catch (const Refused& refusal) {
                    EXPECT_GT(std::string(refusal.what()).size(), 20U) << name;
                }
            }
        }
    }
}

// 100 of 1000 records are drawn with replacement, and each gives a four-bucket answer of noise 0.1.
// The answers add up to a multinomial number of each. Its epsilon at 1e-6, by adding up all
// outcomes, is 0.340 if all others have a third value, which is the worst of the cases tried. Alone
// the record would show 1.49.
TEST(Arranged, WhatEveryRecordAddsIsHiddenAmongOthersOfASample) {
    const Program answers =
        BucketRandomizedResponse{.noise_parameter = Probability{0.1}, .num_buckets = 4};
    const Program replaced =
        repeat_and_select(poisson(0.9, noise), 1, 1);  // one run, and so the sample itself
    const Program counts = ThresholdedGaussian{.noise_multiplier = 1.0, .threshold = 20.0};
    const auto lower = [](const Program& program, Relation relation) {
        return cost(program, Question{.at = Delta{1e-6}, .relation = relation}).lower;
    };
    using enum Relation;
    for (const Relation relation : {replace_one, replace_special}) {
        EXPECT_LE(lower(with_replacement(1000, 100, answers), relation), 0.297);
        EXPECT_LE(lower(without_replacement(1000, 100, answers), relation), 0.262);
        EXPECT_GT(lower(answers, relation), 1);
    }
    EXPECT_LE(lower(without_replacement(3, 2, replaced), replace_one), 6.237);
    EXPECT_GT(lower(replaced, replace_one), 1);
    EXPECT_LE(lower(poisson(0.1, counts), add_or_remove_one), 0.146);
    EXPECT_GT(lower(counts, add_or_remove_one), 1);
}

TEST(Arranged, RefusesWithReasonAndNearestEvent) {
    const auto refusal = [](const Program& program, Relation relation) -> std::string {
        try {
            (void)account(program, Question{.at = Delta{1e-5}, .relation = relation});
        } catch (const Refused& refused) {
            return refused.what();
        }
        return "";
    };
    using enum Relation;
    EXPECT_NE(refusal(with_replacement(9, 3, noise), add_or_remove_one).find("replace_one"),
              std::string::npos);
    EXPECT_NE(refusal(random_allocation(9, 3, noise), replace_one).find("add_or_remove_one"),
              std::string::npos);
    EXPECT_NE(refusal(shuffled(9, pure(Epsilon{1.0})), add_or_remove_one).find("replace_one"),
              std::string::npos);
    EXPECT_NE(refusal(shuffled(9, noise), replace_one).find("pure epsilon"), std::string::npos);
    EXPECT_NE(refusal(group(2, truncated_poisson_gaussian(9, 0.5, 3, 1.0)), add_or_remove_one)
                  .find("replace_one"),
              std::string::npos);
}

// A loss that is too large for a double belongs to a law that may show everything. It must not be
// taken for a law that shows nothing.
TEST(Arranged, ALawThatShowsEverythingIsNotOneThatShowsNothing) {
    for (const Program& inside :
         {Program(RandomizedResponse{0.999999}), Program(PermuteAndFlip{Epsilon{20.0}})}) {
        const Program all = with_replacement(1, 79, inside);
        for (const Program& sampled : {poisson(0.25, all), without_replacement(8, 2, all)}) {
            const Answer answer =
                account(sampled, {.at = Delta{1e-12}, .relation = Relation::replace_special});
            EXPECT_GT(answer.epsilon.upper, 10);
            for (const Analysis& analysis : answer.analyses) {
                EXPECT_GT(analysis.bound.value_or(infinity), 10) << analysis.name;
            }
        }
    }
}

}  // namespace arrangement_test
}  // namespace mizan
