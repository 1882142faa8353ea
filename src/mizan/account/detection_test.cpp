// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/detection.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "mizan/account/curves.hpp"

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan::analysis {
namespace detection_test {

using Laws = std::vector<RepeatedLaw>;

TEST(Detection, OfGaussiansIsThatOfTheirTest) {
    // One law of zero loss more, so that no closed form is used.
    const Laws laws{{GaussianLaw{0.5}, 4}, {ResponseLaw{0.0}, 1}};
    Detection by_inversion(laws), by_formula(Laws{{GaussianLaw{0.5}, 4}});
    for (const double x : {1e-30, 1e-9, 0.001, 0.05, 0.5, 0.9, 0.999}) {
        const Bracket found = by_inversion.rate(x), exact = by_formula.rate(x);
        EXPECT_LE(found.lower, exact.upper) << x;
        EXPECT_GE(found.upper, exact.lower) << x;
        EXPECT_LT(found.width(), 1e-8 * found.upper) << x;
    }
    EXPECT_EQ(by_inversion.rate(0).upper, 0);
    EXPECT_EQ(by_inversion.rate(1), Bracket(1.0));
}

// δ(ε) + e^ε x is what a test may find, whatever ε: every bound of it bounds the rate.
TEST(Detection, OfSampledGaussiansIsBelowEveryProfileBound) {
    const Laws laws{{SampledGaussianLaw{0.01, 1.0}, 1000}};
    Detection detection(laws);
    auto both = profiles(laws);
    for (const double x : {1e-6, 0.01, 0.3, 0.95}) {
        const Bracket found = detection.rate(x);
        EXPECT_LT(found.width(), 1e-9 * found.upper);
        double least = 1;
        for (double epsilon = -3; epsilon <= 5; epsilon += 0.01) {
            double worst = 0;
            for (auto& profile : both) {
                worst = std::max(worst, profile.delta(epsilon).upper + std::exp(epsilon) * x);
            }
            EXPECT_GE(worst, found.lower);
            least = std::min(least, worst);
        }
        EXPECT_LT(found.upper, least * (1 + 1e-3));
    }
}

TEST(Detection, FindsAllThatIsShownAtRateZero) {
    Detection shown(Laws{{ResponseLaw{1.0, Delta{0.25}}, 1}, {GaussianLaw{1.0}, 1}});
    EXPECT_NEAR(shown.rate(0).lower, 0.25, 1e-14);
    EXPECT_NEAR(shown.rate(0).upper, 0.25, 1e-14);
    EXPECT_GT(shown.rate(1e-3).lower, 0.2501);
    Detection everything(Laws{{GaussianLaw{infinity}, 1}, {LaplaceLaw{Laplace{1.0}}, 2}});
    EXPECT_EQ(everything.rate(1e-3).lower, 1);
}

// Two responses and a third of another kind, against all eight outcomes.
RC_GTEST_PROP(Detection, OfResponsesIsThatOfTheBestTest, ()) {
    const double a = *support::uniform(0.1, 3), b = *support::uniform(0.1, 3);
    const double x = *support::uniform(0.001, 0.999);
    Detection detection(Laws{{ResponseLaw{a}, 2}, {ResponseLaw{b}, 1}});
    const Bracket found = detection.rate(x);
    struct Outcome {
        double p, q;
    };
    std::vector<Outcome> outcomes{{1, 1}};
    for (const double e : {a, a, b}) {
        const double high = 1 / (1 + std::exp(-e)), low = 1 - high;
        std::vector<Outcome> next;
        for (const auto& [p, q] : outcomes) {
            next.push_back({p * high, q * low});
            next.push_back({p * low, q * high});
        }
        outcomes = next;
    }
    std::ranges::sort(outcomes, [](auto& s, auto& t) { return s.p * t.q > t.p * s.q; });
    double room = x, rate = 0;
    for (const auto& [p, q] : outcomes) {
        const double part = std::min(1.0, room / q);
        rate += part * p;
        room = std::max(0.0, room - q);
    }
    RC_ASSERT(found.lower <= rate + 1e-13);
    RC_ASSERT(found.upper >= rate - 1e-13);
    RC_ASSERT(found.width() < 1e-12);
}

}  // namespace detection_test
}  // namespace mizan::analysis
