// SPDX-License-Identifier: Apache-2.0
#include "mizan/explain/alternatives.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "mizan/account/account.hpp"

namespace mizan {
namespace alternatives_test {

const Program noise = Gaussian{.noise_multiplier = 2.0};
const Program other = pure(Epsilon{0.05});

struct Case {
    const char* name;
    Program declared;
    Relation relation;
    std::vector<Program> expected;
};

std::vector<Case> cases() {
    using enum Relation;
    const Program sampled = 250 * poisson(0.01, noise);
    const Program fixed = 250 * without_replacement(5000, 50, noise);
    return {
        {"poisson",
         sampled,
         add_or_remove_one,
         {3 * noise, 3 * random_allocation(100, 1, noise),
          250 * without_replacement(100, 1, group(2, noise)), sampled}},
        // Noise is measured by what a record adds, so a replaced one costs twice as much.
        {"poisson of replaced records",
         sampled,
         replace_one,
         {3 * poisson(1, noise), 250 * without_replacement(100, 1, group(2, noise))}},
        // And here by what a replacement changes.
        {"poisson of replaced records, not gaussian",
         250 * poisson(0.01, other),
         replace_one,
         {3 * other, 250 * without_replacement(100, 1, other)}},
        {"poisson beside others",
         other + sampled,
         replace_one,
         {other + 3 * poisson(1, noise),
          other + 250 * without_replacement(100, 1, group(2, noise))}},
        {"without_replacement",
         fixed,
         add_or_remove_one,
         {3 * noise, 250 * poisson(0.01, noise), fixed}},
        {"without_replacement of replaced records", fixed, replace_one, {3 * noise}},
        {"with_replacement",
         7 * with_replacement(10, 3, noise),
         replace_one,
         {3 * noise, 7 * without_replacement(10, 3, noise)}},
        {"truncated_poisson",
         250 * truncated_poisson_gaussian(1000, 0.01, 20, 2),
         replace_one,
         {3 * poisson(1, noise), 250 * without_replacement(100, 1, group(2, noise)),
          250 * poisson(0.01, noise)}},
        {"random_allocation",
         random_allocation(10, 1, noise),
         replace_special,
         {noise, 10 * without_replacement(10, 1, group(2, noise)), 10 * poisson(0.1, noise)}},
        {"repeat_and_select", repeat_and_select(other, 4.5, 1), replace_one, {5 * other}},
        {"shuffled", 2 * shuffled(1000, other), replace_one, {2 * other}},
    };
}

TEST(Alternatives, AreTheProgramsThatTheCodeMayRunInstead) {
    for (const auto& [name, declared, relation, expected] : cases()) {
        const Question question{.at = Delta{1e-5}, .relation = relation};
        std::vector<Program> found;
        for (const Alternative& each : alternatives(declared, question)) {
            found.push_back(each.program);
            const Bracket asked = cost(each.program, each.question);
            EXPECT_EQ(each.cost.lower, asked.lower) << name;
            EXPECT_EQ(each.cost.upper, asked.upper) << name;
        }
        EXPECT_EQ(found, expected) << name;
    }
}

TEST(Alternatives, AreNoneWhereAllOfTheDataIsUsedEveryTime) {
    const Question question{.at = Delta{1e-5}};
    const Question replaced{.at = Delta{1e-5}, .relation = Relation::replace_one};
    EXPECT_TRUE(alternatives(3 * noise + post(other), question).empty());
    EXPECT_TRUE(alternatives(poisson(1, other) + poisson(0, noise), question).empty());
    EXPECT_TRUE(alternatives(poisson(1, noise), replaced).empty());
}

TEST(Alternatives, AskAboutReplacedRecordsByTheRelationOrElseByGroupsOfTwo) {
    const Question question{.at = Epsilon{1.0}, .group_size = 3, .verify = true};
    const Program sampled = 9 * poisson(0.75, noise);
    const Alternative gaussian = alternatives(other + sampled, question).back();
    EXPECT_EQ(gaussian.program, group(2, other) + sampled);
    EXPECT_EQ(gaussian.question.relation, Relation::replace_one);
    EXPECT_EQ(gaussian.question.group_size, 3);
    EXPECT_FALSE(gaussian.question.verify);
    // Under replace_one what is inside would have another meaning.
    for (const Program& program :
         {poisson(0.75, other), sampled + repeat_and_select(noise, 2, 1), 2 * (sampled + other)}) {
        const Alternative found = alternatives(program, question).back();
        EXPECT_EQ(found.question.relation, Relation::add_or_remove_one);
        EXPECT_EQ(found.question.group_size, 6);
        EXPECT_EQ(found.program, program);
    }
}

// Four records, two batches of two, each of which shows which of the last three records it holds
// and answers by randomized response whether the first is there and says yes.
TEST(Alternatives, ShuffledEpochsCostAsMuchAsTheirNumberOfRunsAndMoreThanPoissonSamples) {
    constexpr double p = 0.75;
    using Outputs = std::array<int, 4>;
    const auto law = [](bool says_yes) {
        std::map<Outputs, double> result;
        std::array order{0, 1, 2, 3};
        do {
            for (const int first : {0, 1}) {
                for (const int second : {0, 1}) {
                    Outputs shown{0, first, 0, second};
                    double probability = 1.0 / 24;
                    for (const std::size_t batch : {0U, 1U}) {
                        bool yes = false;
                        for (const std::size_t place : {2 * batch, 2 * batch + 1}) {
                            if (order[place] > 0) shown[2 * batch] |= 1 << order[place];
                            yes |= order[place] == 0 && says_yes;
                        }
                        probability *= yes == (shown[2 * batch + 1] == 1) ? p : 1 - p;
                    }
                    result[shown] += probability;
                }
            }
        } while (std::ranges::next_permutation(order).found);
        return result;
    };
    const auto with = law(true), without = law(false);
    const Program declared = 2 * poisson(0.5, RandomizedResponse{p});
    for (const double epsilon : {0.0, 0.3, 0.9}) {
        double delta = 0;
        for (const auto& [shown, probability] : with) {
            delta += std::max(0.0, probability - std::exp(epsilon) * without.at(shown));
        }
        const Question question{.at = Epsilon{epsilon}};
        EXPECT_NEAR(alternatives(declared, question).front().cost.upper, delta, 1e-12);
        EXPECT_GT(delta, 1.1 * cost(declared, question).upper);
    }
}

// A fixed batch of m out of n records is named for every q: also where no small m and n have the
// quotient q, and where q is so small that m would round to 0. Where the number of runs is too
// large to be counted, nothing is named.
TEST(Alternatives, OfAnyParametersAreAnswered) {
    const Question question{.at = Delta{1e-5}, .relation = Relation::replace_one};
    for (const double q : {5e-324, 0.1234567890123456, 0.7}) {
        const auto found = alternatives(max_count * poisson(q, noise), question);
        ASSERT_EQ(found.size(), 2U) << q;
        const Program::Node& sample = std::get<Repeated>(found[1].program.node()).program.node();
        const auto& fixed = std::get<WithoutReplacement>(std::get<Arranged>(sample).scheme);
        const double share =
            static_cast<double>(fixed.sample_size) / static_cast<double>(fixed.source_dataset_size);
        EXPECT_GE(share, q);
        EXPECT_LE(share, q * (1 + 1e-12) + 1e-15);
    }
    EXPECT_TRUE(alternatives(repeat_and_select(other, 1e300, 1), question).empty());
}

// An alternative whose cost is unknown is left out, and the program itself is still answered.
TEST(Alternatives, OfSamplesThatAreNeverDrawnCostNothing) {
    const Program never = poisson(1e-300, poisson(5e-324, noise));
    for (const Alternative& each : alternatives(never, {.at = Delta{1e-6}})) {
        EXPECT_EQ(each.cost.upper, 0) << each.behaviour;
    }
}

TEST(Alternatives, OfSchemesThatHaveNoGroupsInCommonAreThoseThatAreKnown) {
    const Question question{.at = Delta{1e-6}};
    const Program truncated = truncated_poisson_gaussian(1000, 0.01, 30, 1.0);
    for (const Program& program :
         {truncated + random_allocation(100, 1, noise), truncated + repeat_and_select(noise, 5, 1),
          without_replacement(10, 10, Laplace{1.0}) + random_allocation(4, 1, Laplace{1.0})}) {
        const auto found = alternatives(program, question);
        EXPECT_FALSE(found.empty());
        for (const Alternative& each : found) {
            EXPECT_EQ(each.question.group_size, 1U);
            EXPECT_GT(each.cost.upper, 0);
        }
    }
}

TEST(Alternatives, OfManySamplesAreThoseThatAreQuicklyAnswered) {
    std::vector<Program> inside, sampled, fixed;
    for (int i = 0; i < 5; ++i) {
        inside.push_back(pure(Epsilon{1 + 0.125 * i}));
        sampled.push_back(poisson(0.5, inside.back()));
        fixed.push_back(without_replacement(2, 1, group(2, inside.back())));
    }
    const auto found = alternatives(sequence(sampled), Question{.at = Delta{1e-5}});
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].program, sequence(inside));
    EXPECT_EQ(found[1].program, sequence(fixed));
}

}  // namespace alternatives_test
}  // namespace mizan
