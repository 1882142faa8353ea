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
    } catch (const Refused& refusal) {
        EXPECT_EQ(refusal.reason(), "approximate may fail, with probability 1e-05");
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
