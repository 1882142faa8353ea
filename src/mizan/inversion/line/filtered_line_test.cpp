// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/line/filtered_line.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "mizan/inversion/line/contour.hpp"
#include "mizan/inversion/normal_mixture/sampled_gaussian_loss.hpp"
#include "mizan/inversion/profile/profile.hpp"

#include "support/ball.hpp"
#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan::inversion {
namespace filtered_line_test {

using oracle::Ball;
using oracle::Real;

constexpr double tolerance = 3e-11;

Composition runs(double q, double sigma, double count) {
    return {{sampled_gaussian_loss(q, sigma, Direction::remove), count}};
}

std::optional<FilteredLine> line_at(const Composition& parts, double epsilon, double log_delta) {
    const auto near = contour_at_epsilon(parts, epsilon, tolerance);
    if (!near) return std::nullopt;
    const auto contour = filtered_contour(parts, *near, log_delta, tolerance);
    if (!contour) return std::nullopt;
    return FilteredLine::along(parts, *contour, tolerance, 1 << 16);
}

// δ of one run, elementary.
Real once(double q, double sigma, double epsilon) {
    const Real rate = q, noise = sigma, growth = exp(Real(epsilon));
    const Real x = Real(0.5) + noise * noise * log((growth - 1 + rate) / rate);
    return rate * oracle::normal_tail((x - 1) / noise) -
           (growth - 1 + rate) * oracle::normal_tail(x / noise);
}

RC_GTEST_PROP(FilteredLine, BracketsWhatOneRunCosts, ()) {
    const double q = *support::log_uniform(1e-3, 0.5), sigma = *support::log_uniform(0.5, 3);
    const double x = 1 + sigma * *support::uniform(0.5, 3.5);
    const double epsilon = std::log1p(q * std::expm1((x - 0.5) / (sigma * sigma)));
    const Real truth = once(q, sigma, epsilon);
    const auto line = line_at(runs(q, sigma, 1), epsilon, std::log(static_cast<double>(truth)));
    RC_PRE(line.has_value());
    for (const double share : {1.0, 0.99, 1.02}) {
        const Bracket found = line->delta(share * epsilon);
        RC_ASSERT(oracle::contains(found, once(q, sigma, share * epsilon)));
        if (truth > Real(1e-7)) RC_ASSERT(found.width() < 1e-6 * found.upper);
    }
}

struct Row {
    double q, sigma, count, delta, epsilon;
    std::string delta_there;
};

// Run by run and without any transform.
const Row table[] = {
#include "../oracles/few_runs.inc"
};

TEST(FilteredLine, BracketsWhatTwoRunsCost) {
    for (const Row& row : table) {
        const auto line =
            line_at(runs(row.q, row.sigma, row.count), row.epsilon, std::log(row.delta));
        ASSERT_TRUE(line.has_value()) << row.q;
        const Bracket found = line->delta(row.epsilon);
        EXPECT_TRUE(oracle::contains(found, Real(row.delta_there))) << row.q << " " << found;
        EXPECT_LT(found.width(), 2e-8 * found.upper) << row.q;
        EXPECT_LT(line->nodes(), 12000U) << row.q;
    }
}

TEST(FilteredLine, FewRunsAreKnownToEightDigits) {
    for (const double q : {0.001, 0.01, 0.1}) {
        for (const double sigma : {0.5, 1.0, 3.0}) {
            for (const double count : {2.0, 3.0, 5.0, 10.0, 20.0}) {
                const Bracket found = Profile(runs(q, sigma, count)).epsilon(Delta{1e-5});
                EXPECT_LE(found.width(), 1e-8 * found.upper)
                    << q << " " << sigma << " " << count << found;
            }
        }
    }
}

RC_GTEST_PROP(FilteredLine, AgreesWithThePlainLine, ()) {
    const double q = *support::log_uniform(0.01, 0.5), sigma = *support::log_uniform(0.7, 4);
    const double count = *rc::gen::inRange(5, 60);
    const auto parts = runs(q, sigma, count);
    const double delta = *support::log_uniform(1e-8, 1e-3);
    const auto contour = contour_at_delta(parts, delta, 1e-12);
    RC_PRE(contour.has_value() && contour->epsilon > 0);
    const auto plain = Line::along(parts, *contour, 1e-12, 4096);
    const auto line = line_at(parts, contour->epsilon, contour->log_value);
    RC_PRE(plain.has_value() && line.has_value());
    for (const double share : {0.97, 1.0, 1.03}) {
        const Bracket one = plain->delta(share * contour->epsilon);
        const Bracket other = line->delta(share * contour->epsilon);
        RC_ASSERT(one.lower <= other.upper && other.lower <= one.upper);
        // With large samples or many nodes, where the plain line is better, all may cancel.
        if (q < 0.25 && line->nodes() <= plain->nodes()) RC_ASSERT(other.width() < 1e-6 * delta);
    }
}

// δ(z) of one run at a complex z, along the ray from the least loss to z; and the bound for the
// disc.
TEST(FilteredLine, TheProfileIsBoundedInTheDisc) {
    for (const auto& row :
         {std::array{0.01, 1.0, 0.2}, {0.1, 0.7, 4.0}, {0.3, 2.0, 0.5}, {0.001, 0.5, 0.05}}) {
        const double q = row[0], sigma = row[1], epsilon = row[2];
        const auto laws = Analyticity::of(runs(q, sigma, 1));
        ASSERT_TRUE(laws.has_value());
        const double beyond = epsilon - std::log1p(-q), r = std::min(0.9 * beyond, 1.2);
        const Real bound = exp(Real(laws->log_bound(0, epsilon, r).upper));
        for (const double turn : {0.0, 0.7, 1.57, 2.0, 2.6, 3.14}) {
            const double radius = 0.999 * r;
            const Ball z(beyond + radius * std::cos(turn), radius * std::sin(turn));
            const Ball variance = Ball(sigma) * Ball(sigma), one(1);
            const auto density = [&](const Ball& t, bool whole) {
                const Ball l = z * t,
                           x = Ball(0.5) +
                               variance * log((exp(l) - one) * Ball(1 - q) / Ball(q), whole);
                const Ball normal = exp(Ball(0) - x * x / (Ball(2) * variance));
                return (exp(z - l) - one) * normal * Ball(1 - q) * exp(l) * Ball(sigma) /
                       (one - exp(Ball(0) - l)) * z;
            };
            const Ball put = Ball::integral(density, 1e-9, 1) / Ball(std::sqrt(2 * std::acos(-1)));
            const Ball delta = one - exp(z) * Ball(1 - q) + put;
            const Real size = sqrt(delta.real() * delta.real() + delta.imag() * delta.imag());
            EXPECT_LE(size, bound) << q << " at " << turn;
        }
    }
}

}  // namespace filtered_line_test
}  // namespace mizan::inversion
