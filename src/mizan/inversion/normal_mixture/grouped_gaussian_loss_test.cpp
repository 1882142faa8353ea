// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/normal_mixture/grouped_gaussian_loss.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "mizan/inversion/normal_mixture/grouped_gaussian_renyi.hpp"
#include "mizan/inversion/normal_mixture/replaced_gaussian_loss.hpp"
#include "mizan/inversion/normal_mixture/sampled_gaussian_loss.hpp"
#include "mizan/inversion/normal_mixture/test_sampled_sum.hpp"
#include "mizan/inversion/profile/profile.hpp"
#include "mizan/inversion/transform/test_sampled.hpp"

namespace mizan::inversion {
namespace grouped_gaussian_loss_test {

using oracle::Ball;
using testing::attained_delta;
using testing::Real;
using testing::SampledSum;
using testing::Vector;
using Case = testing::SampledCase;

// E[e^{(2ix - i²)/2σ²}] for a binomial i.
Ball density_ratio(int records, const Ball& q, const Ball& x, const Ball& variance) {
    Ball sum(0), ways(1);
    for (int i = 0; i <= records; ++i) {
        Ball term = ways * exp((Ball(i) * x - Ball(i * i) / Ball(2)) / variance);
        for (int in = 0; in < i; ++in) term = term * q;
        for (int out = i; out < records; ++out) term = term * (Ball(1) - q);
        sum = sum + term;
        ways = ways * Ball(records - i) / Ball(i + 1);
    }
    return sum;
}

// The pair of a change of the dataset, in one direction or the other.
testing::SampledKind kind_of(GroupChange change) {
    const auto loss = [change](const Case& x) {
        const bool removes = x.direction == Direction::remove;
        return grouped_gaussian_loss(x.q, x.noise,
                                     removes ? change : GroupChange{change.added, change.removed});
    };
    // ∫ w(x)^α v(-x)^{1-α} e^{-x²/2σ²} dx. What lies beyond the ends is less than 1e-40 of it.
    const auto moment = [change](const Case& x, const Ball& alpha) {
        const Ball q(x.q), variance = Ball(x.noise) * Ball(x.noise);
        const auto density = [&](const Ball& point, bool whole) {
            const Ball up = density_ratio(change.removed, q, point, variance);
            const Ball down = density_ratio(change.added, q, Ball(0) - point, variance);
            return exp(alpha * log(up, whole) + (Ball(1) - alpha) * log(down, whole) -
                       point * point / (Ball(2) * variance));
        };
        const double order = x.order(), other = 1 - order;
        const double right = std::max(0.0, order) * change.removed +
                             std::max(0.0, -other) * change.added + 14 * x.noise;
        const double left = std::min(0.0, order) * change.removed -
                            std::max(0.0, other) * change.added - 14 * x.noise;
        return Ball::integral(density, left, right);
    };
    return {loss, moment, 0.8, 10};
}

const testing::SampledKind removed = kind_of({2, 0}), mixed = kind_of({2, 1});

TEST(GroupedGaussianLoss, CharacteristicFunctionIsWithinItsError) {
    testing::error_ratios(removed, 1, 6);
    testing::error_ratios(mixed, 2, 6);
}

TEST(GroupedGaussianLoss, ErrorsAThousandTimesSmallerWouldNotHold) {
    const std::vector<Real> ratios = testing::error_ratios(mixed, 3, 5);
    EXPECT_GT(*std::max_element(ratios.begin(), ratios.end()), 1e-3);
}

TEST(GroupedGaussianLoss, LogMomentHoldsTheTruthAndIsSharp) {
    testing::expect_log_moments(removed, 4, 6, 1e-11);
    testing::expect_log_moments(mixed, 5, 6, 1e-11);
}

TEST(GroupedGaussianLoss, DecayHoldsAllAlongTheRay) {
    EXPECT_EQ(testing::expect_decay(mixed, 6, 5), 5);
}

RC_GTEST_PROP(GroupedGaussianLoss, ExtremeParametersGiveHonestAnswers, ()) {
    testing::check_extremes(mixed);
}

// Both ways of summing the same function: on the axis, and on a path away from it.
RC_GTEST_PROP(GroupedGaussianLoss, HighFrequenciesAgreeWithLowOnes, ()) {
    const auto loss =
        grouped_gaussian_loss(*support::log_uniform(1e-4, 0.9), *support::log_uniform(0.8, 8),
                              {*rc::gen::inRange(0, 4), *rc::gen::inRange(1, 4)});
    const double c = *rc::gen::oneOf(support::log_uniform(0.05, 20), support::uniform(-0.9, -0.1));
    const double deviation = std::sqrt(loss->cumulants(c).variance);
    const double step = testing::short_step(*support::log_uniform(1e-3, 0.1) / deviation);
    const auto low = loss->tilt(c, {.highest_frequency = 80 * step, .accuracy = 1e-16});
    const auto high = loss->tilt(c, {.highest_frequency = 1e6 * step, .accuracy = 1e-16});
    const auto near = testing::nodes_of(*low, step, 30, 9, 1);
    const auto far = testing::nodes_of(*high, step, 30, 9, 1);
    for (std::size_t k = 0; k < near.size(); ++k) {
        const double phase = near[k].omega * (low->centre() - high->centre());
        RC_ASSERT(std::exp(far[k].real) * far[k].error < 1e-9);
        RC_ASSERT(std::abs(near[k].real - far[k].real) <= near[k].error + far[k].error);
        RC_ASSERT(std::abs(std::remainder(near[k].imag + phase - far[k].imag, 2 * M_PI)) <=
                  near[k].error + far[k].error + 1e-15);
    }
}

bool overlap(Bracket x, Bracket y) { return x.lower <= y.upper && y.lower <= x.upper; }

RC_GTEST_PROP(GroupedGaussianLoss, OfOneRecordIsWhatItIsWithoutAGroup, ()) {
    const double q = *support::log_uniform(1e-6, 0.99), sigma = *support::log_uniform(0.4, 20);
    const double c = *rc::gen::oneOf(support::log_uniform(0.05, 20), support::uniform(-0.9, -0.1));
    const auto moment = [&](GroupChange change) {
        return grouped_gaussian_loss(q, sigma, change)->log_moment(c);
    };
    RC_ASSERT(
        overlap(moment({1, 0}), sampled_gaussian_loss(q, sigma, Direction::remove)->log_moment(c)));
    RC_ASSERT(
        overlap(moment({0, 1}), sampled_gaussian_loss(q, sigma, Direction::add)->log_moment(c)));
    RC_ASSERT(overlap(moment({1, 1}), replaced_gaussian_loss(q, sigma)->log_moment(c)));
    // Everybody drawn: as many sensitivities.
    const Bracket all = Bracket(c) * (Bracket(c) + 1) * square(3 / Bracket(sigma)) / 2;
    RC_ASSERT(overlap(grouped_gaussian_loss(1, sigma, {2, 1})->log_moment(c), all));
}

RC_GTEST_PROP(GroupedGaussianLoss, CostsMoreWithEveryRecord, ()) {
    const double q = *support::log_uniform(1e-6, 0.99), sigma = *support::log_uniform(0.5, 20);
    const GroupChange change{*rc::gen::inRange(0, 5), *rc::gen::inRange(0, 5)};
    const Order order{1 + *support::log_uniform(0.05, 20)};
    const auto divergence = [&](double rate, GroupChange by) {
        return grouped_gaussian_renyi(rate, sigma, by, order);
    };
    const Bracket here = divergence(q, change);
    RC_ASSERT(here.lower >= 0 && here.upper < infinity);
    RC_ASSERT(here.lower <= divergence(q, {change.removed + 1, change.added}).upper);
    RC_ASSERT(here.lower <= divergence(q, {change.removed, change.added + 1}).upper);
    RC_ASSERT(divergence(q * *support::uniform(0.1, 1), change).lower <= here.upper);
}

// Three records in the plane that are there or are not, all directions of them, and somebody else.
TEST(GroupedGaussianLoss, DominatesEveryChangeInATinyUniverse) {
    const std::vector<Vector> universe{{1, 0}, {-1, 0}, {0.6, -0.8}, {0, 0}};
    constexpr double q = 0.3, sigma = 0.8;
    const Vector other{0, 1};
    for (const double epsilon : {0.0, 1.0}) {
        for (const GroupChange change : {GroupChange{3, 0}, GroupChange{2, 1}}) {
            const Bracket exact = grouped_sample(q, change).delta(sigma, epsilon);
            const double bound = exact.upper;
            EXPECT_LT(exact.width(), 1e-12);
            EXPECT_TRUE(overlap(
                exact, Profile({{grouped_gaussian_loss(q, sigma, change), 1}}).delta(epsilon)));
            for (const Vector& a : universe) {
                for (const Vector& b : universe) {
                    for (const Vector& c : universe) {
                        SampledSum here{q, sigma, {other, a, b}}, there{q, sigma, {other}};
                        (change.added == 1 ? there : here).records.push_back(c);
                        EXPECT_LE(attained_delta(here, there, epsilon, 12, 12), bound + 1e-15);
                    }
                }
            }
            // And 1 against -1, with nobody else there, reach it.
            SampledSum here{q, sigma, {{1, 0}, {1, 0}}}, there{q, sigma, {}};
            (change.added == 1 ? there : here)
                .records.push_back({change.added == 1 ? -1.0 : 1.0, 0});
            const double most = attained_delta(here, there, epsilon, 4000, 1);
            EXPECT_GE(most, bound - 1e-5);
            EXPECT_LE(most, bound + 1e-15);
        }
    }
}

// Two records that take other values do more than any smaller change of the dataset says.
TEST(GroupedGaussianLoss, NoSmallerChangeWouldDo) {
    constexpr double q = 0.3, sigma = 0.8;
    const SampledSum here{q, sigma, {{1, 0}, {1, 0}}}, there{q, sigma, {{-1, 0}, {-1, 0}}};
    const double reached = attained_delta(here, there, 0.5, 4000, 1);
    EXPECT_LE(reached, grouped_sample(q, {2, 2}).delta(sigma, 0.5).upper + 1e-15);
    EXPECT_GT(reached, grouped_sample(q, {2, 1}).delta(sigma, 0.5).upper + 0.01);
    EXPECT_GT(reached, grouped_sample(q, {1, 2}).delta(sigma, 0.5).upper + 0.01);
}

}  // namespace grouped_gaussian_loss_test
}  // namespace mizan::inversion
