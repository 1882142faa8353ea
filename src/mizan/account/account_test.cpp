// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/account.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "mizan/theorems/theorems.hpp"

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace account_test {

using oracle::Real;

const Analysis& find(const Answer& answer, std::string_view name) {
    const auto found = std::find_if(answer.analyses.begin(), answer.analyses.end(),
                                    [&](const Analysis& a) { return a.name == name; });
    if (found == answer.analyses.end()) throw std::out_of_range(std::string(name));
    return *found;
}

double bound(const Answer& answer, std::string_view name) {
    return find(answer, name).bound.value_or(infinity);
}

TEST(Account, ReferenceValuesOfAHundredPureMechanisms) {
    const Answer answer = account(100 * pure(Epsilon{0.1}), Delta{1e-6});
    EXPECT_NEAR(bound(answer, "basic"), 10, 2e-6);
    EXPECT_NEAR(bound(answer, "advanced"), 5.756, 5e-4);
    EXPECT_NEAR(bound(answer, "optimal"), 4.77456758810799, 1e-10);
    EXPECT_LE(bound(answer, "renyi"), 5.073 + 5e-4);
    EXPECT_NEAR(answer.epsilon.lower, 4.77456758810799, 1e-10);
    EXPECT_NEAR(answer.epsilon.upper, 4.77456758810799, 1e-10);
}

TEST(Account, ReferenceValuesOfOneGaussian) {
    const Answer answer = account(Gaussian{.noise_multiplier = 1}, Delta{1e-5});
    EXPECT_NEAR(answer.epsilon.upper, 4.3772, 5e-5);
    EXPECT_LT(answer.epsilon.width(), 1e-9);
    EXPECT_NEAR(bound(answer, "renyi"), 4.7284, 5e-5);
    EXPECT_FALSE(find(answer, "basic").bound);
    EXPECT_EQ(find(answer, "basic").why_not, "gaussian has no pure epsilon");
}

TEST(Account, RecordsOfAGroupMayChangeInBothDirections) {
    // Two records with two buckets: one turns special while the other stops being special. The loss
    // of that pair is found by hand: (1 - p/2)/2 (1 - e^(18 - log(2-p) - log(1/p))), p = 1e-8.
    const Program program = BucketRandomizedResponse{.noise_parameter = 1e-8, .num_buckets = 2.0};
    const Question question{
        .at = Epsilon{18.0}, .relation = Relation::replace_special, .group_size = 2};
    EXPECT_GE(account(program, question).delta.upper, 0.33585);
}

TEST(Account, PairsAndRecordsMayFaceEitherWay) {
    const Program records = BucketRandomizedResponse{.noise_parameter = 1e-8, .num_buckets = 2.0};
    const Question question{.at = Epsilon{18.0}, .relation = Relation::replace_special};
    const Answer one = account(records + pair({0.5, 0.5}, {1 - 0.5e-8, 0.5e-8}), question);
    const Answer other = account(records + pair({1 - 0.5e-8, 0.5e-8}, {0.5, 0.5}), question);
    EXPECT_NEAR(one.delta.upper, 0.3359, 1e-4);
    EXPECT_NEAR(other.delta.upper, one.delta.upper, 1e-9);
}

TEST(Account, WhatShowsEverythingFailsAtEveryEpsilon) {
    for (const Program& all :
         {Program(Gaussian{.noise_multiplier = 0.0}), Program(Laplace{.noise_multiplier = 0.0}),
          Program(RandomizedResponse{.p = 1.0}), pure(Epsilon{infinity}), gdp(Mu{infinity}),
          approximate(Epsilon{infinity}, Delta{0.1}), pair({1.0, 0.0}, {0.0, 1.0})}) {
        EXPECT_EQ(account(all, Epsilon{infinity}).delta.upper, 1);
    }
}

TEST(Account, ManyLaplaceReleasesHaveALowerEndNearTheUpper) {
    const Answer answer = account(365 * Program(Laplace{.noise_multiplier = 20.0}), Delta{1e-6});
    EXPECT_GT(answer.epsilon.lower, 4.5);
    EXPECT_LT(answer.epsilon.upper, 4.6135);
}

TEST(Account, RunsBeyondAllWalksHaveNarrowBracketsToo) {
    // So many so small losses are as good as one Gaussian with mu² = n e² = 80.
    const Answer answer = account(8e15 * pure(Epsilon{1e-7}), Delta{1e-6});
    EXPECT_LT(answer.epsilon.width(), 1e-6 * answer.epsilon.upper);
    const Answer gaussian = account(gdp(Mu{std::sqrt(80.0)}), Delta{1e-6});
    EXPECT_NEAR(answer.epsilon.middle(), gaussian.epsilon.middle(), 1e-4);
}

TEST(Account, FewUnequalPromisesAreComposedExactly) {
    const Program promises = pure(Epsilon{0.1}) + pure(Epsilon{0.4}) + pure(Epsilon{1.0});
    // All eight outcomes: the losses above 0.9 are 1.5 and 1.3.
    const auto odds = [](double e) { return 1 / (1 + std::exp(-e)); };
    const auto part = [&](double a, double loss) { return a * -std::expm1(0.9 - loss); };
    const double high = odds(0.4) * odds(1.0);
    const double delta = part(odds(0.1) * high, 1.5) + part((1 - odds(0.1)) * high, 1.3);
    const Bracket found = account(promises, Epsilon{0.9}).delta;
    EXPECT_LT(found.width(), 1e-12);
    EXPECT_NEAR(found.middle(), delta, 1e-14);
}

TEST(Account, PromisesThatFailTooOftenSaySo) {
    const Answer answer = account(365 * approximate(Epsilon{0.05}, Delta{1e-7}), Delta{1e-6});
    EXPECT_EQ(answer.epsilon.upper, infinity);
    EXPECT_NE(find(answer, "basic").why_not.find("fail altogether"), std::string::npos);
}

TEST(Account, NothingCostsNothing) {
    const Answer answer = account(0 * Program(Gaussian{.noise_multiplier = 1}), Delta{0.0});
    EXPECT_EQ(answer.epsilon, Bracket(0));
    EXPECT_EQ(account(0 * Program(Gaussian{.noise_multiplier = 1}), Epsilon{0.0}).delta,
              Bracket(0));
}

// All transcripts of two rounds of explicit pairs, in 50 digits.
RC_GTEST_PROP(Account, PairsContainTheEnumeration, ()) {
    const double a = *support::uniform(0.05, 0.9), b = *support::uniform(0.05, 0.9),
                 c = *support::uniform(0.01, 0.5), d = *support::uniform(0.01, 0.5);
    const double epsilon = *support::uniform(0, 2);
    const std::vector<double> p{a, 1 - a}, q{b, 1 - b}, r{c, 0.5, 0.5 - c}, s{d, 0.5, 0.5 - d};
    const auto total = [](const std::vector<double>& v) {
        Real sum = 0;
        for (const double x : v) sum += Real(x);
        return sum;
    };
    Real forward = 0, backward = 0;
    for (std::size_t i = 0; i < 2; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            const Real x = Real(p[i]) / total(p) * (Real(r[j]) / total(r));
            const Real y = Real(q[i]) / total(q) * (Real(s[j]) / total(s));
            forward += std::max<Real>(0, x - exp(Real(epsilon)) * y);
            backward += std::max<Real>(0, y - exp(Real(epsilon)) * x);
        }
    }
    const Answer answer = account(pair(p, q) + pair(r, s), Epsilon{epsilon});
    const Real exact = std::max(forward, backward);
    RC_ASSERT(oracle::contains(answer.delta, exact));
    RC_ASSERT(answer.delta.width() <= 1e-4);
}

// A promise of pure privacy is a law: with others it costs no more than that promise does.
TEST(Cost, OfWhatOnlyPromisesIsFiniteInEveryComposition) {
    const Question question{.at = Delta{1e-6}, .relation = Relation::replace_one};
    const Program sampled = with_replacement(10000, 235, Laplace{0.825});
    const Program other = truncated_poisson_gaussian(10000, 0.01, 160, 0.7164);
    const Bracket both = cost(sampled + other, question);
    EXPECT_LT(both.upper, infinity);
    const double promised = cost(sampled, question).upper;
    EXPECT_LE(both.upper,
              cost(pure(Epsilon{promised * (1 + 1e-6)}) + other, question).upper * (1 + 1e-6));
}

// Samples that are hardly ever drawn cost their probability, or nothing where δ is more.
TEST(Cost, OfSamplesThatAreHardlyEverDrawnIsTheirProbability) {
    const Program rare = poisson(1e-45, MixtureOfGaussians(1.0, {0.0, 1.0}, {0.5, 0.5}));
    EXPECT_EQ(cost(1000 * rare, Question{.at = Delta{1e-41}}).upper, 0);
    const Bracket delta = cost(1000 * rare, Question{.at = Epsilon{0.0}});
    EXPECT_LE(delta.upper, 1.001e-42);
    EXPECT_GE(delta.upper, 1e-43);  // the truth is about 1000 q times what is shown, a fifth
    EXPECT_EQ(cost(poisson(5e-324, max_count * Gaussian{1.0}), Question{.at = Delta{1e-9}}).upper,
              0);
}

// Noise so large that the square of what it hides underflows.
TEST(Cost, OfNoiseBeyondEverythingIsNothing) {
    const Program hidden = poisson(0.1, 2 * Program(Gaussian{1e200}));
    EXPECT_EQ(account(hidden, Question{.at = Delta{1e-5}}).epsilon.upper, 0);
}

// The lower end comes from points around the end of the losses, not from one that is the end.
TEST(Cost, OfSeveralReleasesOnOneSampleIsKnownAtBothEnds) {
    const Question question{.at = Delta{1e-4}};
    for (const Program& program :
         {poisson(0.1, 3 * Program(Laplace{100})), 5 * poisson(0.1, 3 * Program(Laplace{100}))}) {
        const Bracket found = cost(program, question);
        EXPECT_LT(found.width(), 1e-4 * found.upper);
    }
}

// Time and depth grow with the number of parts, not with its square.
TEST(Account, FiftyThousandDifferentPartsAreAnsweredAtOnce) {
    constexpr int parts = 50'000;
    std::vector<Program> all;
    Bracket squares = 0;
    for (int i = 1; i <= parts; ++i) {
        const double mu = 1e-7 * i;
        all.push_back(gdp(Mu{mu}));
        squares += square(Bracket(mu));
    }
    const Answer whole = account(sequence(all), Delta{1e-6});
    const Answer one = account(gdp(Mu{sqrt(squares).upper}), Delta{1e-6});
    EXPECT_NEAR(whole.epsilon.upper, one.epsilon.upper, 1e-9 * one.epsilon.upper);
    EXPECT_LE(whole.epsilon.width(), 1e-9 * whole.epsilon.upper);
    const auto renyi_of = [](const Answer& answer) {
        return *std::ranges::find(answer.analyses, "renyi", &Analysis::name)->bound;
    };
    EXPECT_NEAR(renyi_of(whole), renyi_of(one), 1e-9 * renyi_of(one));
}

TEST(Account, SaysThatSamplesOfReplacedRecordsKeepTheirEpsilon) {
    const auto says_so = [](const Program& program, Relation relation) {
        const Question question{.at = Delta{1e-5}, .relation = relation};
        const auto all = account(program, question).assumptions;
        return std::ranges::any_of(all, [](const std::string& each) {
            return each.find("samples lower delta alone") != std::string::npos;
        });
    };
    const Program laplace = 10 * poisson(0.1, Laplace{2.0});
    EXPECT_TRUE(says_so(laplace, Relation::replace_one));
    EXPECT_FALSE(says_so(laplace, Relation::add_or_remove_one));
    EXPECT_FALSE(says_so(10 * poisson(0.1, Gaussian{2.0}), Relation::replace_one));
}

// An answer is called work_limited if more work would have made it narrower. It is not if the laws
// are unknown, or if doubles have no more digits.
TEST(Account, SaysWhetherWorkRanOut) {
    // Hardly any noise on a few samples: its few losses are very large, and lines do not end.
    const Answer hard = account(3 * poisson(Probability{0.01}, Gaussian{0.05}), Delta{1e-5});
    EXPECT_TRUE(hard.work_limited);
    EXPECT_GT(hard.epsilon.width(), 1e-5 * hard.epsilon.upper);

    for (const Program& program :
         {1000 * poisson(Probability{0.01}, Gaussian{1.0}), Program(Laplace{2.0}),
          100 * Program(Laplace{10.0}), 10 * zcdp(Rho{0.1}),
          10 * Program(Exponential{Epsilon{0.5}}), Program(Gaussian{0.0})}) {
        const Answer answer = account(program, Delta{1e-5});
        EXPECT_FALSE(answer.work_limited) << answer.epsilon;
    }
    EXPECT_FALSE(account(Program(Gaussian{10.0}), Epsilon{30.0}).work_limited);
}

}  // namespace account_test
}  // namespace mizan
