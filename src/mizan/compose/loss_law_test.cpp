// SPDX-License-Identifier: Apache-2.0
#include "mizan/compose/loss_law.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "mizan/compose/worst_losses.hpp"

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan::compose {
namespace loss_law_test {

using oracle::Real;

struct ExactPair {
    std::vector<double> p, q;
};

std::vector<Outcome> brackets(const ExactPair& pair, bool reverse) {
    std::vector<Outcome> result;
    for (std::size_t i = 0; i < pair.p.size(); ++i) result.push_back(outcome(pair.p[i], pair.q[i]));
    return reverse ? reversed(result) : result;
}

Real exact_delta(const std::vector<ExactPair>& pairs, bool reverse, double epsilon) {
    std::vector<std::pair<Real, Real>> outcomes{{1, 1}};
    for (const ExactPair& pair : pairs) {
        std::vector<std::pair<Real, Real>> next;
        for (const auto& [p, q] : outcomes) {
            for (std::size_t i = 0; i < pair.p.size(); ++i) {
                next.emplace_back(p * Real(reverse ? pair.q[i] : pair.p[i]),
                                  q * Real(reverse ? pair.p[i] : pair.q[i]));
            }
        }
        outcomes = std::move(next);
    }
    Real sum = 0;
    const Real factor = exp(Real(epsilon));
    for (const auto& [p, q] : outcomes) {
        const Real gain = p - factor * q;
        if (gain > 0) sum += gain;
    }
    return sum;
}

// Three outcomes whose probabilities are multiples of 1/64, so that they sum to 1 exactly.
ExactPair any_pair() {
    const auto cut = [] {
        const int a = *rc::gen::inRange(0, 65), b = *rc::gen::inRange(0, 65);
        const int low = std::min(a, b), high = std::max(a, b);
        return std::vector<double>{low / 64.0, (high - low) / 64.0, (64 - high) / 64.0};
    };
    return {cut(), cut()};
}

RC_GTEST_PROP(LossLaw, BracketsAnyThreePairsInBothDirections, ()) {
    const std::vector<ExactPair> pairs{any_pair(), any_pair(), any_pair()};
    const double epsilon = *support::uniform(0, 3);
    const Resolution resolution{0.0625, 13, 1e-20};
    for (const bool reverse : {false, true}) {
        LossLaw above(Side::pessimistic, resolution), below(Side::optimistic, resolution);
        for (const ExactPair& pair : pairs) {
            above.compose(losses_of(brackets(pair, reverse)));
            below.compose(losses_of(brackets(pair, reverse)));
        }
        const Real exact = exact_delta(pairs, reverse, epsilon);
        RC_ASSERT(Real(below.delta(Epsilon{epsilon})) <= exact + Real(1e-40));
        RC_ASSERT(exact <= Real(above.delta(Epsilon{epsilon})) + Real(1e-40));
        RC_ASSERT(above.delta(Epsilon{epsilon}) - below.delta(Epsilon{epsilon}) <= 0.05);
        const double most = above.profile().delta(Epsilon{epsilon});
        const double least = below.profile().delta(Epsilon{epsilon});
        RC_ASSERT(Real(least) <= exact + Real(1e-40));
        RC_ASSERT(exact <= Real(most) + Real(1e-40));
        RC_ASSERT(most - above.delta(Epsilon{epsilon}) <= 1e-12);
        RC_ASSERT(below.delta(Epsilon{epsilon}) - least <= 0.02);
        const Delta delta{*support::log_uniform(1e-4, 0.5)};
        const double high = above.epsilon(delta), low = below.epsilon(delta);
        RC_ASSERT(low <= high);
        RC_ASSERT(high == infinity || exact_delta(pairs, reverse, high) <= Real(delta.value()));
        RC_ASSERT(low == 0 || low == infinity ||
                  exact_delta(pairs, reverse, low) >= Real(delta.value()));
    }
}

TEST(LossLaw, ErrsInTheSecondOrderOfTheSpacing) {
    const auto width = [](double spacing) {
        const Resolution resolution{spacing, 40, 1e-30};
        LossLaw above(Side::pessimistic, resolution), below(Side::optimistic, resolution);
        for (int i = 0; i < 20; ++i) {
            const Atoms atoms = worst_losses({Epsilon{0.1 + 0.013 * i}, Delta{0.0}});
            above.compose(atoms);
            below.compose(atoms);
        }
        const double by_profiles =
            above.profile().delta(Epsilon{2}) - below.profile().delta(Epsilon{2});
        EXPECT_LT(by_profiles, 2 * (above.delta(Epsilon{2}) - below.delta(Epsilon{2})) + 1e-11);
        return above.delta(Epsilon{2}) - below.delta(Epsilon{2});
    };
    const double coarse = width(0x1p-6), fine = width(0x1p-9);
    EXPECT_GT(fine, 0);
    EXPECT_LT(fine, coarse / 20);
}

TEST(LossLaw, KeepsInfiniteLosses) {
    const Resolution resolution{0.01, 10, 0.0};
    LossLaw above(Side::pessimistic, resolution), below(Side::optimistic, resolution);
    for (int i = 0; i < 3; ++i) {
        above.compose(worst_losses({Epsilon{0.5}, Delta{0.125}}));
        below.compose(worst_losses({Epsilon{0.5}, Delta{0.125}}));
    }
    const double infinite = 1 - 0.875 * 0.875 * 0.875;
    EXPECT_NEAR(above.delta(Epsilon{9}), infinite, 1e-14);
    EXPECT_NEAR(below.delta(Epsilon{9}), infinite, 1e-14);
    EXPECT_GE(above.delta(Epsilon{9}), infinite);
    EXPECT_LE(below.delta(Epsilon{9}), infinite);
    EXPECT_NEAR(above.profile().delta(Epsilon{9}), infinite, 1e-11);
    EXPECT_NEAR(below.profile().delta(Epsilon{9}), infinite, 1e-11);
    EXPECT_GE(above.profile().delta(Epsilon{9}), infinite);
    EXPECT_LE(below.profile().delta(Epsilon{9}), infinite);
    EXPECT_EQ(above.epsilon(Delta{0.3}), infinity);
    EXPECT_EQ(below.epsilon(Delta{0.3}), infinity);
}

TEST(LossLaw, OfAMechanismThatRevealsNothingIsZero) {
    const LossLaw above(Side::pessimistic, {0.1, 10, 0.0}), below(Side::optimistic, {0.1, 10, 0.0});
    EXPECT_LT(above.delta(Epsilon{0.0}), 1e-300);
    EXPECT_EQ(below.delta(Epsilon{0.0}), 0);
    EXPECT_EQ(above.epsilon(Delta{1e-9}), 0);
}

TEST(LossLaw, LossesOutOfReachStayOnTheSafeSide) {
    const Resolution resolution{0.1, 5, 1e-9};
    LossLaw above(Side::pessimistic, resolution), below(Side::optimistic, resolution);
    for (const double epsilon : {1e300, 30.0, 4.0, 4.0}) {
        above.compose(worst_losses({Epsilon{epsilon}, Delta{0.0}}));
        below.compose(worst_losses({Epsilon{epsilon}, Delta{0.0}}));
    }
    EXPECT_EQ(above.delta(Epsilon{3}), 1);
    EXPECT_LE(below.delta(Epsilon{3}), 1);
    EXPECT_LE(above.size(), 110U);
}

TEST(LossLaw, FindsAnEpsilonBelowTheLowestLossItKeeps) {
    const std::vector<Outcome> pair{outcome(1, 1e-300), outcome(1e-300, 1)};
    const Resolution resolution{0.5, 800, 1e-20};
    LossLaw above(Side::pessimistic, resolution), below(Side::optimistic, resolution);
    above.compose(losses_of(pair));
    below.compose(losses_of(pair));
    const double exact = std::log(0.5) + 300 * std::log(10.0);  // 1 - e^ε 1e-300 = 1/2
    EXPECT_LE(below.epsilon(Delta{0.5}), exact);
    EXPECT_GE(above.epsilon(Delta{0.5}), exact);
    EXPECT_NEAR(below.epsilon(Delta{0.5}), exact, 0.2);
    EXPECT_NEAR(above.epsilon(Delta{0.5}), exact, 0.2);
}

// Many outcomes with few distinct losses are as fast as few outcomes.
TEST(LossLaw, OutcomesOfEqualLossAreTakenTogether) {
    std::vector<Outcome> many;
    for (int i = 0; i < 512; ++i) {
        const double likely = 0x3p-10, unlikely = 0x1p-10;  // 256 of each sum to 1
        many.push_back(i % 2 == 0 ? outcome(likely, unlikely) : outcome(unlikely, likely));
    }
    const std::vector<Outcome> two{outcome(0.75, 0.25), outcome(0.25, 0.75)};
    for (const Side side : {Side::pessimistic, Side::optimistic}) {
        LossLaw fine(side, {0x1p-9, 80, 1e-20}), coarse(side, {0x1p-9, 80, 1e-20});
        for (int i = 0; i < 64; ++i) {
            fine.compose(losses_of(many));
            coarse.compose(losses_of(two));
        }
        EXPECT_NEAR(fine.delta(Epsilon{40}), coarse.delta(Epsilon{40}), 1e-9);
        EXPECT_GT(coarse.delta(Epsilon{40}), 0.1);
    }
}

TEST(LossLaw, ChargesWhatUnderflowHasLost) {
    const Resolution resolution{1, 100, 0.0};
    LossLaw above(Side::pessimistic, resolution), below(Side::optimistic, resolution);
    const Atoms atoms{{1 - 0x1p-30, 0}, {0x1p-30, 1}};
    for (int i = 0; i < 40; ++i) {
        above.compose(atoms);
        below.compose(atoms);
    }
    // 36 losses of 1 out of 40: C(40, 36) 2^-1080, a subnormal number.
    const double exact = std::ldexp(91'390 * -std::expm1(-0.5), -1080);
    EXPECT_GE(above.delta(Epsilon{35.5}), exact);
    EXPECT_LT(above.delta(Epsilon{35.5}), 1e-318);
    EXPECT_LE(below.delta(Epsilon{35.5}), exact);
}

TEST(LossLaw, ListsTheLossesOfManyResponses) {
    double sum_low = 0, sum_high = 0;
    for (const auto& [probability, loss] : worst_losses(Epsilon{0.2}, 10'000, 1e-12)) {
        sum_low += probability.lower;
        sum_high += probability.upper;
        EXPECT_TRUE(loss.lower == infinity || loss.width() < 1e-11);
    }
    EXPECT_LE(sum_low, 1 + 1e-12);
    EXPECT_GE(sum_high, 1 - 1e-14);
    EXPECT_NEAR(sum_high, 1, 1e-10);
    EXPECT_THROW((void)worst_losses(Epsilon{1}, 0x1p33, 0), DomainError);
}

}  // namespace loss_law_test
}  // namespace mizan::compose
