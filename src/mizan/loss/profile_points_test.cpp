// SPDX-License-Identifier: Apache-2.0
#include "mizan/loss/profile_points.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/distributions.hpp"
#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace profile_points_test {

using oracle::Real;
using support::distribution;
using support::exact;

// sup_S P(S) - e^ε Q(S) at any real ε.
Real delta(const std::vector<Real>& p, const std::vector<Real>& q, const Real& epsilon) {
    Real sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        const Real gain = p[i] - exp(epsilon) * q[i];
        if (gain > 0) sum += gain;
    }
    return sum;
}

struct Known {
    std::vector<Real> p, q;
    std::vector<ProfilePoint> points;
};

Known any_points() {
    const auto size = *rc::gen::inRange<std::size_t>(2, 7);
    Known known{exact(distribution(size)), exact(distribution(size)), {}};
    const auto count = *rc::gen::inRange<std::size_t>(1, 12);
    std::vector<double> epsilons;
    for (std::size_t i = 0; i < count; ++i) epsilons.push_back(*support::uniform(-6, 6));
    std::ranges::sort(epsilons);
    const auto repeats = std::ranges::unique(epsilons);
    epsilons.erase(repeats.begin(), repeats.end());
    for (const double epsilon : epsilons) {
        const auto value = static_cast<double>(delta(known.p, known.q, epsilon));
        const double doubt = *rc::gen::element(1e-15, 1e-6, 1e-2);
        known.points.push_back(
            {epsilon, {value * (1 - doubt), std::min(1.0, value * (1 + doubt))}});
    }
    return known;
}

void bounds_everywhere(const std::vector<Outcome>& pair, const Known& known, bool from_above) {
    const auto back = reversed(pair);
    for (int i = 0; i < 4; ++i) {
        const double epsilon = i == 0 ? 0 : *support::uniform(0, 7);
        const Bracket there = hockey_stick(pair, Epsilon{epsilon});
        const Bracket here = hockey_stick(back, Epsilon{epsilon});
        const Real truth = delta(known.p, known.q, epsilon),
                   turned = delta(known.q, known.p, epsilon);
        if (from_above) {
            RC_ASSERT(Real(there.upper) >= truth);
            RC_ASSERT(Real(here.upper) >= turned);
        } else {
            RC_ASSERT(Real(there.lower) <= truth);
            RC_ASSERT(Real(here.lower) <= turned);
        }
    }
}

RC_GTEST_PROP(ProfilePoints, StraightLinesDominate, ()) {
    const Known known = any_points();
    bounds_everywhere(dominating(known.points), known, true);
}

RC_GTEST_PROP(ProfilePoints, LinesProlongedAreDominated, ()) {
    const Known known = any_points();
    bounds_everywhere(dominated(known.points), known, false);
}

// The profile of bounded range, (1 - e^{(x-ε)/2})² / (1 - e^-ε), which is smooth.
Bracket smooth(double x) {
    const Bracket range = 2;
    if (x >= 2) return 0;
    if (x <= -2) return -expm1(Bracket(x));
    return square(-expm1((x - range) / 2)) / -expm1(-range);
}

TEST(ProfilePoints, FourTimesAsManyPointsAreSixteenTimesAsSharp) {
    double wide = 0;
    for (const std::size_t count : {100U, 400U}) {
        const auto points = points_of(smooth, -2, 2, count);
        EXPECT_LE(points.size(), count + 1);
        const auto above = dominating(points), below = dominated(points);
        double width = 0;
        for (const double x : {0.0, 0.3, 0.7, 1.1, 1.6}) {
            const double upper = hockey_stick(above, Epsilon{x}).upper;
            const double lower = hockey_stick(below, Epsilon{x}).lower;
            EXPECT_LE(lower, smooth(x).upper);
            EXPECT_GE(upper, smooth(x).lower);
            width = std::max(width, upper - lower);
        }
        if (count == 100U) {
            wide = width;
        } else {
            EXPECT_LT(width, wide / 10);
        }
    }
    EXPECT_LT(wide, 5e-4);
}

TEST(ProfilePoints, OnePointIsAnEpsilonAndADelta) {
    const std::vector<ProfilePoint> points{{1, 0.01}};
    const auto pair = dominating(points);
    EXPECT_NEAR(hockey_stick(pair, Epsilon{1}).upper, 0.01, 1e-15);
    EXPECT_NEAR(hockey_stick(pair, Epsilon{3}).upper, 0.01, 1e-15);
    EXPECT_THROW(static_cast<void>(dominating(std::span<const ProfilePoint>{})), InputError);
}

}  // namespace profile_points_test
}  // namespace mizan
