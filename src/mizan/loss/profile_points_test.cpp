// SPDX-License-Identifier: Apache-2.0
#include "mizan/loss/profile_points.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "support/distributions.hpp"
#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace profile_points_test {

using oracle::Real;
using support::distribution;
using support::exact;

Real delta(const std::vector<Real>& p, const std::vector<Real>& q, double epsilon) {
    Real sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        const Real gain = p[i] - exp(Real(epsilon)) * q[i];
        if (gain > 0) sum += gain;
    }
    return sum;
}

std::vector<ProfilePoint> any_points_of(const std::vector<Real>& p, const std::vector<Real>& q) {
    const auto count = *rc::gen::inRange<std::size_t>(0, 12);
    std::vector<double> epsilons{0};
    for (std::size_t i = 0; i < count; ++i) epsilons.push_back(*support::uniform(0, 6));
    std::ranges::sort(epsilons);
    epsilons.erase(std::unique(epsilons.begin(), epsilons.end()), epsilons.end());
    std::vector<ProfilePoint> points;
    for (const double epsilon : epsilons) {
        const auto value = static_cast<double>(delta(p, q, epsilon));
        const double doubt = *rc::gen::element(1e-15, 1e-6, 1e-2);
        points.push_back({epsilon, {value * (1 - doubt), std::min(1.0, value * (1 + doubt))}});
    }
    return points;
}

struct Known {
    std::vector<Real> p, q;
    std::vector<ProfilePoint> there, back;
};

Known any_points() {
    const auto size = *rc::gen::inRange<std::size_t>(2, 7);
    const auto p = exact(distribution(size)), q = exact(distribution(size));
    return {p, q, any_points_of(p, q), any_points_of(q, p)};
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
    const auto pair = dominating(known.there, known.back);
    bounds_everywhere(pair, known, true);
    Bracket p = 0, q = 0;
    for (const Outcome& each : pair) {
        p += each.p;
        q += each.q;
    }
    RC_ASSERT(p.contains(1));
    RC_ASSERT(q.contains(1));
}

RC_GTEST_PROP(ProfilePoints, LinesProlongedAreDominated, ()) {
    const Known known = any_points();
    bounds_everywhere(dominated(known.there, known.back), known, false);
}

// The profile of bounded range, (1 - e^{(x-ε)/2})² / (1 - e^-ε), which is smooth.
Bracket smooth(double x) {
    const Bracket range = 2;
    if (x >= 2) return 0;
    return square(-expm1((x - range) / 2)) / -expm1(-range);
}

TEST(ProfilePoints, FourTimesAsManyPointsAreSixteenTimesAsSharp) {
    double wide = 0;
    for (const std::size_t count : {100U, 400U}) {
        const auto points = points_of(smooth, 2, count);
        EXPECT_LE(points.size(), count + 1);
        const auto above = dominating(points, points), below = dominated(points, points);
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

// Far out nothing is lost to what cancels near a probability of 1.
TEST(ProfilePoints, KeepsBothTails) {
    const auto steep = [](double x) { return exp(-square(Bracket(x) + 1) / 2) / 8; };
    const auto points = points_of(steep, 15, 200);
    const auto above = dominating(points, points);
    for (const auto& pair : {above, reversed(above)}) {
        EXPECT_LT(hockey_stick(pair, Epsilon{14.5}).upper, 1e-51);
        EXPECT_GE(hockey_stick(pair, Epsilon{14.5}).upper, steep(14.5).lower);
    }
}

TEST(ProfilePoints, OnePointIsAnEpsilonAndADelta) {
    const std::vector<ProfilePoint> points{{0, 0.01 + 0.99 * std::tanh(0.5)}, {1, 0.01}};
    const auto pair = dominating(points, points);
    for (const double epsilon : {1.0, 3.0}) {
        EXPECT_NEAR(hockey_stick(pair, Epsilon{epsilon}).upper, 0.01, 1e-9);
        EXPECT_GE(hockey_stick(pair, Epsilon{epsilon}).upper, 0.01);
        EXPECT_GE(hockey_stick(reversed(pair), Epsilon{epsilon}).upper, 0.01);
    }
    const std::vector<ProfilePoint> late{{1, 0.01}};
    EXPECT_THROW(static_cast<void>(dominating(late, points)), InputError);
    // Of nothing at all anything may be true.
    EXPECT_EQ(hockey_stick(dominating({}, {}), Epsilon{3}).upper, 1);
}

}  // namespace profile_points_test
}  // namespace mizan
