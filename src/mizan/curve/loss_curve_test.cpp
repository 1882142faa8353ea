// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include "mizan/account/account.hpp"
#include "mizan/curve/curves.hpp"

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace loss_curve_test {

using oracle::Real;

const Neighbours one_record{};

TEST(LossOfAProgram, OfResponsesIsABinomial) {
    const Program program = 3 * Program(RandomizedResponse{.p = 0.75});
    const LossCurve curve = loss_curve(program, one_record, 100);
    ASSERT_EQ(curve.points.size(), 4u);
    EXPECT_EQ(curve.infinity_mass, Bracket(0.0));
    const double cumulated[] = {1 / 64.0, 10 / 64.0, 37 / 64.0, 1};
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_NEAR(curve.points[i].x, (2.0 * static_cast<double>(i) - 3) * std::log(3), 1e-13);
        EXPECT_NEAR(curve.points[i].y.upper, cumulated[i], 1e-13);
    }
}

// The record makes large outputs likelier: the losses of this order have a larger mean than those
// of the other.
TEST(LossOfAProgram, SaysWhichNeighbourIsFirst) {
    const auto direction = [](const Program& program, const Neighbours& neighbours) {
        return loss_curve(program, neighbours, 5).direction;
    };
    const Neighbours replaced{Relation::replace_one};
    const Program sampled = poisson(0.1, Gaussian{.noise_multiplier = 1.0});
    EXPECT_EQ(direction(sampled, one_record), "with the record against without it");
    EXPECT_EQ(direction(sampled, replaced), "either neighbour against the other");
    EXPECT_EQ(direction(Gaussian{.noise_multiplier = 1.0}, one_record),
              "either neighbour against the other");
    const Program written = pair({0.5, 0.5}, {0.25, 0.75});
    EXPECT_EQ(direction(written, one_record), "the first law of every pair against the second");
    EXPECT_EQ(direction(written + sampled, one_record),
              "the first law of every pair against the second, with the record against without it");
    // Without the record no loss is above -log(1 - q). With it losses have no upper bound, but none
    // is below log(1 - q).
    const LossCurve curve = loss_curve(sampled, one_record, 50);
    EXPECT_GT(curve.points.back().x, 1);
    EXPECT_GT(curve.points.front().x, 4 * std::log(0.9));
    // In the pair, the first outcome has the loss log 2 and is drawn from the first law.
    const LossCurve of_pair = loss_curve(written, one_record, 5);
    EXPECT_NEAR(of_pair.points.back().x, std::log(2), 1e-12);
    EXPECT_NEAR(of_pair.points.front().y.upper, 0.5, 1e-12);
}

TEST(LossOfAProgram, HasNoNegativeZeros) {
    for (const Program& program :
         {poisson(0.5, Gaussian{.noise_multiplier = 1.0}), 2 * Program(RandomizedResponse{0.75}),
          Program(Laplace{.noise_multiplier = 1.0}), Program(pure(Epsilon{0.0}))}) {
        const LossCurve curve = loss_curve(program, one_record, 5);
        EXPECT_FALSE(std::signbit(curve.infinity_mass.upper));
        EXPECT_FALSE(std::signbit(curve.infinity_mass.lower));
        for (const auto& [x, y] : curve.points) {
            EXPECT_FALSE(x == 0 && std::signbit(x));
            EXPECT_FALSE(std::signbit(y.lower) || std::signbit(y.upper));
        }
    }
}

TEST(LossOfAProgram, NamesTheInfinitePart) {
    const LossCurve curve = loss_curve(approximate(Epsilon{1.0}, Delta{0.125}), one_record, 100);
    ASSERT_EQ(curve.points.size(), 2u);
    EXPECT_EQ(curve.infinity_mass, Bracket(0.125));
    EXPECT_NEAR(curve.points.back().y.upper, 0.875, 1e-15);
    const LossCurve bare = loss_curve(Gaussian{.noise_multiplier = 0.0}, one_record, 100);
    EXPECT_TRUE(bare.points.empty());
    EXPECT_EQ(bare.infinity_mass, Bracket(1.0));
}

TEST(LossOfAProgram, OfGaussiansIsGaussian) {
    const Program program = 4 * Program(Gaussian{.noise_multiplier = 2.0});
    const LossCurve curve = loss_curve(program, one_record, 101);
    ASSERT_EQ(curve.points.size(), 101u);
    EXPECT_NEAR(curve.points[50].x, 0.5, 1e-14);
    EXPECT_NEAR(curve.points[50].y.lower, 0.5, 1e-13);
}

// Pr[L > ε] from the profile, compared with a single Gaussian. The closed form is avoided by a
// second release that shows nothing.
TEST(LossOfAProgram, IsBracketedByTheProfile) {
    const Program gaussian = 4 * Program(Gaussian{.noise_multiplier = 2.0});
    const LossCurve curve = loss_curve(gaussian + pure(Epsilon{0.0}), one_record, 41);
    for (const auto& [x, y] : curve.points) {
        const Real exact = erfc((Real(0.5) - Real(x)) / sqrt(Real(2))) / 2;  // N(1/2, 1)
        EXPECT_LE(Real(y.lower), exact) << x;
        EXPECT_GE(Real(y.upper), exact) << x;
        EXPECT_LT(y.width(), 1e-4);
    }
    EXPECT_LT(curve.points.front().y.upper, 1e-4);
    EXPECT_GT(curve.points.back().y.lower, 1 - 1e-4);
}

TEST(LossOfAProgram, OfTrainingGrowsFromNothingToAll) {
    const Program training = 10'000 * poisson(0.01, Gaussian{1.0});
    const LossCurve curve = loss_curve(training, one_record, 101);
    ASSERT_EQ(curve.points.size(), 101u);
    EXPECT_EQ(curve.infinity_mass, Bracket(0.0));
    for (std::size_t i = 0; i < 101; ++i) {
        EXPECT_LT(curve.points[i].y.width(), 1e-4);
        EXPECT_GE(curve.points[i].y.upper, curve.points[i > 0 ? i - 1 : 0].y.lower);
    }
    EXPECT_LT(curve.points.front().y.upper, 1e-4);
    EXPECT_GT(curve.points.back().y.lower, 1 - 1e-4);
}

// Pr[L ≤ l] of two Laplace mechanisms with e = 1/scale, as they convolve: atoms at ±e, and between
// them the density e^{(l-e)/2}/4.
Real two_laplaces(const Real& e, const Real& l) {
    const auto one = [&](const Real& x) {  // Pr[L ≤ x] of one
        if (x < -e) return Real(0);
        return x >= e ? Real(1) : Real(exp((x - e) / 2) / 2);
    };
    const auto between = [&](const Real& from, const Real& to) {
        return oracle::integral<Real>(
            [&](const Real& x) { return exp((x - e) / 2) / 4 * one(l - x); }, from, to);
    };
    // The second is an atom of the first one away from where the integrand jumps.
    const Real jump = l > 0 ? l - e : l + e;
    return one(l - e) / 2 + exp(-e) / 2 * one(l + e) + between(-e, jump) + between(jump, e);
}

TEST(LossOfAProgram, OfLaplacesIsTheirConvolution) {
    const Program program = 2 * Program(Laplace{.noise_multiplier = 2});
    for (const int points : {2, 9}) {
        const LossCurve curve = loss_curve(program, one_record, points);
        ASSERT_EQ(curve.points.size(), static_cast<std::size_t>(points));
        for (const auto& [x, y] : curve.points) {
            const Real exact = two_laplaces(Real(0.5), Real(x));
            EXPECT_LE(Real(y.lower), exact) << x;
            EXPECT_GE(Real(y.upper), exact) << x;
            EXPECT_LT(y.width(), 3e-4) << x;
        }
    }
}

// This pair is its own reverse up to a rounding. An output with as many outcomes of one kind as of
// the other has not the loss 0 but 2500 times 4.5e-19 · 2.
TEST(LossOfAProgram, OfAPairThatIsNearlySymmetricIsNotTakenForSymmetric) {
    const Program near = pair({0.49201895269288537, 0.50798104730711469},
                              {0.50798104730711469, 0.49201895269288531});
    for (const auto& [runs, truth] :
         {std::pair<Count, double>{5000, 0.126527376208}, {4000, 0.152570664}}) {
        const LossCurve curve = loss_curve(runs * near, one_record, 5);
        ASSERT_EQ(curve.points[2].x, 0);
        EXPECT_LE(curve.points[2].y.lower, truth + 1e-9);
        EXPECT_GE(curve.points[2].y.upper, truth - 1e-9);
    }
}

TEST(LossOfAProgram, DoesNotDependOnTheNumberOfPoints) {
    const Program program = 100 * Program(Laplace{.noise_multiplier = 10});
    const LossCurve few = loss_curve(program, one_record, 3);
    const LossCurve more = loss_curve(program, one_record, 11);
    ASSERT_EQ(few.points[1].x, more.points[5].x);
    for (const Bracket& y : {few.points[1].y, more.points[5].y}) EXPECT_LT(y.width(), 2e-4);
    EXPECT_LE(few.points[1].y.lower, more.points[5].y.upper);
    EXPECT_LE(more.points[5].y.lower, few.points[1].y.upper);
}

TEST(LossOfAProgram, IsRefusedWhereItIsNotKnown) {
    const auto refusal_of = [](const Program& program) -> std::string {
        try {
            (void)loss_curve(program, one_record, 10);
            return "no refusal";
        } catch (const Refused& refusal) {
            return refusal.reason();
        }
    };
    EXPECT_EQ(refusal_of(zcdp(Rho{0.1})),
              "zcdp is known by a promise that has no worst law of the loss");
    EXPECT_EQ(refusal_of(5000 * Program(RandomizedResponse{.p = 0.6})), "no refusal");
}

}  // namespace loss_curve_test
}  // namespace mizan
