// SPDX-License-Identifier: Apache-2.0
// Groups of records on Poisson samples of Gaussian noise.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "mizan/account/account.hpp"
#include "mizan/account/chain_of_neighbours.hpp"
#include "mizan/curve/curves.hpp"
#include "mizan/engine/by_inversion.hpp"
#include "mizan/program/bill.hpp"

#include "support/oracle.hpp"

namespace mizan {
namespace group_test {

Program noise(double sigma) { return Gaussian{.noise_multiplier = sigma}; }

Program training(Count count, double q, double sigma) { return count * poisson(q, noise(sigma)); }

Bracket epsilon_of(const Program& program, Relation relation = Relation::add_or_remove_one) {
    return cost(program, Question{.at = Delta{1e-5}, .relation = relation});
}

// Whether both ends are the same number up to rounding.
testing::AssertionResult is_narrow(Bracket x, double width) {
    if (x.lower > 0 && x.width() <= width * x.upper) return testing::AssertionSuccess();
    return testing::AssertionFailure() << x;
}

struct Row {
    Count runs;
    double q, sigma;
    int removed, added;
    double epsilon;
    std::string delta;
};

TEST(Grouped, EveryPairHasItsTrueProfile) {
    const std::vector<Row> rows{
#include "../oracles/groups.inc"
    };
    for (const Row& row : rows) {
        const SampledGaussianLaw law{.q = row.q,
                                     .sigma = row.sigma,
                                     .record = SampledGaussianLaw::Record::removed,
                                     .people = row.removed + row.added};
        const Directions directions{.added = row.added};
        auto profile = analysis::profile_of({{law, static_cast<double>(row.runs)}}, directions);
        const Bracket found =
            row.runs == 1
                ? grouped_sample(row.q, {row.removed, row.added}).delta(row.sigma, row.epsilon)
                : profile.delta(row.epsilon);
        EXPECT_TRUE(oracle::contains(found, oracle::Real(row.delta))) << row.runs << found;
        EXPECT_TRUE(is_narrow(found, 1e-9));
    }
}

// The chain that holds for every mechanism says 2.97.
TEST(Grouped, TrainingIsKnownAtBothEnds) {
    const Bracket three = epsilon_of(group(3, training(100, 0.01, 1)));
    EXPECT_TRUE(is_narrow(three, 1e-10));
    EXPECT_NEAR(three.upper, 2.362534, 1e-5);
    // Unequal runs, and what is not sampled.
    const Program several =
        training(100, 0.01, 1) + training(30, 0.02, 2) + 3 * noise(8) + Laplace{20};
    EXPECT_TRUE(is_narrow(epsilon_of(group(3, several)), 1e-8));
    for (const Relation relation : {Relation::replace_one, Relation::replace_special}) {
        EXPECT_TRUE(is_narrow(epsilon_of(group(2, training(100, 0.01, 1)), relation), 1e-10));
    }
}

TEST(Grouped, LiesBetweenOneRecordAndTheChain) {
    for (const double q : {0.01, 0.3}) {
        Bracket before = epsilon_of(training(20, q, 2));
        for (const Count size : {2, 3, 5, 9}) {
            const Bracket here = epsilon_of(group(size, training(20, q, 2)));
            EXPECT_LE(before.lower, here.upper) << q << " " << size;
            EXPECT_TRUE(is_narrow(here, size > 5 ? 1e-3 : 1e-7)) << q << " " << size;
            before = here;
        }
    }
}

TEST(Grouped, OfManyRecordsReachesWhatSomeOfThemDo) {
    const Bracket many = epsilon_of(group(1000, training(20, 0.1, 4)));
    EXPECT_NEAR(many.lower, epsilon_of(group(16, training(20, 0.1, 4))).lower, 1e-5);
    EXPECT_LT(many.lower, many.upper);
}

// All counts, none of them left out, give 18.90664… and 26.48441….
TEST(Grouped, OfTwentyIsAsNarrowAsOfTwo) {
    const Bracket twenty = epsilon_of(group(20, training(100, 0.01, 1)));
    EXPECT_TRUE(is_narrow(twenty, 1e-6));
    EXPECT_NEAR(twenty.upper, 18.90664, 2e-4);
    const Bracket replaced = epsilon_of(group(20, training(100, 0.01, 1)), Relation::replace_one);
    EXPECT_TRUE(is_narrow(replaced, 1e-6));
    EXPECT_NEAR(replaced.upper, 26.48441, 2e-4);
}

TEST(Grouped, RoundedCountsAreOnBothSides) {
    for (const double q : {1e-4, 0.03, 0.5}) {
        for (const GroupChange change :
             {GroupChange{9, 0}, GroupChange{0, 9}, GroupChange{7, 12}}) {
            const auto delta = [&](Drawn drawn, double epsilon) {
                return grouped_sample(q, {change.removed, change.added, drawn}).delta(2, epsilon);
            };
            for (const double epsilon : {0.0, 1.0, 4.0}) {
                const Bracket truth = delta(Drawn::exactly, epsilon);
                EXPECT_GE(delta(Drawn::at_most, epsilon).upper, truth.lower);
                EXPECT_LE(delta(Drawn::at_least, epsilon).lower, truth.upper);
                EXPECT_NEAR(delta(Drawn::at_most, epsilon).upper,
                            delta(Drawn::at_least, epsilon).lower, 1e-11);
            }
        }
    }
    // Parts this rare are left out of a pair from below.
    const MixedNormals rare = grouped_sample(1e-10, {9, 3, Drawn::at_most});
    EXPECT_EQ(rare.up.size(), 2u);
    EXPECT_GE(rare.lost.lower, 36e-20 * (1 - 1e-6));
}

TEST(Grouped, WithEveryRecordDrawnIsOneNoiseAndTheWholeGroup) {
    EXPECT_EQ(epsilon_of(group(3, training(4, 1, 2))), epsilon_of(group(3, 4 * noise(2))));
    const Bracket nearly = epsilon_of(group(3, training(4, 1 - 0x1p-40, 2)));
    EXPECT_NEAR(nearly.upper, epsilon_of(group(3, 4 * noise(2))).upper, 1e-8);
    // A replaced record leaves and another one comes.
    EXPECT_NEAR(epsilon_of(group(3, training(4, 1, 12)), Relation::replace_one).upper,
                epsilon_of(4 * noise(2), Relation::replace_one).upper, 1e-12);
}

TEST(Grouped, ThatIsDrawnAsAWholeIsOneUnit) {
    EXPECT_EQ(epsilon_of(10 * poisson(0.1, group(4, noise(8)))), epsilon_of(training(10, 0.1, 2)));
    // Three units of two records each.
    const Bracket units = epsilon_of(group(3, 10 * poisson(0.1, group(2, noise(8)))));
    const Bracket three = epsilon_of(group(3, training(10, 0.1, 4)));
    EXPECT_EQ(units, three);
    // A sample of which every record is a group on a sample of its own.
    const Bracket inner = epsilon_of(5 * poisson(0.1, 2 * group(2, poisson(0.1, noise(2)))));
    EXPECT_LE(inner.lower, inner.upper);
    EXPECT_LT(inner.upper, epsilon_of(10 * group(2, poisson(0.1, noise(2)))).upper);
}

TEST(Grouped, ThatAreHardlyEverDrawnShowNextToNothing) {
    const Question at_once{.at = Epsilon{0.0}};
    const Bracket delta = cost(group(8, training(5, 1e-40, 1)), at_once);
    EXPECT_GT(delta.upper, 0);
    EXPECT_LT(delta.upper, 1e-38);  // 5 runs, 8 records, and less than 1 each
}

// For groups of different sizes the question which records leave and which come has no common
// answer. The chains of both still hold.
TEST(Grouped, OfDifferentSizesFollowTheirChains) {
    const Program runs = training(20, 0.05, 2);
    const Bracket both = epsilon_of(group(3, runs) + group(2, runs));
    EXPECT_GE(both.upper, epsilon_of(group(2, runs + runs)).upper);
    EXPECT_LT(both.upper, infinity);
}

// A single record beside a group is one of those that leave or one of those that come.
TEST(Grouped, CostsNoMoreBesideASingleRecordThanIfThatWereAGroupToo) {
    const Program runs = training(20, 0.05, 2), other = poisson(0.2, Program(Laplace{3}));
    const Bracket beside = epsilon_of(group(3, runs) + other);
    EXPECT_LE(beside.lower, epsilon_of(group(3, runs + other)).upper);
    EXPECT_GE(beside.upper, epsilon_of(group(3, runs)).lower);
    EXPECT_GE(beside.upper, epsilon_of(runs + other).lower);
    EXPECT_TRUE(is_narrow(beside, 1e-6));
}

// The chain is taken once for the whole program, not for every run. The comments on the right give
// the cost by a chain for every run.
TEST(Grouped, WholeProgramsAreChainedOnce) {
    using enum Relation;
    struct Case {
        Program program;
        Relation relation;
        double limit;
    };
    const std::vector<Case> cases{
        {10 * random_allocation(100, 1, noise(2)), add_or_remove_one, 1.30},            // 17.9
        {100 * poisson(0.01, noise(2) + Laplace{2.0}), add_or_remove_one, 0.62},        // 8.2
        {100 * poisson(0.01, DiscreteGaussian{2.0, 1.0}), add_or_remove_one, 0.42},     // 6.2
        {10 * shuffled(1000, pure(Epsilon{1.0})), replace_one, 0.94},                   // 20
        {100 * without_replacement(1000, 10, Laplace{2.0}), add_or_remove_one, 0.331},  // 1.6
    };
    for (const auto& [program, relation, limit] : cases) {
        const Bracket two = epsilon_of(group(2, program), relation);
        EXPECT_LE(two.upper, limit);
        EXPECT_GE(two.upper, epsilon_of(program, relation).lower);
        const Question question{.at = Epsilon{two.upper}, .relation = relation};
        EXPECT_LE(cost(group(2, program), question).lower, 1e-5);
    }
}

TEST(Grouped, ChainsOfWholeProgramsHoldTheTruth) {
    for (const Count size : {2, 3, 5}) {
        for (const double delta : {1e-3, 1e-9}) {
            const Bill training_of_group = bill(group(size, training(100, 0.01, 1)));
            const Question question{.at = Delta{delta}};
            const auto chain = analysis::by_chain_of_neighbours(training_of_group, question);
            ASSERT_TRUE(chain && chain->bound);
            const double truth = cost(group(size, training(100, 0.01, 1)), question).lower;
            EXPECT_GE(*chain->bound, truth);
            EXPECT_LE(*chain->bound, 2.5 * truth);
            const auto back =
                analysis::by_chain_of_neighbours(training_of_group, {.at = Epsilon{truth}});
            ASSERT_TRUE(back && back->bound);
            EXPECT_GE(*back->bound, delta * (1 - 1e-9));
        }
    }
    EXPECT_FALSE(
        analysis::by_chain_of_neighbours(bill(training(100, 0.01, 1)), {.at = Delta{1e-5}}));
    EXPECT_FALSE(
        analysis::by_chain_of_neighbours(bill(noise(1) + group(2, noise(1))), {.at = Delta{1e-5}})
            .has_value());
}

// By chains: 51, infinite, infinite.
TEST(Grouped, InSamplesOfAFixedSizeIsNearlyKnown) {
    using enum Relation;
    for (const Program& program : {100 * group(3, without_replacement(1000, 100, noise(2))),
                                   100 * group(2, with_replacement(1000, 100, noise(2))),
                                   100 * with_replacement(1000, 100, noise(2))}) {
        for (const Relation relation : {replace_one, replace_special}) {
            const Bracket found = epsilon_of(program, relation);
            EXPECT_GT(found.lower, 2);
            EXPECT_LE(found.upper, 1.1 * found.lower);
        }
    }
    // If all other records together do not fill a sample, only chains apply.
    EXPECT_LT(epsilon_of(group(3, without_replacement(10, 8, noise(20))), replace_one).upper, 2);
    // The group is all records, so nobody hides it.
    const Bracket all = epsilon_of(group(4, with_replacement(4, 3, noise(6))), replace_one);
    EXPECT_LE(all.upper, 1.001 * epsilon_of(noise(2), replace_one).upper);
    EXPECT_GE(all.upper, epsilon_of(noise(2), replace_one).lower);
}

// If a profile falls too slowly for a chain, the bound is still finite.
TEST(Grouped, ChainsEndWhereTheySayTheLeast) {
    const Program program = truncated_poisson_gaussian(1000, 0.01, 30, 1);
    const Bracket three = epsilon_of(group(3, program), Relation::replace_one);
    EXPECT_LT(three.upper, 0.95);
    EXPECT_GT(three.lower, 0.2);
}

TEST(Grouped, RenyiCurveIsReachedByThoseWhoLeave) {
    const Neighbours neighbours{.group_size = 3};
    for (const CurvePoint& point :
         renyi_curve(training(7, 0.01, 1), neighbours, {Order{1}, Order{1.5}, Order{4}})) {
        EXPECT_LE(point.y.width(), point.x == 1 ? 1e-5 : 1e-10 * point.y.upper) << point.x;
    }
    EXPECT_EQ(renyi_curve(training(7, 0.01, 1), neighbours, {Order{infinity}}).front().y.upper,
              infinity);
}

}  // namespace group_test
}  // namespace mizan
