// SPDX-License-Identifier: Apache-2.0
#include "mizan/divergence/finite_profile.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/generators.hpp"

namespace mizan {
namespace {

// Outcomes of which some have the same loss, some an infinite one, and some are known within a
// bracket only.
std::vector<Outcome> any_outcomes() {
    std::vector<Outcome> all;
    const int size = *rc::gen::inRange(0, 12);
    for (int i = 0; i < size; ++i) {
        const double p = *support::log_uniform(1e-20, 0.1);
        const double loss =
            *rc::gen::oneOf(support::uniform(-3, 3), support::log_uniform(1e-12, 600),
                            rc::gen::element(0.0, 0.5, 1.0, infinity));
        const double doubt = *rc::gen::element(0.0, 1e-9, 0.25);
        const Bracket log_ratio(loss, loss + doubt);
        const Bracket q = loss == infinity ? Bracket(0) : p * exp(-log_ratio);
        all.push_back({Bracket(p, p * (1 + doubt)), q, log_ratio});
    }
    return all;
}

RC_GTEST_PROP(FiniteProfile, IsTheHockeyStick, ()) {
    const auto outcomes = any_outcomes();
    const FiniteProfile profile(outcomes);
    const double epsilon = *rc::gen::oneOf(support::uniform(0, 3), support::log_uniform(1e-13, 700),
                                           rc::gen::element(1e-300, 0.5, 1.0, infinity));
    const Bracket once = hockey_stick(outcomes, Epsilon{epsilon});
    const Bracket found = profile.delta(Epsilon{epsilon});
    // Both sum up the same ends, rounded outward.
    constexpr double few_units = 1e-13, subnormal = 1e-300;
    RC_ASSERT(found.lower <= once.upper && once.lower <= found.upper);
    RC_ASSERT(std::abs(found.lower - once.lower) <= few_units * once.upper + subnormal);
    RC_ASSERT(std::abs(found.upper - once.upper) <= few_units * once.upper + subnormal);
}

TEST(FiniteProfile, OfLossesInOnePlaceIsOneLine) {
    const std::vector<Outcome> outcomes{{0.5, 0.125, log(Bracket(4))},
                                        {0.25, 0.0625, log(Bracket(4))},
                                        {0.25, 0.8125, log(Bracket(4) / 13)}};
    const Bracket found = FiniteProfile(outcomes).delta(Epsilon{0.0});
    EXPECT_LE(found.lower, 0.5625);  // 0.75 - 0.1875
    EXPECT_GE(found.upper, 0.5625);
    EXPECT_LT(found.width(), 1e-14);
}

}  // namespace
}  // namespace mizan
