// SPDX-License-Identifier: Apache-2.0
#include "mizan/program/program.hpp"

#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "mizan/program/bill.hpp"

#include "support/programs.hpp"

namespace mizan {
namespace program_test {

const Program a = Gaussian{1}, b = Laplace{2}, c = RandomizedResponse{0.75};

TEST(Program, IsWrittenAsItIsSpoken) {
    const Program program =
        10'000 * Gaussian{.noise_multiplier = 1.1} + 100 * Laplace{.noise_multiplier = 10};
    EXPECT_EQ(bill(program).terms,
              (std::vector<Term>{{Gaussian{1.1}, 10'000, 1}, {Laplace{10}, 100, 1}}));
}

TEST(Program, SumsHaveNoInnerBrackets) {
    EXPECT_EQ((a + b) + c, a + (b + c));
    EXPECT_EQ(sequence({a + b, c}), a + b + c);
    EXPECT_EQ(sequence({a}), a);
    EXPECT_NE(a + b, b + a);
    EXPECT_NE(2 * (a + b), 2 * a + 2 * b);
    EXPECT_NE(1 * a, a);
    EXPECT_THROW((void)sequence({}), InputError);
}

TEST(Program, CopiesAreIndependent) {
    Program program = a + b;
    const Program copy = program;
    program = std::move(program) + c;
    EXPECT_EQ(copy, a + b);
    EXPECT_EQ(program, a + b + c);
}

TEST(Bill, MultiplyCountsAndGroupSizesThrough) {
    EXPECT_EQ(bill(2 * (3 * group(4, post(5 * group(6, a)) + b))).terms,
              (std::vector<Term>{{Gaussian{1}, 30, 24}, {Laplace{2}, 6, 4}}));
}

TEST(Bill, LeaveOutWhatIsNeverRun) {
    EXPECT_EQ(bill(0 * a + b).terms, (std::vector<Term>{{Laplace{2}, 1, 1}}));
    EXPECT_EQ(bill(5 * (0 * (max_count * (max_count * a)))), Bill{});
}

TEST(Bill, RefuseProductsBeyondTheLimit) {
    EXPECT_EQ(bill(max_count * a).terms.front().count, max_count);
    EXPECT_THROW((void)bill(2 * (max_count * a)), InputError);
    EXPECT_THROW((void)bill(group(1 << 27, group(1 << 27, a))), InputError);
}

Arrangement on_sample(double probability, Bill inside, Count count, Count group_size = 1) {
    return {Poisson{probability}, std::make_shared<const Bill>(std::move(inside)), count,
            group_size};
}

TEST(Bill, ListsWhatIsRunOnEachSample) {
    EXPECT_EQ(bill(10 * poisson(0.25, 3 * a + group(2, b)) + c),
              (Bill{{{RandomizedResponse{0.75}, 1, 1}},
                    {on_sample(0.25, {{{Gaussian{1}, 3, 1}, {Laplace{2}, 1, 2}}, {}}, 10)}}));
}

// A group in a sample is drawn as one; a group of sampled records is drawn one by one.
TEST(Bill, TellsGroupsInSamplesFromSamplesOfGroups) {
    EXPECT_EQ(bill(poisson(0.5, group(3, a))),
              (Bill{{}, {on_sample(0.5, {{{Gaussian{1}, 1, 3}}, {}}, 1)}}));
    EXPECT_EQ(bill(group(3, poisson(0.5, a))),
              (Bill{{}, {on_sample(0.5, {{{Gaussian{1}, 1, 1}}, {}}, 1, 3)}}));
    EXPECT_EQ(bill(2 * poisson(1, group(3, 5 * a))).terms, bill(10 * group(3, a)).terms);
}

TEST(Bill, OfASampleOfASampleHasTheProductOfBothProbabilities) {
    EXPECT_EQ(bill(poisson(0.5, post(1 * poisson(0.25, a)))), bill(poisson(0.125, a)));
    const Bill twice = bill(poisson(0.1, poisson(0.1, a)));
    const Bracket inexact = std::get<Poisson>(twice.arrangements.front().scheme).probability;
    EXPECT_EQ(inexact, Bracket(0.1) * Bracket(0.1));
    EXPECT_FALSE(inexact.is_exact());
}

TEST(Bill, KeepsSamplesThatAreDrawnFromASharedOne) {
    const Bill nested = bill(poisson(0.5, a + 2 * poisson(0.25, b)));
    ASSERT_EQ(nested.arrangements.size(), 1U);
    EXPECT_EQ(*nested.arrangements.front().inside, bill(a + 2 * poisson(0.25, b)));
}

TEST(Bill, OfASchemeThatTakesNothingIsEmpty) {
    EXPECT_EQ(bill(without_replacement(10, 0, a)), Bill{});
    EXPECT_EQ(bill(with_replacement(10, 0, a)), Bill{});
    EXPECT_EQ(bill(random_allocation(10, 0, a)), Bill{});
    EXPECT_EQ(bill(repeat_and_select(0 * a, 2, 1)), Bill{});
}

TEST(Program, RefusesSchemesThatMakeNoSense) {
    EXPECT_THROW((void)without_replacement(10, 11, a), InputError);
    EXPECT_THROW((void)without_replacement(0, 0, a), InputError);
    EXPECT_THROW((void)with_replacement(0, 1, a), InputError);
    EXPECT_THROW((void)random_allocation(3, 4, a), InputError);
    EXPECT_THROW((void)shuffled(0, a), InputError);
    for (const auto& [mean, shape] : {std::pair{0.5, 1.0}, {2.0, -1.0}, {0.0, infinity}}) {
        EXPECT_THROW((void)repeat_and_select(a, mean, shape), DomainError);
    }
    EXPECT_THROW((void)repeat_and_select(a, std::nan(""), 1), DomainError);
    EXPECT_THROW((void)repeat_and_select(a, 2, std::nan("")), DomainError);
}

TEST(Bill, OfEveryRecordIsNotSampledAndOfNoneIsEmpty) {
    EXPECT_EQ(bill(2 * poisson(1, 3 * a + b)), bill(2 * (3 * a + b)));
    EXPECT_EQ(bill(poisson(1, poisson(0.5, a))), bill(poisson(0.5, a)));
    EXPECT_EQ(bill(poisson(0.5, poisson(1, a))), bill(poisson(0.5, a)));
    EXPECT_EQ(bill(poisson(0, max_count * (max_count * a))), Bill{});
    EXPECT_EQ(bill(poisson(0.5, poisson(0, a))), Bill{});
    EXPECT_EQ(bill(poisson(0.5, 0 * a)), Bill{});
    EXPECT_EQ(bill(poisson(0.5, poisson(0, a) + poisson(1, b))), bill(poisson(0.5, b)));
}

TEST(Program, RefusesCountsAndSizesThatMakeNoSense) {
    EXPECT_THROW((void)(-1 * a), InputError);
    EXPECT_THROW((void)((max_count + 1) * a), InputError);
    EXPECT_THROW((void)group(0, a), InputError);
    try {
        (void)group(-3, a);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(),
                     "size must be a whole number from 1 to 9007199254740991, got -3");
    }
}

TEST(Program, NestsOnlySoDeep) {
    Program program = a;
    while (program.depth() < max_depth) program = post(program);
    EXPECT_THROW((void)post(program), InputError);
    EXPECT_THROW((void)(program + a), InputError);
    EXPECT_EQ((a + b + c + a).depth(), 2);
}

TEST(Program, RefusesEmptyCurvesAndUnequalPairs) {
    EXPECT_THROW((void)renyi({}), InputError);
    EXPECT_THROW((void)pair({0.5, 0.5}, {1}), InputError);
    EXPECT_THROW((void)pair({}, {}), InputError);
    EXPECT_THROW((void)pair({0.5, 0.4}, {0.5, 0.5}), Error);
}

TEST(ProgramDocument, GivesTheRelationToTheLeavesThatDependOnIt) {
    const BucketRandomizedResponse buckets{.noise_parameter = 0.5, .num_buckets = 4};
    const auto special = bill(ProgramDocument{Relation::replace_special, 2 * buckets + a}).terms;
    EXPECT_EQ(std::get<BucketRandomizedResponse>(special.front().leaf).relation,
              Relation::replace_special);
    EXPECT_EQ(special.back().leaf, Leaf(Gaussian{1}));
    EXPECT_THROW((void)bill(ProgramDocument{Relation::add_or_remove_one, a + post(buckets)}),
                 Refused);
    BucketRandomizedResponse own = buckets;
    own.relation = Relation::replace_special;
    EXPECT_THROW((void)Program(own), InputError);
}

// Two roads to one bill: of the parts, and of the whole.
RC_GTEST_PROP(Bill, OfASumIsTheBillOfItsParts, ()) {
    const Program first = *support::program(3), second = *support::program(3);
    Bill expected;
    try {
        expected = bill(first);
        const Bill rest = bill(second);
        expected.terms.insert(expected.terms.end(), rest.terms.begin(), rest.terms.end());
        expected.arrangements.insert(expected.arrangements.end(), rest.arrangements.begin(),
                                     rest.arrangements.end());
    } catch (const InputError&) {
        RC_ASSERT_THROWS_AS((void)bill(first + second), InputError);
        return;
    }
    RC_ASSERT(bill(first + second) == expected);
    RC_ASSERT(bill(post(first + second)) == expected);
    RC_ASSERT(bill(group(1, 1 * (first + second))) == expected);
}

TEST(Program, HasAsManyPartsAsAreWrittenAndAtMostSoMany) {
    const Program noise = Gaussian{1.0};
    EXPECT_EQ(noise.parts(), 1);
    EXPECT_EQ((1000 * noise).parts(), 1);
    EXPECT_EQ((noise + 3 * (noise + post(noise))).parts(), 3);
    // Also of programs that share all they say.
    for (const auto& wrapped : {std::function([](Program p) { return p; }),
                                std::function([](Program p) { return post(std::move(p)); })}) {
        Program doubled = noise;
        const auto grow = [&] {
            for (int i = 0; i < 30; ++i) doubled = wrapped(doubled) + wrapped(doubled);
        };
        try {
            grow();
            FAIL();
        } catch (const InputError& error) {
            EXPECT_NE(std::string_view(error.what()).find("at most 1000000 parts"),
                      std::string_view::npos)
                << error.what();
        }
        EXPECT_LE(doubled.parts(), max_parts);
    }
}

}  // namespace program_test
}  // namespace mizan
