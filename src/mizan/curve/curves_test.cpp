// SPDX-License-Identifier: Apache-2.0
#include "mizan/curve/curves.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "mizan/account/account.hpp"

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace curves_test {

using oracle::Real;

const Neighbours one_record{};

std::vector<Order> orders(std::initializer_list<double> values) {
    return {values.begin(), values.end()};
}

std::vector<Probability> rates(std::initializer_list<double> values) {
    return {values.begin(), values.end()};
}

const std::vector<Program>& leaves() {
    static const std::vector<Program> all{
        Gaussian{.noise_multiplier = 1.5},
        Laplace{.noise_multiplier = 2},
        DiscreteGaussian{.sigma = 1.5},
        DiscreteGaussian{.sigma = 30, .sensitivity = 4},
        DiscreteLaplace{.noise_parameter = Epsilon{0.3}, .sensitivity = 3},
        RandomizedResponse{.p = 0.75},
        Exponential{Epsilon{0.8}},
        PermuteAndFlip{Epsilon{0.8}},
        pure(Epsilon{0.4}),
        zcdp(Rho{0.1}),
        cdp(Mu{0.02}, Tau{0.3}),
        gdp(Mu{0.5}),
        renyi({{Order{2.0}, Epsilon{0.1}}, {Order{32.0}, Epsilon{1.0}}}),
        pair({0.5, 0.3, 0.2}, {0.25, 0.35, 0.4}),
        pair({0.25, 0.35, 0.4}, {0.5, 0.3, 0.2}),
        Gaussian{.noise_multiplier = 0.0},
        Laplace{.noise_multiplier = infinity},
    };
    return all;
}

TEST(RenyiOfAProgram, MatchesTheReferenceTable) {
    const auto points =
        renyi_curve(Laplace{.noise_multiplier = 2}, one_record, orders({2, 10, infinity}));
    ASSERT_EQ(points.size(), 3u);
    EXPECT_NEAR(points[0].y.upper, 0.200304, 5e-7);
    EXPECT_NEAR(points[1].y.upper, 0.428690, 5e-7);
    EXPECT_NEAR(points[2].y.upper, 0.5, 1e-15);
    for (const CurvePoint& point : points) EXPECT_LT(point.y.width(), 1e-14);
}

TEST(RenyiOfAProgram, AddsOverWhatIsRunAndIsExactForMechanisms) {
    const Program program =
        3 * Program(Gaussian{.noise_multiplier = 2.0}) + Laplace{.noise_multiplier = 4};
    const auto point = renyi_curve(program, one_record, orders({3})).front();
    const Real a = 3, laplace = log(a / 5 * exp(Real(2) / 4) + Real(2) / 5 * exp(-Real(3) / 4)) / 2;
    EXPECT_TRUE(oracle::contains(point.y, 3 * a / 8 + laplace));
    EXPECT_LT(point.y.width(), 1e-14);
}

TEST(RenyiOfAProgram, OppositePairsDoNotBothAttainTheirWorst) {
    const std::vector<double> p{0.9, 0.1}, q{0.5, 0.5};
    const auto one = renyi_curve(pair(p, q), one_record, orders({2})).front();
    const auto both = renyi_curve(pair(p, q) + pair(q, p), one_record, orders({2})).front();
    // D_2 of each direction; the product has the sum of both, whichever way it is looked at.
    const Real forward = log(Real(0.9) * 0.9 / 0.5 + Real(0.1) * 0.1 / 0.5);
    const Real backward = log(Real(0.5) * 0.5 / 0.9 + Real(0.5) * 0.5 / 0.1);
    EXPECT_NEAR(one.y.lower, static_cast<double>(backward), 1e-12);
    EXPECT_LE(Real(both.y.lower), forward + backward);
    EXPECT_GE(Real(both.y.upper), forward + backward);
}

TEST(RenyiOfAProgram, IsRefusedWhereTheLossMayBeInfinite) {
    const Program program = approximate(Epsilon{1.0}, Delta{1e-5});
    try {
        (void)renyi_curve(program, one_record, orders({2}));
        FAIL() << "no refusal";
    } catch (const NoCurve& refusal) {
        EXPECT_STREQ(refusal.what(), "approximate may fail, with probability 1e-05");
    }
}

TEST(RenyiOfAProgram, OfNothingIsZero) {
    const Program nothing = 0 * Program(Laplace{.noise_multiplier = 1});
    for (const CurvePoint& point : renyi_curve(nothing, one_record, orders({1, 2, infinity}))) {
        EXPECT_EQ(point.y, Bracket(0.0));
    }
}

TEST(RenyiOfAProgram, GrowsWithTheOrderTheGroupAndTheProgram) {
    for (const Program& first : leaves()) {
        for (const Program& second : leaves()) {
            const Program program = first + second;
            const auto points = renyi_curve(program, one_record, orders({1, 1.5, 2, 8, infinity}));
            for (std::size_t i = 0; i + 1 < points.size(); ++i) {
                EXPECT_LE(points[i].y.lower, points[i + 1].y.upper);
            }
            const auto longer = renyi_curve(2 * program, one_record, orders({2}));
            EXPECT_GE(longer[0].y.upper, points[2].y.lower);
        }
        const auto alone = renyi_curve(first, one_record, orders({2}));
        const auto pairwise = renyi_curve(first, {.group_size = 2}, orders({2}));
        EXPECT_GE(pairwise[0].y.upper, alone[0].y.lower);
    }
}

TEST(ProfileOfAProgram, IsTheAnswerToEachQuestion) {
    const Program program = 10 * Program(RandomizedResponse{.p = 0.6});
    const auto points = privacy_profile(program, one_record, {Epsilon{0.0}, Epsilon{1.0}});
    ASSERT_EQ(points.size(), 2u);
    EXPECT_EQ(points[0].y, account(program, Epsilon{0.0}).delta);
    EXPECT_EQ(points[1].y, account(program, Epsilon{1.0}).delta);
}

TEST(ProfileOfAProgram, OfTrainingIsSharpDownToNothing) {
    const Program training = 10'000 * poisson(0.01, Gaussian{1.0});
    std::vector<Epsilon> epsilons;
    for (int i = 0; i <= 300; ++i) epsilons.emplace_back(0.1 * i);
    const auto points = privacy_profile(training, one_record, epsilons);
    for (std::size_t i = 0; i < points.size(); ++i) {
        EXPECT_LT(points[i].y.width(), 1e-9 * points[i].y.upper);
        EXPECT_LT(points[i].y.upper, i > 0 ? points[i - 1].y.lower : 1);
    }
    const auto far = privacy_profile(training, one_record, {Epsilon{60.0}}).front().y;
    EXPECT_LT(far.upper, 1e-100);
    EXPECT_LT(far.width(), 1e-9 * far.upper);
}

TEST(RenyiOfAProgram, OfSampledNoiseIsSharp) {
    const Program program = 10 * poisson(0.1, Laplace{3.0}) + 100 * poisson(0.01, Gaussian{1.0});
    for (const auto& [order, y] : renyi_curve(program, one_record, orders({1.5, 2, 7.3, 64}))) {
        EXPECT_LT(y.width(), 2e-13 * y.upper) << order;
    }
    const Program laplace = poisson(0.25, Laplace{1.0});
    const auto largest = renyi_curve(laplace, one_record, orders({infinity})).front().y;
    EXPECT_TRUE(oracle::contains(largest, log1p(expm1(Real(1)) / 4)));
    EXPECT_LT(largest.width(), 1e-14);
}

TEST(RenyiOfAProgram, OfSampledLaplaceAtOrderOneIsTheMeanLoss) {
    // Without the record z is -e with probability 1/2, e with e^{-e}/2, and between has a density.
    const Real q = 0.1, e = 0.5;
    const auto term = [&](const Real& z) {
        const Real w = 1 - q + q * exp(z);
        return w * log(w);
    };
    const Real between = oracle::integral<Real>(
        [&](const Real& x) { return e / 2 * exp(-x * e) * term((2 * x - 1) * e); }, 0, 1);
    const Real mean = term(-e) / 2 + exp(-e) / 2 * term(e) + between;
    const Program program = 100 * poisson(0.1, Laplace{2.0});
    const Bracket found = renyi_curve(program, one_record, orders({1})).front().y;
    EXPECT_TRUE(oracle::contains(found, 100 * mean));
    EXPECT_LT(found.width(), 1e-7 * found.upper);
}

TEST(RenyiOfAProgram, OfAMixtureAtOrderOneIsThatOfTheSampleItIs) {
    const Program mixture = MixtureOfGaussians(2.0, {1, 0}, {0.2, 0.8});
    const Program sample = poisson(0.2, Gaussian{2.0});
    const Bracket found = renyi_curve(mixture, one_record, orders({1})).front().y;
    const Bracket exact = renyi_curve(sample, one_record, orders({1})).front().y;
    EXPECT_LE(found.lower, exact.upper);
    EXPECT_GE(found.upper, exact.lower);
    EXPECT_LT(found.width(), 1e-7 * found.upper);
}

TEST(Tradeoff, OfGaussiansIsThatOfTheirSum) {
    const Program program = 4 * Program(Gaussian{.noise_multiplier = 2.0});
    for (const CurvePoint& point :
         tradeoff_curve(program, one_record, rates({0, 1e-6, 0.05, 0.5, 1}))) {
        const Bracket one = Gaussian{.noise_multiplier = 1.0}.tradeoff(point.x);
        EXPECT_LE(point.y.lower, one.upper);
        EXPECT_GE(point.y.upper, one.lower);
        EXPECT_LT(point.y.width(), 1e-13);
    }
}

TEST(Tradeoff, OfAPairIsItsBestTestInTheWorseDirection) {
    // Decides against Q on the third outcome first (ratio 3), then on the second (1), then the
    // first. The reverse direction has ratios 2, 1, 1/3.
    const Program program = pair({0.2, 0.5, 0.3}, {0.4, 0.5, 0.1});
    const auto points = tradeoff_curve(program, one_record, rates({0, 0.05, 0.1, 0.35, 0.8, 1}));
    const double forward[] = {1, 1 - 0.15, 0.7, 0.45, 0.1, 0};
    // Under P the reversed test is wrong; it finds Q with 2x up to x = 0.2, then x + 0.2.
    const double backward[] = {1, 1 - 0.1, 1 - 0.2, 1 - 0.55, (1 - 0.9) - 0.1 / 3, 0};
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double exact = std::min(forward[i], std::max(0.0, backward[i]));
        EXPECT_NEAR(points[i].y.lower, exact, 1e-14) << points[i].x;
        EXPECT_NEAR(points[i].y.upper, exact, 1e-14) << points[i].x;
    }
}

// The profile alone must give no more than the exact curve, and not much less.
TEST(Tradeoff, FromTheProfileIsNeverAboveTheExactOne) {
    const Program program = 2 * Program(RandomizedResponse{.p = 0.6});
    // Losses 2ε, 0, -2ε; by hand as a pair of three outcomes.
    const Program by_hand = pair({0.36, 0.48, 0.16}, {0.16, 0.48, 0.36});
    const auto grid = rates({0, 1e-3, 0.1, 0.16, 0.3, 0.5, 0.64, 0.9, 1});
    const auto bounds = tradeoff_curve(program, one_record, grid);
    const auto exact = tradeoff_curve(by_hand, one_record, grid);
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        EXPECT_LE(bounds[i].y.lower, exact[i].y.upper);
        EXPECT_GE(bounds[i].y.upper, exact[i].y.lower);
        EXPECT_GE(bounds[i].y.lower, exact[i].y.lower - 0.01);
    }
}

TEST(Tradeoff, FallsAndStaysBelowTheDiagonal) {
    std::vector<Program> programs = leaves();
    programs.push_back(2 * Program(Laplace{.noise_multiplier = 2}));
    programs.push_back(zcdp(Rho{0.1}) + renyi({{Order{8.0}, Epsilon{0.2}}}));
    for (const Program& program : programs) {
        const auto points = tradeoff_curve(program, one_record, rates({0, 0.01, 0.3, 0.6, 1}));
        for (std::size_t i = 0; i < points.size(); ++i) {
            EXPECT_GE(points[i].y.lower, 0);
            EXPECT_LE(points[i].y.upper, 1 - points[i].x + 1e-15);
            EXPECT_LE(points[i].y.lower, points[i > 0 ? i - 1 : 0].y.upper);
        }
    }
}

RC_GTEST_PROP(Tradeoff, OfARandomPairIsBetweenTheTestsOfItsProfile, ()) {
    const double p = *support::uniform(0.01, 0.99), q = *support::uniform(0.01, 0.99);
    const double x = *support::uniform(0, 1);
    const Program program = pair({p, 1 - p}, {q, 1 - q});
    const Bracket y = tradeoff_curve(program, one_record, rates({x})).front().y;
    // The corners (0,1), (q, 1-p) or its complement, (1,0) of the polygon, both directions.
    const auto polygon = [&](Real a, Real b) {
        if (a > b) a = 1 - a, b = 1 - b;
        return x <= a ? 1 - Real(x) * b / a : (1 - Real(x)) * (1 - b) / (1 - a);
    };
    const Real sum_p = Real(p) + Real(1 - p), sum_q = Real(q) + Real(1 - q);
    const Real forward = polygon(Real(q) / sum_q, Real(p) / sum_p);
    const Real backward = polygon(Real(p) / sum_p, Real(q) / sum_q);
    const Real exact = forward < backward ? forward : backward;
    RC_ASSERT(Real(y.lower) <= exact + Real(1e-40));
    RC_ASSERT(Real(y.upper) >= exact - Real(1e-40));
    RC_ASSERT(y.width() < 1e-13);
}

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

// What the record adds makes large outputs likelier with it: its losses have a mean above that of the other order.
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
    // Without the record no loss is above -log(1 - q); with it losses have no end, but none is below log(1 - q).
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

// Pr[L > ε] of many sampled Gaussians, from the profile: against one Gaussian that has no closed form
// because a release of zero loss is beside it.
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

// Pr[L ≤ l] of two Laplace mechanisms with e = 1/scale, as they convolve: atoms at ±e, and between them the
// density e^{(l-e)/2}/4.
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

// Within a rounding of a pair that is its own reverse, the loss of as many of the one outcome as of the other is
// not 0 but 2500 times 4.5e-19 · 2 above it.
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
        } catch (const NoCurve& refusal) {
            return refusal.what();
        }
    };
    EXPECT_EQ(refusal_of(zcdp(Rho{0.1})),
              "zcdp is known by a promise that has no worst law of the loss");
    EXPECT_EQ(refusal_of(5000 * Program(RandomizedResponse{.p = 0.6})), "no refusal");
}

TEST(PrivacyProfileOfAProgram, OfFewSamplesIsTheSameInWhateverOrderItIsAsked) {
    const Program program = 2 * poisson(0.3, Gaussian{.noise_multiplier = 0.7});
    const std::vector<Epsilon> epsilons{Epsilon{0.5}, Epsilon{20.0}, Epsilon{60.0}, Epsilon{3.0}};
    const auto curve = privacy_profile(program, one_record, epsilons);
    for (std::size_t i = 0; i < epsilons.size(); ++i) {
        const Bracket alone = account(program, epsilons[i]).delta;
        EXPECT_LE(curve[i].y.lower, alone.upper) << epsilons[i].value();
        EXPECT_GE(curve[i].y.upper, alone.lower) << epsilons[i].value();
    }
}

TEST(Curves, HaveALimitOfPointsWhichIsNamed) {
    const Program noise = Gaussian{1.0};
    const std::size_t many = max_curve_points + 1;
    const auto refusal = [](const std::function<void()>& ask) -> std::string {
        try {
            ask();
        } catch (const InputError& error) {
            return error.what();
        }
        return "answered";
    };
    const std::string expected = "a curve may have at most 1000000 points, got 1000001";
    EXPECT_EQ(refusal([&] { (void)loss_curve(noise, one_record, static_cast<int>(many)); }),
              expected);
    EXPECT_EQ(refusal([&] {
                  (void)renyi_curve(noise, one_record, std::vector<Order>(many, Order{2.0}));
              }),
              expected);
    EXPECT_EQ(refusal([&] {
                  (void)privacy_profile(noise, one_record,
                                        std::vector<Epsilon>(many, Epsilon{1.0}));
              }),
              expected);
    EXPECT_EQ(refusal([&] {
                  (void)tradeoff_curve(noise, one_record,
                                       std::vector<Probability>(many, Probability{0.5}));
              }),
              expected);
    EXPECT_NE(refusal([&] { (void)loss_curve(noise, one_record, 0); }), "answered");
}

}  // namespace curves_test
}  // namespace mizan
