// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/line/middle_line.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "mizan/inversion/normal_mixture/mixture_pair_loss.hpp"
#include "mizan/inversion/normal_mixture/replaced_gaussian_loss.hpp"
#include "mizan/inversion/profile/profile.hpp"

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan::inversion {
namespace middle_line_test {

using oracle::Real;

constexpr double tolerance = 3e-11;

// A record that moves a drawn sample by 1 against one that moves it by -1.
struct Replaced {
    Real q, sigma;

    [[nodiscard]] Real loss(const Real& x) const {
        const auto ratio = [&](const Real& z) { return 1 - q + q * exp(z); };
        const Real variance = sigma * sigma;
        return log(ratio((x - Real(0.5)) / variance) / ratio((-x - Real(0.5)) / variance));
    }
    // Where the loss, which grows, is ε.
    [[nodiscard]] Real place(const Real& epsilon) const {
        Real low = -60 * sigma - 60, high = 60 * sigma + 60;
        for (int round = 0; round < 140; ++round) {
            const Real middle = (low + high) / 2;
            (loss(middle) < epsilon ? low : high) = middle;
        }
        return low;
    }
    [[nodiscard]] Real above(const Real& x, int side) const {
        return (1 - q) * oracle::normal_tail(x / sigma) +
               q * oracle::normal_tail((x - side) / sigma);
    }
    [[nodiscard]] Real delta(const Real& epsilon) const {
        const Real x = place(epsilon);
        return above(x, 1) - exp(epsilon) * above(x, -1);
    }
};

RC_GTEST_PROP(MiddleLine, BracketsWhatOneRunCosts, ()) {
    const double q = *support::log_uniform(1e-6, 0.1), sigma = *support::log_uniform(0.6, 3);
    const double x = 1 + sigma * *support::uniform(-0.5, 2.5);
    const Replaced run{q, sigma};
    const double epsilon = static_cast<double>(run.loss(x));
    RC_PRE(epsilon > 0);
    const Real truth = run.delta(epsilon);
    const auto line = MiddleLine::at({{replaced_gaussian_loss(q, sigma), 1}}, epsilon,
                                     static_cast<double>(truth), tolerance);
    RC_PRE(line.has_value());
    for (const double share : {1.0, 0.95}) {
        const Bracket found = line->delta(share * epsilon);
        RC_ASSERT(oracle::contains(found, run.delta(Real(share * epsilon))));
        if (q > 1e-4) RC_ASSERT(found.width() < 1e-5 * found.upper + 2e-11);
    }
}

// Σ p_i N(s_i, σ²) against Σ q_j N(-t_j, σ²).
struct Mixtures {
    MixedNormals pair;
    Real sigma;

    // log of Σ p_i e^{z_i}, where the probabilities add up to 1.
    [[nodiscard]] Real log_ratio(const std::vector<ShiftedNormal>& side, const Real& x) const {
        Real more = 0;
        for (const auto& [shift, probability] : side) {
            const Real z = (shift * x - Real(shift) * shift / 2) / (sigma * sigma);
            more += Real(probability.lower) * expm1(z);
        }
        return log1p(more);
    }
    // Where the loss, which grows, is ε.
    [[nodiscard]] Real place(const Real& epsilon) const {
        Real low = -60 * sigma - 60, high = 60 * sigma + 60;
        for (int round = 0; round < 140; ++round) {
            const Real x = (low + high) / 2;
            (log_ratio(pair.up, x) - log_ratio(pair.down, -x) < epsilon ? low : high) = x;
        }
        return low;
    }
    [[nodiscard]] Real above(const std::vector<ShiftedNormal>& side, const Real& x,
                             int sign) const {
        Real sum = 0;
        for (const auto& [shift, probability] : side) {
            sum += Real(probability.lower) * oracle::normal_tail((x - sign * Real(shift)) / sigma);
        }
        return sum;
    }
    // Beyond all losses there is no such place, and the difference is 0 but for its last digits.
    [[nodiscard]] Real delta(const Real& epsilon) const {
        const Real x = place(epsilon);
        const Real left = above(pair.up, x, 1) - exp(epsilon) * above(pair.down, x, -1);
        return left > 0 ? left : Real(0);
    }
};

// One side of a mixture, whose probabilities are doubles that add up to 1.
std::vector<ShiftedNormal> some_shifts(int shifts) {
    std::vector<ShiftedNormal> side;
    double stays = 1;
    for (int i = 0; i < shifts; ++i) {
        const double p =
            std::ldexp(std::ceil(std::ldexp(*support::log_uniform(1e-6, 0.2), 40)), -40);
        side.push_back({*support::uniform(0.1, 2), p});
        stays -= p;
    }
    side.push_back({0, stays});
    return side;
}

// The pair with P and Q exchanged is another one. Far to the left of where the line was made δ, a
// period farther on, counts; far to the right δ' of the other pair does. Beyond a period nothing is
// known.
RC_GTEST_PROP(MiddleLine, BracketsWhatAMixtureCosts, ()) {
    Mixtures run{{some_shifts(*rc::gen::inRange(0, 4)), some_shifts(*rc::gen::inRange(1, 3))},
                 *support::log_uniform(0.5, 8)};
    if (*rc::gen::inRange(0, 2) == 0) run.pair = run.pair.swapped();
    const double sigma = static_cast<double>(run.sigma);
    const double x = 1 + sigma * *support::uniform(-0.5, 2.5);
    const double epsilon =
        static_cast<double>(run.log_ratio(run.pair.up, x) - run.log_ratio(run.pair.down, -x));
    RC_PRE(epsilon > 0);
    const double rough = *rc::gen::element(tolerance, 1e-6, 1e-2);
    const auto line = MiddleLine::at({{mixture_pair_loss(run.pair, sigma), 1}}, epsilon,
                                     static_cast<double>(run.delta(epsilon)), rough);
    RC_PRE(line.has_value());
    int known = 0;
    for (const double share : {-20.0, -10.0, -6.0, -4.0, -3.0, -2.0, -1.0, 0.01, 0.7, 1.0, 1.5, 2.0,
                               2.5, 3.0, 4.0, 6.0, 10.0, 20.0}) {
        const Bracket found = line->delta(share * epsilon);
        RC_ASSERT(oracle::contains(found, run.delta(Real(share * epsilon))));
        if (found.width() < 1) ++known;
    }
    RC_ASSERT(known > 2);
}

// The known aliases and the node on the axis are 4/Λ each, of which nothing is left but δ.
TEST(MiddleLine, ShortPeriodsKeepTheDigitsOfDelta) {
    for (const double q : {1e-7, 1e-6, 1e-5}) {
        const Replaced run{q, 1};
        const double epsilon = static_cast<double>(run.loss(3));
        const Real truth = run.delta(epsilon);
        const auto line = MiddleLine::at({{replaced_gaussian_loss(q, 1), 1}}, epsilon,
                                         static_cast<double>(truth), tolerance);
        ASSERT_TRUE(line.has_value()) << q;
        const Bracket found = line->delta(epsilon);
        EXPECT_TRUE(oracle::contains(found, truth)) << q << found;
        EXPECT_LE(found.width(), 3e-16 * (q / 1e-6)) << q << found;
    }
}

// A rough line shows what a fine one would waste.
TEST(MiddleLine, NoneIsBegunWhereRoundingHidesDelta) {
    const Composition parts{{replaced_gaussian_loss(1.782e-5, 0.6447), 58}};
    const auto rough = MiddleLine::at(parts, 0.28, 1e-15, 1e-2);
    ASSERT_TRUE(rough.has_value());
    EXPECT_GT(rough->rounding(0.28), 1e-15);
    EXPECT_LT(rough->rounding(0.28), rough->delta(0.28).width() * 1.01);
    EXPECT_FALSE(MiddleLine::near(parts, 0.28, 1e-15, tolerance).has_value());
    EXPECT_TRUE(MiddleLine::near(parts, 0.06, 1e-9, tolerance).has_value());
}

// Many runs on tiny samples: what rounding leaves is a share of the number of draws.
TEST(MiddleLine, ManyRunsKeepTheDigitsOfDelta) {
    for (const double count : {2.0, 100.0, 1000.0}) {
        const Bracket found =
            Profile({{replaced_gaussian_loss(1e-6, 1), count}}).epsilon(Delta{1e-9});
        EXPECT_LE(found.width(), 1e-6 * found.upper) << count << found;
    }
}

// δ(0) is 8.6e-6.
TEST(MiddleLine, NothingIsSpentWhereDeltaIsLarger) {
    const Composition parts{{replaced_gaussian_loss(1e-6, 1), 100}};
    EXPECT_EQ(Profile(parts).epsilon(Delta{1e-5}), Bracket(0));
}

// With short periods the aliases count, and they are inside the bracket.
TEST(MiddleLine, AliasesAreInsideTheBracket) {
    const Replaced run{1e-3, 1};
    const Composition parts{{replaced_gaussian_loss(1e-3, 1), 1}};
    const double epsilon = 0.01;
    const Real truth = run.delta(epsilon);
    int wide = 0;
    for (double rough = 1e-6; rough < 1e4; rough *= 3) {
        const auto line = MiddleLine::at(parts, epsilon, static_cast<double>(truth), rough);
        if (!line) continue;
        const Bracket found = line->delta(epsilon);
        EXPECT_TRUE(oracle::contains(found, truth)) << rough << found;
        const double off = line->estimate(epsilon).delta - static_cast<double>(truth);
        if (std::abs(off) > 1e-8 * static_cast<double>(truth)) ++wide;
    }
    EXPECT_GT(wide, 3);
}

// Two runs: the second has to exceed what the first has left.
TEST(MiddleLine, TheTailIsBounded) {
    for (const double q : {1e-4, 1e-2}) {
        for (const double sigma : {0.7, 1.5}) {
            const Replaced run{q, sigma};
            const Composition parts{{replaced_gaussian_loss(q, sigma), 2}};
            for (const double log_wanted : {-5.0, -15.0, -30.0}) {
                const LossTail tail(parts, log_wanted);
                ASSERT_LT(tail.place(), infinity);
                EXPECT_LE(tail.beyond(tail.place()), 1.1 * std::exp(log_wanted));
                for (const double share : {0.5, 1.0, 1.3}) {
                    const double x = share * tail.place();
                    // At least one of them is as large, or the first half of it and the second the
                    // other half.
                    const Real once = run.above(run.place(x), 1),
                               half = run.above(run.place(x / 2), 1);
                    const Real least = std::max(once * (2 - once) * Real(0.5), half * half);
                    EXPECT_GE(Real(tail.beyond(x)), least) << q << " " << sigma << " " << x;
                }
            }
        }
    }
}

TEST(MiddleLine, ReplacedRecordsOfSmallSamplesAreKnownToSixDigits) {
    for (const double q : {1e-5, 1e-4, 1e-3}) {
        for (const double count : {1.0, 10.0}) {
            const Composition parts{{replaced_gaussian_loss(q, 1), count},
                                    {replaced_gaussian_loss(q, 1.3), count}};
            const Bracket found = Profile(parts).epsilon(Delta{1e-6});
            EXPECT_GT(found.lower, 0) << q << " " << count;
            EXPECT_LE(found.width(), 1e-6 * found.upper) << q << " " << count << found;
        }
    }
}

}  // namespace middle_line_test
}  // namespace mizan::inversion
