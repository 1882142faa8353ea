// SPDX-License-Identifier: Apache-2.0
#include "papers/mironov17/figure2.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "mizan/mechanism/randomized_response.hpp"

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan::mironov17 {
namespace figure2_test {

using oracle::Real;

const std::vector<IncreasePanel>& panels() {
    static const std::vector<IncreasePanel> all = figure2();
    return all;
}

// Reference values have four digits behind the point.
constexpr double half_digit = 0.5e-4;

struct Reference {
    std::size_t panel;
    int count;
    double naive, advanced, proposition4, renyi;
};

TEST(FigureTwo, MatchesTheReferenceValues) {
    const Reference references[] = {
        {0, 10, .1737, .3358, .4084, .1737}, {0, 100, 1.7374, 1.0255, 1.2916, .8599},
        {1, 10, .1737, .2636, .2888, .1726}, {1, 100, 1.7374, .7851, .9133, .6050},
        {2, 10, .1737, .1996, .1667, .1102}, {2, 100, 1.7374, .5604, .5273, .3371},
        {3, 10, .2171, .4171, .5105, .2171}, {3, 100, 2.1715, 1.2720, 1.6142, 1.0567},
        {4, 10, .2171, .3261, .3610, .2141}, {4, 100, 2.1715, .9676, 1.1414, .7401},
        {5, 10, .2171, .2447, .2084, .1357}, {5, 100, 2.1715, .6786, .6590, .4077},
    };
    ASSERT_EQ(panels().size(), 6u);
    for (const Reference& expected : references) {
        const IncreasePanel& panel = panels()[expected.panel];
        const IncreasePoint& found = panel.points[static_cast<std::size_t>(expected.count) - 1];
        SCOPED_TRACE(panel.mechanism + " q = " + shortest(panel.probability) +
                     " n = " + shortest(expected.count));
        EXPECT_EQ(found.count, expected.count);
        EXPECT_NEAR(found.naive, expected.naive, half_digit);
        EXPECT_NEAR(found.advanced, expected.advanced, half_digit);
        EXPECT_NEAR(found.proposition4, expected.proposition4, half_digit);
        EXPECT_NEAR(found.renyi, expected.renyi, half_digit);
    }
    // The exact composition.
    EXPECT_NEAR(panels()[0].points[99].exact, .8125, half_digit);
    EXPECT_NEAR(panels()[2].points[99].exact, .2765, half_digit);
    EXPECT_NEAR(panels()[0].points[249].renyi, 1.3466, half_digit);
    EXPECT_NEAR(panels()[0].points[249].exact, 1.2668, half_digit);
}

TEST(FigureTwo, PanelsAreMechanismsByProbabilities) {
    EXPECT_EQ(panels()[0].parameter, "p = 0.51");
    EXPECT_EQ(panels()[5].parameter, "λ = 20");
    for (std::size_t i = 0; i < 6; ++i) {
        EXPECT_EQ(panels()[i].mechanism, i < 3 ? "randomized response" : "Laplace");
        EXPECT_EQ(panels()[i].probability, (std::vector{1e-6, 1e-3, 0.1})[i % 3]);
        EXPECT_EQ(panels()[i].points.size(), 250u);
    }
}

TEST(FigureTwo, NoAnalysisBeatsTheExactCompositionAndRenyiBeatsTheOthers) {
    for (const IncreasePanel& panel : panels()) {
        for (const IncreasePoint& point : panel.points) {
            SCOPED_TRACE(panel.mechanism + " n = " + shortest(point.count));
            // The exact curve is rounded up: for Laplace by the lattice it is computed on.
            EXPECT_LE(point.exact, point.renyi + 1e-4);
            EXPECT_LE(point.renyi, point.naive * (1 + 1e-12));
            EXPECT_LE(point.renyi, point.advanced);
            EXPECT_LE(point.renyi, point.proposition4);
        }
    }
}

TEST(FigureTwo, PropositionFourIsNotAlwaysOutperformedByTheBestDelta) {
    const auto better_until = [](const IncreasePanel& panel) {
        int last = 0;
        for (const IncreasePoint& point : panel.points) {
            if (point.proposition4 < point.advanced && point.count == last + 1) last = point.count;
        }
        return last;
    };
    EXPECT_EQ(better_until(panels()[2]), 218);
    EXPECT_EQ(better_until(panels()[5]), 140);
    for (const std::size_t i : {0u, 1u, 3u, 4u}) EXPECT_EQ(better_until(panels()[i]), 0);
}

// The Neyman-Pearson test: the likeliest answers first, the last ones in part.
Real best_test(const Real& p, int n, const Real& q) {
    Real mass_p = pow(p, n), mass_q = pow(1 - p, n), found = 0, left = q;
    for (int k = n; k >= 0 && left > 0; --k) {
        const Real part = left < mass_q ? left / mass_q : Real(1);
        found += part * mass_p;
        left -= part * mass_q;
        const Real step = Real(k) / (n - k + 1);
        mass_p *= step * (1 - p) / p;
        mass_q *= step * p / (1 - p);
    }
    return log10(found / q);
}

TEST(FigureTwo, ExactCurveIsTheBestTestOfTheComposition) {
    for (std::size_t i = 0; i < 3; ++i) {
        for (const int n : {1, 2, 3, 10, 57, 100, 250}) {
            const double exact = panels()[i].points[static_cast<std::size_t>(n) - 1].exact;
            const Real truth = best_test(Real(0.51), n, Real(panels()[i].probability));
            EXPECT_GE(Real(exact), truth);
            EXPECT_LE(Real(exact), truth + 1e-11);
        }
    }
}

// One and two Laplace answers by hand. One: q = 0.1 lies on the highest loss up to
// Q = e^(-1/λ)/2, so the increase is 1/λ.
TEST(FigureTwo, ExactLaplaceCurveStartsAtTheHighestLoss) {
    EXPECT_NEAR(panels()[5].points[0].exact, 0.05 / std::log(10), 1e-12);
    EXPECT_NEAR(panels()[3].points[1].exact, 0.1 / std::log(10), 1e-12);
}

TEST(LogIncrease, IsZeroForAMechanismThatRevealsNothing) {
    const Probability q = 1e-3;
    EXPECT_NEAR(log_increase_renyi(RenyiCurve::zero(), q), 0, 1e-13);
    EXPECT_NEAR(log_increase_profile([](Epsilon) { return 0.0; }, 0.1, 1, q), 0, 1e-15);
}

TEST(LogIncrease, NeverExceedsCertainty) {
    const RenyiCurve curve{[](Order) { return Bracket(infinity); }};
    EXPECT_NEAR(log_increase_renyi(curve, 1e-3), std::log(1e3), 1e-12);
}

RC_GTEST_PROP(LogIncrease, OfRenyiCurveNeverBelowTheBestTest, ()) {
    const double p = *support::uniform(0.5001, 0.9);
    const int n = *rc::gen::inRange(1, 12);
    const double q = *support::log_uniform(1e-6, 0.5);
    const RandomizedResponse mechanism{.p = p};
    const RenyiCurve curve{[&](Order order) { return mechanism.renyi(order); }};
    const double bound = log_increase_renyi(static_cast<double>(n) * curve, q);
    RC_ASSERT(Real(bound) >= best_test(Real(p), n, Real(q)) * log(Real(10)) - 1e-40);
    RC_ASSERT(bound <= n * mechanism.pure_epsilon().upper + 1e-12);
}

RC_GTEST_PROP(LogIncrease, OfTheBestDeltaNeverBelowTheBestTest, ()) {
    const double p = *support::uniform(0.5001, 0.9);
    const int n = *rc::gen::inRange(1, 12);
    const double q = *support::log_uniform(1e-6, 0.5);
    const Epsilon epsilon{RandomizedResponse{.p = p}.pure_epsilon().upper};
    const double bound = log_increase_advanced(epsilon, n, q);
    RC_ASSERT(Real(bound) >= best_test(Real(p), n, Real(q)) * log(Real(10)));
}

}  // namespace figure2_test
}  // namespace mizan::mironov17
