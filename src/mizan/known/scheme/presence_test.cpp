// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "mizan/account/account.hpp"
#include "mizan/account/exact.hpp"
#include "mizan/convert/renyi_point_to_approximate.hpp"
#include "mizan/curve/curves.hpp"
#include "mizan/engine/by_inversion.hpp"
#include "mizan/known/part/known_part.hpp"
#include "mizan/known/whole/known_parts.hpp"
#include "mizan/program/bill.hpp"

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace presence_test {

using oracle::Real;

const Program noise = Gaussian{.noise_multiplier = 1.0};

const Analysis& find(const Answer& answer, std::string_view name) {
    return *std::find_if(answer.analyses.begin(), answer.analyses.end(),
                         [&](const Analysis& analysis) { return analysis.name == name; });
}

TEST(Sampled, GaussiansOfTrainingHaveTheRenyiCostOfTheLiterature) {
    // The truth is 6.18771238997154; Renyi accounting with all real orders gives 6.714.
    const Answer answer = account(10'000 * poisson(0.01, noise), Delta{1e-5});
    EXPECT_GE(answer.epsilon.upper, 6.187712389);
    EXPECT_LE(answer.epsilon.upper, 6.72);
    EXPECT_LE(answer.epsilon.lower, 6.187712390);
}

TEST(Sampled, PureAndApproximatePromisesAreAmplified) {
    const Answer pure_answer = account(10 * poisson(0.1, pure(Epsilon{1.0})), Delta{0.0});
    EXPECT_NEAR(*find(pure_answer, "basic").bound, 10 * std::log1p(0.1 * std::expm1(1.0)), 1e-12);
    EXPECT_EQ(find(pure_answer, "basic").theorems,
              (std::vector<std::string>{"BBG18 T8", "Notes T1"}));
    const Answer failing =
        account(poisson(0.25, approximate(Epsilon{0.5}, Delta{1e-3})), Epsilon{infinity});
    EXPECT_NEAR(failing.delta.upper, 0.25e-3, 1e-12);
}

TEST(Sampled, WhatIsRunOnEveryRecordOrOnNoneIsNotSampled) {
    EXPECT_EQ(account(poisson(1, noise), Delta{1e-5}).epsilon, account(noise, Delta{1e-5}).epsilon);
    EXPECT_EQ(account(100 * poisson(0, noise), Delta{0.0}).epsilon, Bracket(0));
}

TEST(Sampled, GaussiansOnOneSampleAreOneGaussian) {
    const Answer one = account(poisson(0.1, noise), Delta{1e-5});
    const Answer four =
        account(poisson(0.1, 4 * Program(Gaussian{.noise_multiplier = 2.0})), Delta{1e-5});
    const Answer two = account(
        poisson(0.1, Program(Gaussian{.noise_multiplier = 1.25}) + gdp(Mu{0.6})), Delta{1e-5});
    EXPECT_NEAR(four.epsilon.upper, one.epsilon.upper, 1e-12);
    EXPECT_NEAR(two.epsilon.upper, one.epsilon.upper, 1e-12);
}

KnownPart on_sample(Bracket q, Bill inside) {
    return known_of({Poisson{q}, std::make_shared<const Bill>(std::move(inside)), 1, 1});
}

TEST(Sampled, LawsBoundTheirBracketsFromTheRightSide) {
    const KnownPart part = on_sample(Bracket(0.1) * Bracket(0.1), {{{Gaussian{3}, 3, 1}}, {}});
    const auto worst = std::get<SampledGaussianLaw>(*part.worst);
    const auto attained = std::get<SampledGaussianLaw>(*part.attained);
    EXPECT_GT(Real(worst.q), Real(0.1) * 0.1);
    EXPECT_LT(Real(attained.q), Real(0.1) * 0.1);
    EXPECT_LE(Real(worst.sigma), sqrt(Real(3)));
    EXPECT_GE(Real(attained.sigma), sqrt(Real(3)));
    EXPECT_NEAR(worst.sigma, attained.sigma, 1e-14);
    EXPECT_NEAR(worst.q, attained.q, 1e-17);
}

// Among all ρ-zCDP mechanisms the Gaussian is not the worst on samples, at orders below 2.
TEST(Sampled, WhatIsZeroConcentratedIsNotGaussian) {
    const Real p = 0.396, r = 1.8e-4, q = 0.01, rho = 3.947;
    const auto renyi = [](const Real& a, const Real& b, const Real& order) {
        const Real sum = a * pow(a / b, order - 1) + (1 - a) * pow((1 - a) / (1 - b), order - 1);
        return Real(log(sum) / (order - 1));
    };
    for (const double order : {1 + 1e-9, 1.01, 1.1, 1.5, 2.0, 4.0, 30.0}) {
        EXPECT_LE(std::max(renyi(p, r, order), renyi(r, p, order)), rho * order) << order;
    }
    const Real mixed = q * p + (1 - q) * r, truth = renyi(mixed, r, 1.1);
    const auto found = [](const Program& whole) {
        return renyi_curve(poisson(0.01, whole), {}, {Order{1.1}}).front().y.upper;
    };
    EXPECT_NEAR(static_cast<double>(truth), 0.01128, 1e-5);
    EXPECT_LT(found(gdp(Mu{std::sqrt(2 * 3.947)})), 0.0094);
    EXPECT_GE(Real(found(zcdp(Rho{3.947}))), truth);
}

// A mechanism that keeps the promise of a curve costs no more than the promise itself, however it
// is sampled. The promise on samples costs less than q times the cost without sampling.
RC_GTEST_PROP(Sampled, PromisesByACurveHoldForWhatKeepsThem, ()) {
    const auto [mechanism, rho] = *rc::gen::exec([]() -> std::pair<Program, double> {
        switch (*rc::gen::inRange(0, 4)) {
            case 0: {
                const RandomizedResponse response{*support::uniform(0.5, 0.95)};
                return {response, response.zcdp_rho().upper};
            }
            case 1: {
                const Laplace laplace{*support::log_uniform(0.5, 20)};
                return {laplace, laplace.zcdp_rho().upper};
            }
            case 2: {
                const DiscreteLaplace geometric{Epsilon{*support::log_uniform(0.05, 2)}, 1.0};
                return {geometric, geometric.zcdp_rho().upper};
            }
            default: {
                const Gaussian gaussian{*support::log_uniform(0.5, 20)};
                return {gaussian, gaussian.zcdp_rho().upper};
            }
        }
    });
    const Program promise = zcdp(Rho{rho});
    const double q = *support::log_uniform(1e-3, 1);
    const Count runs = *rc::gen::inRange<Count>(1, 300);
    const Question question{.at = Delta{*support::log_uniform(1e-9, 1e-2)}};
    const double least = cost(runs * poisson(q, mechanism), question).lower;
    RC_ASSERT(cost(runs * poisson(q, promise), question).upper >= least);
    const Count drawn = *rc::gen::inRange<Count>(1, 100);
    const double fixed = cost(runs * without_replacement(100, drawn, mechanism), question).lower;
    RC_ASSERT(cost(runs * without_replacement(100, drawn, promise), question).upper >= fixed);
}

TEST(Sampled, PromisesByACurveAreAmplifiedByTheSquare) {
    const Program promise = zcdp(Rho{0.5});
    const double sampled = cost(10'000 * poisson(0.01, promise), {.at = Delta{1e-5}}).upper;
    EXPECT_LE(sampled, 8.7);    // 104 by Minkowski's inequality
    EXPECT_GE(sampled, 6.187);  // what Gaussian noise costs
    const Program points = renyi({{Order{2.0}, Epsilon{0.1}}, {Order{8.0}, Epsilon{0.5}}});
    EXPECT_LE(cost(100 * poisson(0.1, points), {.at = Delta{1e-5}}).upper, 2.2);  // 7.3
    // With failures, too.
    const Program failing = promise + approximate(Epsilon{0.1}, Delta{1e-9});
    const double both = cost(poisson(0.01, failing), {.at = Delta{1e-6}}).upper;
    EXPECT_LT(both, cost(failing, {.at = Delta{1e-4}}).upper / 2);
}

TEST(Sampled, LaplaceHasItsExactRenyiCurve) {
    // E[((1 - q) + q y)²] = 1 + q² (E[y²] - 1) for y = dP/dQ.
    for (const double q : {0.01, 0.5}) {
        for (const double scale : {0.5, 1.0, 20.0}) {
            const KnownPart part = on_sample(q, {{{Laplace{scale}, 1, 1}}, {}});
            const Real t = 1 / Real(scale);
            const Real second = 2 * exp(t) / 3 + exp(-2 * t) / 3;
            const Bracket found = part.renyi.value->curve(Order{2});
            EXPECT_TRUE(oracle::contains(found, log(1 + Real(q) * q * (second - 1)))) << found;
            EXPECT_LE(found.width(), 1e-9 * found.upper);
        }
    }
}

std::vector<Program> events() {
    return {Gaussian{.noise_multiplier = 0.0},
            Gaussian{.noise_multiplier = 1e-200},
            Gaussian{.noise_multiplier = 0.3},
            Gaussian{.noise_multiplier = 1e9},
            Gaussian{.noise_multiplier = infinity},
            Laplace{.noise_multiplier = 0.0},
            Laplace{.noise_multiplier = 1e-3},
            Laplace{.noise_multiplier = 2.0},
            Laplace{.noise_multiplier = infinity},
            RandomizedResponse{.p = 0.0},
            RandomizedResponse{.p = 0.5},
            RandomizedResponse{.p = 0.75},
            pure(Epsilon{0.0}),
            pure(Epsilon{1e-9}),
            pure(Epsilon{1e4}),
            pure(Epsilon{infinity}),
            approximate(Epsilon{1.0}, Delta{1e-6}),
            approximate(Epsilon{infinity}, Delta{1.0}),
            zcdp(Rho{0.5}, 0.25),
            zcdp(Rho{infinity}),
            cdp(Mu{0.1}, Tau{1.0}),
            gdp(Mu{1.0}),
            gdp(Mu{infinity}),
            renyi({{Order{2}, Epsilon{0.5}}}),
            pair({0.5, 0.5, 0.0}, {0.25, 0.5, 0.25}),
            pair({0.5, 0.5}, {0.25, 0.75})};
}

// Every event on a sample has a true bracket, and by each analysis costs no more than without
// sampling.
TEST(Sampled, EveryEventAtEveryEdgeHasABracketAndReasons) {
    for (const Program& event : events()) {
        for (const double q : {1e-300, 0.25, 1 - 0x1p-53}) {
            for (const Question& question :
                 {Question{.at = Delta{1e-6}}, Question{.at = Epsilon{0.5}}}) {
                const Answer answer = account(2 * poisson(q, event), question);
                EXPECT_LE(answer.asked().lower, answer.asked().upper);
                for (const Analysis& analysis : answer.analyses) {
                    EXPECT_NE(analysis.bound.has_value(), !analysis.why_not.empty());
                }
                const Answer whole = account(2 * event, question);
                for (const char* name : {"basic", "optimal", "renyi"}) {
                    const Analysis &sampled = find(answer, name), &unsampled = find(whole, name);
                    if (!unsampled.bound || !sampled.bound) continue;
                    EXPECT_LE(*sampled.bound, *unsampled.bound * (1 + 1e-9) + 1e-12) << name;
                }
            }
        }
    }
}

// The exact profile of a sampled worst pure mechanism, in the worse direction.
RC_GTEST_PROP(Sampled, OnePureReleaseContainsTheEnumeration, ()) {
    const double e = *support::uniform(0.01, 4), q = *support::uniform(0.01, 1);
    const double at = *support::uniform(0, 2);
    const auto parts = known_parts(poisson(q, pure(Epsilon{e})), Relation::add_or_remove_one, 1);
    const Question question{.at = Epsilon{at}};
    const analysis::Exact exact = analysis::exact(parts, question);
    const Bracket delta(exact.lower.value, exact.analysis.bound.value());
    const Real odd = 1 / (1 + exp(Real(e))), even = 1 - odd, s = q, factor = exp(Real(at));
    const auto positive = [](const Real& x) { return x > 0 ? x : Real(0); };
    const Real with_even = s * even + (1 - s) * odd, with_odd = s * odd + (1 - s) * even;
    const Real removed = positive(with_even - factor * odd) + positive(with_odd - factor * even);
    const Real added = positive(odd - factor * with_even) + positive(even - factor * with_odd);
    RC_ASSERT(oracle::contains(delta, std::max(removed, added)));
    RC_ASSERT(delta.width() <= 1e-14);
}

// If only the upper end is wanted, an order of the neighbours that costs less need not be known
// well. A question that was asked roughly is then answered again with all digits.
TEST(Sampled, OneEndOfManyRunsIsThatOfBothAndIsFoundAgain) {
    using analysis::Inversion;
    const std::vector<analysis::RepeatedLaw> laws{{SampledGaussianLaw{9e-4, 1.26}, 4},
                                                  {ResponseLaw{Bracket(0.035)}, 12}};
    const Question question{.at = Delta{4e-12}};
    const inversion::Profile::Aim rough{.content = 1e-4, .is_patient = false},
        fine{.content = 1e-7};
    const Bracket both = Inversion(laws).ask(question, fine).asked;
    const Bracket upper = Inversion(laws, Inversion::Ends::upper).ask(question, fine).asked;
    EXPECT_LT(both.width(), 1e-5 * both.upper);
    EXPECT_NEAR(upper.upper, both.upper, 1e-5 * both.upper);
    EXPECT_LE(upper.lower, both.upper);
    Inversion again(laws);
    const Bracket first = again.ask(question, rough).asked,
                  second = again.ask(question, fine).asked;
    EXPECT_GT(first.width(), 100 * second.width());
    EXPECT_EQ(intersect(first, second), second);
    EXPECT_NEAR(second.upper, both.upper, 1e-5 * both.upper);
}

// The best order is sought with an estimate of the curve. This test shows that no fixed order does
// better.
TEST(SampledRelease, OrdersAreFoundHoweverLittleNoiseThereIs) {
    for (const double scale : {0.0015, 0.003, 0.02, 0.2, 2.0}) {
        const Program program =
            5 * poisson(1e-3, Laplace{.noise_multiplier = scale}) + Gaussian{.noise_multiplier = 3};
        const Answer answer = account(program, Delta{1e-5});
        const auto renyi = std::ranges::find(answer.analyses, "renyi", &Analysis::name);
        ASSERT_NE(renyi, answer.analyses.end());
        for (double order = 1.01; order < 200; order *= 1.2) {
            const RenyiPoint point{
                Order{order}, Epsilon{renyi_curve(program, {}, {Order{order}}).front().y.upper}};
            EXPECT_LE(*renyi->bound, canonne_epsilon(point, Delta{1e-5}).value() * (1 + 1e-6))
                << scale << ' ' << order;
        }
    }
}

// If so many different laws are left wide, those with the most loss say more than all at once.
TEST(Sampled, ManyDifferentOnesAttainNoLessThanSomeOfThem) {
    std::vector<Program> all;
    for (int i = 0; i < 24; ++i) {
        all.push_back(poisson(Probability{0.001 + 1e-5 * i},
                              Program(Gaussian{1.0}) + Program(Laplace{0.1 + 0.01 * i})));
    }
    const Answer whole = account(sequence(all), Delta{1e-8});
    const Answer some = account(all[0] + all[1] + all[2], Delta{1e-8});
    EXPECT_GE(whole.epsilon.lower, some.epsilon.lower * (1 - 1e-6));
    EXPECT_EQ(whole.lower_from, "the releases with the most loss");
}

}  // namespace presence_test
}  // namespace mizan
