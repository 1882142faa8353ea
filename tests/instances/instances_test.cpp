// SPDX-License-Identifier: Apache-2.0
#include <set>

#include <gtest/gtest.h>

#include "answers.hpp"
#include "controls.hpp"
#include "io/expression.hpp"

namespace mizan::instances {
namespace {

constexpr std::uint64_t seed = 3;
constexpr int tries = 150;

struct AllVerdicts {
    std::vector<std::string> contradictions, unreached;
    std::set<std::string> unknown;
    int executed = 0, alternatives = 0, lower_ends = 0;
};

// Every question of two rounds, asked once for all tests.
const AllVerdicts& verdicts() {
    static const AllVerdicts all = [] {
        AllVerdicts sum;
        for (std::uint64_t i = 0; i < 2 * questions_of_one_round(); ++i) {
            const Asked asked = question(i, seed);
            if (asked.program.empty()) continue;
            const Verdict one = judge(asked, tries, i);
            sum.contradictions.insert(sum.contradictions.end(), one.contradictions.begin(),
                                      one.contradictions.end());
            sum.unreached.insert(sum.unreached.end(), one.unreached.begin(), one.unreached.end());
            sum.unknown.insert(one.unknown.begin(), one.unknown.end());
            sum.executed += one.executed;
            sum.alternatives += one.alternatives;
            sum.lower_ends += one.lower_ends;
        }
        return sum;
    }();
    return all;
}

TEST(InstancesSearch, NoInstanceOfTheSentencesCostsMoreThanTheAnswer) {
    for (const std::string& each : verdicts().contradictions) ADD_FAILURE() << each;
    EXPECT_GT(verdicts().executed, 400);
    EXPECT_GT(verdicts().alternatives, 300);
}

TEST(InstancesSearch, EveryLowerEndIsReachedByAnInstance) {
    for (const std::string& each : verdicts().unreached) ADD_FAILURE() << each;
    EXPECT_GT(verdicts().lower_ends, 250);
}

TEST(InstancesSearch, EveryPrintedSentenceHasAMeaning) {
    for (const std::string& each : verdicts().unknown) {
        ADD_FAILURE() << "say in tests/instances/sentences.cpp or behaviours.cpp what this means: "
                      << each;
    }
}

TEST(InstancesSearch, NumbersThatAreTooSmallAreFoundOut) {
    for (const Planted& planted : too_small()) {
        const Claim claim{parse_expression(planted.program), sentences_of(planted), planted.epsilon,
                          planted.delta, planted.behaviour};
        const Found worst = worst_instance(claim, 1500, seed, planted.delta * 1.02);
        EXPECT_TRUE(exceeds(worst.delta, claim)) << planted.program << ": " << worst.words;
    }
}

TEST(InstancesSearch, LowerEndsThatAreTooLargeAreFoundOut) {
    for (const Planted& planted : too_large()) {
        const Claim claim{parse_expression(planted.program), sentences_of(planted), planted.epsilon,
                          planted.delta, planted.behaviour};
        const Found worst = worst_instance(claim, 1500, seed, planted.delta);
        EXPECT_LT(worst.delta, 0.98 * planted.delta) << planted.program << ": " << worst.words;
        EXPECT_GE(worst.delta, 0) << planted.program;
    }
}

}  // namespace
}  // namespace mizan::instances
