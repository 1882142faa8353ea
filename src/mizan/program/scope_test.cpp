// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "mizan/program/assumptions.hpp"
#include "mizan/program/bill.hpp"
#include "mizan/program/program.hpp"

namespace mizan {
namespace {

using enum Relation;

const Program noise = Gaussian{.noise_multiplier = 2.0};
const Program matrix = MatrixMechanism(1.0, {1.0}, 1.0, 1.0, 1.0);

// The scope of the innermost event of a program that has one event.
Scope innermost(const Program& program, Relation relation) {
    Bill run = bill(ProgramDocument{relation, program});
    while (!run.arrangements.empty()) run = Bill(*run.arrangements.front().inside);
    return run.terms.front().scope;
}

TEST(Scope, FollowsTheSchemesFromTheOutsideIn) {
    const Scope plain{.relation = replace_one}, on_samples{replace_one, true};
    EXPECT_EQ(innermost(noise, replace_one), plain);
    EXPECT_EQ(innermost(poisson(0.1, noise), replace_one), on_samples);
    EXPECT_EQ(innermost(poisson(1, noise), replace_one), on_samples);
    EXPECT_EQ(innermost(poisson(0.1, noise), add_or_remove_one), Scope{});
    EXPECT_EQ(innermost(repeat_and_select(poisson(0.1, noise), 2, 1), replace_one), on_samples);
    EXPECT_EQ(innermost(poisson(0.1, repeat_and_select(noise, 2, 1)), replace_one), on_samples);
    for (const Relation relation : {add_or_remove_one, replace_one, replace_special}) {
        EXPECT_EQ(innermost(without_replacement(9, 3, noise), relation), plain);
        EXPECT_EQ(innermost(without_replacement(9, 3, poisson(0.1, noise)), relation), on_samples);
        EXPECT_EQ(innermost(poisson(0.1, without_replacement(9, 3, noise)), relation), plain);
    }
    const Scope own{.relation = replace_special, .own_record = true};
    EXPECT_EQ(innermost(shuffled(9, noise), replace_special), own);
}

TEST(Scope, IsKeptByWhatIsRunOnEveryRecord) {
    const Bill run = bill(ProgramDocument{replace_one, noise + poisson(1, noise)});
    ASSERT_EQ(run.terms.size(), 2u);
    EXPECT_NE(run.terms[0].scope, run.terms[1].scope);
    EXPECT_EQ(units_moved(run.terms[0].leaf, run.terms[0].scope), 1);
    EXPECT_EQ(units_moved(run.terms[1].leaf, run.terms[1].scope), 2);
}

TEST(Scope, AReplacedRecordMovesWhatRecordsAddTwice) {
    const Leaf sum = std::get<Leaf>(matrix.node());
    EXPECT_EQ(units_moved(sum, {.relation = replace_one}), 2);
    EXPECT_EQ(units_moved(sum, {.relation = replace_special}), 1);
    EXPECT_EQ(units_moved(sum, {}), 1);
}

TEST(Scope, IsRefusedWhereASchemeHasNoAnalysisForIt) {
    const auto refused = [](const Program& program, Relation relation) {
        EXPECT_THROW((void)bill(ProgramDocument{relation, program}), Refused);
    };
    refused(shuffled(9, pure(Epsilon{1.0})), add_or_remove_one);
    refused(with_replacement(9, 3, noise), add_or_remove_one);
    refused(random_allocation(9, 1, noise), replace_one);
    refused(without_replacement(9, 3, random_allocation(9, 1, noise)), add_or_remove_one);
    refused(without_replacement(9, 3, MixtureOfGaussians(1.0, {0.0, 1.0}, {0.5, 0.5})),
            add_or_remove_one);
}

bool says(const Program& program, Relation relation, std::string_view words) {
    for (const std::string& sentence : assumptions({relation, program}, 1)) {
        if (sentence.find(words) != std::string::npos) return true;
    }
    return false;
}

TEST(Assumptions, SayWhatNoiseIsMeasuredByWhereverItStands) {
    constexpr std::string_view by_change = "standard deviation / L2 sensitivity";
    constexpr std::string_view by_record = "largest L2 norm of what one record adds";
    struct {
        Program program;
        Relation relation;
        bool change, record;
    } const cases[] = {
        {noise, replace_one, true, false},
        {poisson(0.1, noise), replace_one, false, true},
        {poisson(0.1, noise), replace_special, true, false},
        {repeat_and_select(poisson(0.1, noise), 2, 1), replace_one, false, true},
        {poisson(0.1, repeat_and_select(noise, 2, 1)), replace_one, false, true},
        {without_replacement(9, 3, poisson(0.1, noise)), add_or_remove_one, false, true},
        {without_replacement(9, 3, noise), replace_one, true, false},
        {poisson(0.1, noise + Program(Laplace{1.0})), replace_one, false, true},
        {noise + poisson(0.1, noise), replace_one, true, true},
        {matrix, replace_one, false, true},
        {truncated_poisson_gaussian(9, 0.1, 3, 1.0), add_or_remove_one, false, true},
    };
    for (const auto& [program, relation, change, record] : cases) {
        EXPECT_EQ(says(program, relation, by_change), change);
        EXPECT_EQ(says(program, relation, by_record), record);
    }
}

TEST(Assumptions, SayWhoTheOthersMayBe) {
    const Program messages = shuffled(9, pure(Epsilon{1.0}));
    EXPECT_TRUE(says(messages, replace_one, "any two values of one person"));
    EXPECT_TRUE(says(messages, replace_special, "the other people have any values"));
    EXPECT_TRUE(says(shuffled(9, RandomizedResponse{0.75}), replace_one, "about the own record"));
    EXPECT_TRUE(says(random_allocation(9, 1, noise), add_or_remove_one,
                     "a loader that shuffles all records is something else"));
}

}  // namespace
}  // namespace mizan
