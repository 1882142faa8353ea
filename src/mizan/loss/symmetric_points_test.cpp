// SPDX-License-Identifier: Apache-2.0
#include "mizan/loss/symmetric_points.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "mizan/loss/privacy_loss.hpp"

#include "support/generators.hpp"

namespace mizan {
namespace symmetric_points_test {

using support::uniform;

double delta_of(const std::vector<Outcome>& pair, double epsilon) {
    return hockey_stick(pair, Epsilon{epsilon}).upper;
}

// Any pair on three outcomes, some of which only one side has.
std::vector<Outcome> any_pair() {
    std::vector<double> p, q;
    Bracket p_sum = 0, q_sum = 0;
    for (int i = 0; i < 3; ++i) {
        p.push_back(*uniform(0, 1) + 1e-3);
        q.push_back(*rc::gen::oneOf(uniform(1e-3, 1), rc::gen::element(0.0, 0.5)));
        p_sum += p.back();
        q_sum += q.back();
    }
    std::vector<Outcome> pair;
    RC_PRE(q_sum.lower > 0);
    for (std::size_t i = 0; i < 3; ++i) pair.push_back(outcome(p[i] / p_sum, q[i] / q_sum));
    return pair;
}

RC_GTEST_PROP(SymmetricPoints, KeepWhatTheyPromiseAndNoMore, ()) {
    const std::vector<Outcome> pair = any_pair(), back = reversed(pair);
    std::vector<ProfilePoint> points;
    double epsilon = *rc::gen::element(0.0, 0.1);
    const int size = *rc::gen::inRange(1, 6);
    for (int i = 0; i < size; ++i) {
        points.push_back({epsilon, std::max(delta_of(pair, epsilon), delta_of(back, epsilon))});
        epsilon += *uniform(0.01, 1.5);
    }
    const std::vector<Outcome> found = symmetric_dominating(points);
    const double at = *uniform(0, 5);
    RC_ASSERT(delta_of(found, at) >= delta_of(pair, at) - 1e-15);
    RC_ASSERT(delta_of(found, at) >= delta_of(back, at) - 1e-15);
    RC_ASSERT(std::abs(delta_of(found, at) - delta_of(reversed(found), at)) < 1e-14);
    double p = 0, q = 0;
    for (const Outcome& each : found) {
        p += each.p.middle();
        q += each.q.middle();
    }
    RC_ASSERT(std::abs(p - 1) < 1e-12 && std::abs(q - 1) < 1e-12);
    for (const ProfilePoint& each : points) {
        RC_ASSERT(delta_of(found, each.epsilon) <= each.delta.upper * (1 + 1e-12) + 1e-15);
    }
}

TEST(SymmetricPoints, OnePointIsTheWorstMechanismThatKeepsIt) {
    const std::vector<ProfilePoint> one{{1.0, 1e-3}};
    const std::vector<Outcome> found = symmetric_dominating(one);
    ASSERT_EQ(found.size(), 4u);
    EXPECT_NEAR(found[2].p.middle(), 0.999 / (1 + std::exp(-1.0)), 1e-15);
    EXPECT_NEAR(found[2].q.middle(), 0.999 / (1 + std::exp(1.0)), 1e-15);
    EXPECT_THROW((void)symmetric_dominating({}), InputError);
}

// The least false-negative rate of a test between the pair, from its profile.
double missed(const std::vector<Outcome>& pair, double rate) {
    // P makes false positives: f(x) = max over γ of 1 - δ(γ) … for Q against P
    const std::vector<Outcome> back = reversed(pair);
    double least = 0;
    for (double log_ratio = -12; log_ratio <= 12; log_ratio += 0.05) {
        double delta = 0;
        for (const Outcome& each : back) {
            delta += std::max(0.0, each.p.middle() - std::exp(log_ratio) * each.q.middle());
        }
        least = std::max(least, 1 - delta - std::exp(log_ratio) * rate);
    }
    return least;
}

RC_GTEST_PROP(SymmetricPoints, TradeoffStaysBelowEveryFunctionThroughThePoints, ()) {
    // 1 - e^ε x, e^-ε (1 - x) and the Gaussian-like hyperbola between them: convex and symmetric
    const double epsilon = *uniform(0.1, 3);
    const auto tradeoff = [&](double x) { return (1 - x) / (1 - x + std::exp(epsilon) * x); };
    std::vector<ErrorRates> points;
    const int size = *rc::gen::inRange(1, 5);
    for (int i = 0; i < size; ++i) {
        const double x = *uniform(0, 1);
        points.push_back({x, tradeoff(x) * (1 - 1e-12)});
    }
    const std::vector<Outcome> found = tradeoff_dominating(points);
    const double x = *uniform(0, 1);
    RC_ASSERT(missed(found, x) <= tradeoff(x) + 1e-12);
    RC_ASSERT(missed(reversed(found), x) <= tradeoff(x) + 1e-12);
}

TEST(SymmetricPoints, APointThatAnotherImpliesChangesNothing) {
    const ErrorRates known{0.43, 0.41}, implied{0.0125, 0.24};
    const std::vector<Outcome> found = tradeoff_dominating({known, implied});
    EXPECT_EQ(found, tradeoff_dominating({known}));
    Bracket p = 0, q = 0;
    for (const Outcome& each : found) p += each.p, q += each.q;
    for (const Bracket sum : {p, q}) {
        EXPECT_TRUE(sum.contains(1));
        EXPECT_LT(sum.width(), 1e-14);
    }
}

RC_GTEST_PROP(SymmetricPoints, BothLawsOfATradeoffAddUpToOne, ()) {
    std::vector<ErrorRates> points;
    const int size = *rc::gen::inRange(1, 6);
    for (int i = 0; i < size; ++i) {
        const double x = *uniform(0, 1);
        points.push_back({x, *uniform(0, 1) * (1 - x)});
    }
    Bracket p = 0, q = 0;
    for (const Outcome& each : tradeoff_dominating(points)) p += each.p, q += each.q;
    RC_ASSERT(p.upper >= 1 - 1e-12 && p.lower <= 1 + 1e-12);
    RC_ASSERT(q.upper >= 1 - 1e-12 && q.lower <= 1 + 1e-12);
}

TEST(SymmetricPoints, ATradeoffThatFallsWithinTheLeastNumberShowsEverything) {
    const std::vector<Outcome> everything{{1, 0, infinity}, {0, 1, -infinity}};
    EXPECT_EQ(tradeoff_dominating({{0, 5e-324}, {5e-324, 0.9940841919940842}}), everything);
}

TEST(SymmetricPoints, ManyPointsOfATradeoffAreNearlyTheFunction) {
    std::vector<ErrorRates> points;
    for (int i = 1; i < 400; ++i) {
        const double x = i / 400.0;
        points.push_back({x, (1 - x) / (1 + x) * (1 - 1e-12)});
    }
    const std::vector<Outcome> found = tradeoff_dominating(points);
    EXPECT_NEAR(missed(found, 0.3), 0.7 / 1.3, 1e-2);
    EXPECT_THROW((void)tradeoff_dominating({{0.6, 0.6}}), InputError);
}

}  // namespace symmetric_points_test
}  // namespace mizan
