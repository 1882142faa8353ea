// SPDX-License-Identifier: Apache-2.0
#include "mizan/compose/advanced.hpp"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "mizan/compose/basic.hpp"
#include "mizan/compose/optimal.hpp"

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan::compose {
namespace advanced_test {

using Closed = ApproxDP (*)(const Steps&, Delta);

struct Case {
    Repeated step;
    Delta delta;
};

Case any_case(double delta0 = 0) {
    const double n = std::floor(*support::log_uniform(1, 2000));
    return {{{Epsilon{*support::log_uniform(1e-3, 5)}, Delta{delta0}}, n},
            Delta{*support::log_uniform(1e-12, 1)}};
}

// The exact δ at the promised ε is at most the promised δ.
void never_below_the_exact_curve(Closed closed, const Case& c) {
    const ApproxDP promise = closed({c.step}, c.delta);
    RC_ASSERT(promise.delta == c.delta);
    RC_ASSERT(promise.epsilon.value() == infinity ||
              optimal_delta(c.step, promise.epsilon).lower <= promise.delta.value());
}

RC_GTEST_PROP(Advanced, LectureNotesNeverBelowTheExactCurve, ()) {
    never_below_the_exact_curve(advanced_lecture_notes, any_case());
}

RC_GTEST_PROP(Advanced, DworkRothblumNeverBelowTheExactCurve, ()) {
    never_below_the_exact_curve(advanced_dwork_rothblum, any_case());
}

RC_GTEST_PROP(Advanced, KairouzOhViswanathNeverBelowTheExactCurve, ()) {
    never_below_the_exact_curve(advanced_kairouz_oh_viswanath, any_case());
}

RC_GTEST_PROP(Advanced, TheBestNeverBelowTheExactCurve, ()) {
    never_below_the_exact_curve(advanced, any_case(*rc::gen::element(0.0, 1e-9)));
}

RC_GTEST_PROP(Advanced, StepsWithDeltasNeverBelowTheExactCurve, ()) {
    const Case c = any_case(*support::log_uniform(1e-9, 1e-2));
    never_below_the_exact_curve(advanced_lecture_notes, c);
    never_below_the_exact_curve(advanced_dwork_rothblum, c);
    never_below_the_exact_curve(advanced_kairouz_oh_viswanath, c);
}

RC_GTEST_PROP(Advanced, MironovNeverBelowTheExactCurve, ()) {
    const Case c = any_case();
    const Epsilon epsilon = c.step.guarantee.epsilon;
    RC_PRE(c.delta.value() < 1 && in_high_privacy_regime(epsilon, c.step.count, c.delta));
    const ApproxDP promise = advanced_mironov(epsilon, c.step.count, c.delta);
    RC_ASSERT(optimal_delta(c.step, promise.epsilon).lower <= c.delta.value());
}

RC_GTEST_PROP(Advanced, EachFormImprovesOnTheOneBefore, ()) {
    const Case c = any_case();
    const auto epsilon = [&](Closed closed) { return closed({c.step}, c.delta).epsilon.value(); };
    const double slightly = 1 + 1e-13;
    RC_ASSERT(epsilon(advanced_dwork_rothblum) <= epsilon(advanced_lecture_notes) * slightly);
    RC_ASSERT(epsilon(advanced_kairouz_oh_viswanath) <=
              epsilon(advanced_dwork_rothblum) * slightly);
    RC_ASSERT(epsilon(advanced) <= epsilon(advanced_kairouz_oh_viswanath));
    RC_ASSERT(epsilon(advanced) <= basic({c.step}).epsilon.value());
}

RC_GTEST_PROP(Advanced, GrowsWithEveryStepAndFallsWithDelta, ()) {
    const Case c = any_case();
    const Repeated more = pure(Epsilon{*support::log_uniform(1e-3, 1)});
    for (const Closed closed : {&advanced_lecture_notes, &advanced_dwork_rothblum,
                                &advanced_kairouz_oh_viswanath, &advanced}) {
        const double here = closed({c.step}, c.delta).epsilon.value();
        RC_ASSERT(here <= closed({c.step, more}, c.delta).epsilon.value());
        const Delta larger{std::min(1.0, 2 * c.delta.value())};
        RC_ASSERT(closed({c.step}, larger).epsilon.value() <= here * (1 + 1e-13));
    }
}

TEST(Advanced, UnequalStepsNeverBelowTheExactCurve) {
    const Steps steps{
        {{Epsilon{0.5}, Delta{1e-6}}, 20}, pure(Epsilon{0.1}, 200), pure(Epsilon{1.5}, 3)};
    for (const double delta : {1e-4, 1e-2, 0.3}) {
        for (const Closed closed : {&advanced_lecture_notes, &advanced_dwork_rothblum,
                                    &advanced_kairouz_oh_viswanath, &advanced}) {
            EXPECT_GE(closed(steps, Delta{delta}).epsilon.value(),
                      optimal_epsilon(steps, Delta{delta}).lower);
        }
    }
}

TEST(Advanced, MatchesReferenceValues) {
    const Steps steps{pure(Epsilon{0.1}, 100)};
    const Delta delta{1e-6};
    EXPECT_NEAR(advanced_mironov(Epsilon{0.1}, 100, delta).epsilon.value(), 21.026, 5e-4);
    EXPECT_NEAR(advanced_lecture_notes(steps, delta).epsilon.value(), 6.308, 5e-4);
    EXPECT_NEAR(advanced_dwork_rothblum(steps, delta).epsilon.value(), 5.782, 5e-4);
    EXPECT_NEAR(advanced_kairouz_oh_viswanath(steps, delta).epsilon.value(), 5.756, 5e-4);
    // Where every closed form is worse than adding, the sum is the answer.
    const Steps few{pure(Epsilon{1.0}, 10)};
    EXPECT_GT(advanced_kairouz_oh_viswanath(few, Delta{1e-5}).epsilon.value(), 10);
    EXPECT_EQ(advanced(few, Delta{1e-5}).epsilon.value(), 10);
}

TEST(Advanced, TheTypedTheoremOfTheNotesIsVacuousAndHalfRepairedUnsafe) {
    const auto typed = [](double k, double e, double d) {
        return std::sqrt(2 * k * std::log(1 / d)) + k * std::expm1(e);
    };
    EXPECT_NEAR(typed(100, 0.1, 1e-6), 63.082, 5e-4);
    EXPECT_GT(typed(100, 0.1, 1e-6), basic({pure(Epsilon{0.1}, 100)}).epsilon.value());
    const double k = 3000, e = 2.4, delta = 1e-6;
    const double half_repaired = std::sqrt(2 * k * std::log(1 / delta)) + k * e * std::tanh(e / 2);
    EXPECT_NEAR(optimal_delta(pure(Epsilon{e}, k), Epsilon{half_repaired}).middle(), 1.85e-5, 5e-8);
    EXPECT_LE(
        optimal_delta(pure(Epsilon{e}, k),
                      advanced_kairouz_oh_viswanath({pure(Epsilon{e}, k)}, Delta{delta}).epsilon)
            .upper,
        delta);
}

TEST(Advanced, MironovsCorollaryIsUnsafeWithoutItsConditionAndRefuses) {
    const double without = 4 * std::sqrt(2 * 400 * std::log(10.0));
    EXPECT_NEAR(without, 171.68, 5e-3);
    EXPECT_GT(optimal_delta(pure(Epsilon{1.0}, 400), Epsilon{without}).lower, 0.75);
    try {
        (void)advanced_mironov(Epsilon{1.0}, 400, Delta{0.1});
        FAIL() << "accepted";
    } catch (const DomainError& error) {
        EXPECT_NE(std::string(error.what()).find("epsilon^2 n = 400"), std::string::npos)
            << error.what();
    }
    EXPECT_THROW((void)advanced_mironov(Epsilon{0.1}, 10, Delta{0.0}), DomainError);
    EXPECT_THROW((void)advanced_mironov(Epsilon{0.1}, 10, Delta{1.0}), DomainError);
    // The chain in the typed proof does not arrive at the stated ε'.
    EXPECT_NEAR(4 * std::sqrt(0.1 * 300 * std::log(1e3)), 57.582, 5e-4);
    EXPECT_NEAR(advanced_mironov(Epsilon{0.1}, 300, Delta{1e-3}).epsilon.value(), 25.752, 5e-4);
}

TEST(Advanced, OutsideTheHighPrivacyRegimeStandardCompositionIsWeak) {
    for (const double delta : {1e-2, 1e-6, 1e-12}) {
        for (const double e : {1e-3, 0.03, 0.5, 2.0}) {
            const double boundary = std::log(1 / delta) / (e * e);
            const double n = std::floor(boundary) + 1;
            EXPECT_FALSE(in_high_privacy_regime(Epsilon{e}, n, Delta{delta}));
            EXPECT_GT(advanced_lecture_notes({pure(Epsilon{e}, n)}, Delta{delta}).epsilon.value(),
                      (1 + std::sqrt(2.0)) * std::log(1 / delta));
        }
    }
    // The remark as printed calls this case hopeless.
    EXPECT_TRUE(in_high_privacy_regime(Epsilon{0.01}, 1000, Delta{1e-6}));
    EXPECT_NEAR(advanced_lecture_notes({pure(Epsilon{0.01}, 1000)}, Delta{1e-6}).epsilon.value(),
                1.763, 5e-4);
    // And its bound inside the regime is for small ε only.
    EXPECT_TRUE(in_high_privacy_regime(Epsilon{1.0}, 4, Delta{0.01}));
    EXPECT_NEAR(advanced_lecture_notes({pure(Epsilon{1.0}, 4)}, Delta{0.01}).epsilon.value(), 12.94,
                5e-3);
    EXPECT_GT(12.94, (1 + std::sqrt(2.0)) * std::log(100.0));
}

TEST(Advanced, EdgesAreDefined) {
    for (const Closed closed : {&advanced_lecture_notes, &advanced_dwork_rothblum,
                                &advanced_kairouz_oh_viswanath, &advanced}) {
        EXPECT_EQ(closed({}, Delta{0.0}).epsilon.value(), 0);
        EXPECT_EQ(closed({pure(Epsilon{0.0}, 1e9)}, Delta{1e-9}).epsilon.value(), 0);
        EXPECT_EQ(closed({pure(Epsilon{infinity})}, Delta{1e-9}).epsilon.value(), infinity);
        EXPECT_EQ(closed({{{Epsilon{1.0}, Delta{0.1}}, 1}}, Delta{0.05}).epsilon.value(), infinity);
        EXPECT_GT(closed({pure(Epsilon{1e300})}, Delta{0.5}).epsilon.value(), 1e299);
        // The squares underflow: larger than need be, and still a bound.
        EXPECT_LT(closed({pure(Epsilon{1e-300}, 100)}, Delta{0.5}).epsilon.value(), 1e-150);
    }
    EXPECT_NEAR(advanced({pure(Epsilon{1e-300}, 100)}, Delta{0.5}).epsilon.value(), 1e-298, 1e-312);
    EXPECT_EQ(advanced({pure(Epsilon{2.0}, 3)}, Delta{0.0}).epsilon.value(), 6);
    EXPECT_EQ(advanced({pure(Epsilon{2.0}, 3)}, Delta{1.0}).epsilon.value(), 0);
    EXPECT_EQ(advanced_mironov(Epsilon{0.0}, 3, Delta{0.5}).epsilon.value(), 0);
}

}  // namespace advanced_test
}  // namespace mizan::compose
