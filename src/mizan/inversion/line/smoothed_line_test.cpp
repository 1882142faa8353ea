// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/line/smoothed_line.hpp"

#include <cmath>
#include <limits>
#include <memory>

#include <gtest/gtest.h>

#include "mizan/compose/optimal.hpp"
#include "mizan/inversion/line/contour.hpp"
#include "mizan/inversion/line/kink_window.hpp"
#include "mizan/inversion/profile/profile.hpp"
#include "mizan/inversion/transform/finite_loss.hpp"
#include "mizan/inversion/transform/gaussian_loss.hpp"
#include "mizan/inversion/transform/laplace_loss.hpp"
#include "mizan/inversion/transform/response_loss.hpp"
#include "mizan/inversion/transform/test_transforms.hpp"

namespace mizan::inversion {
namespace smoothed_line_test {

using oracle::contains;
using testing::Real;

// Σ over all outcomes of (P - e^ε Q)₊ for randomized responses with these epsilons.
Real enumerated_delta(const std::vector<double>& epsilons, double epsilon) {
    struct Point {
        Real p, q;
    };
    std::vector<Point> points{{1, 1}};
    for (const double e : epsilons) {
        const Real truth = 1 / (1 + exp(-Real(e))), lie = 1 / (1 + exp(Real(e)));
        std::vector<Point> next;
        for (const Point& x : points) {
            next.push_back({x.p * truth, x.q * lie});
            next.push_back({x.p * lie, x.q * truth});
        }
        points = std::move(next);
    }
    const Real factor = exp(Real(epsilon));
    Real sum = 0;
    for (const Point& x : points) {
        const Real excess = x.p - factor * x.q;
        if (excess > 0) sum += excess;
    }
    return sum;
}

Composition responses(const std::vector<double>& epsilons) {
    Composition parts;
    for (const double e : epsilons) parts.push_back({std::make_shared<ResponseLoss>(e), 1});
    return parts;
}

Contour any_contour(double scale) {
    const bool left = *rc::gen::arbitrary<bool>();
    const double c =
        left ? -*support::log_uniform(0.05, 0.95) : *support::log_uniform(0.1, 5) / scale;
    return {.c = c,
            .period = *support::log_uniform(2, 50) * std::max(scale, 1.0),
            .reference = c * *support::log_uniform(1.05, 3),
            .log_scale = -5,
            .width = 1 / scale,
            .epsilon = 0};
}

RC_GTEST_PROP(SmoothedLine, BracketsExactSums, ()) {
    const auto epsilons =
        *rc::gen::container<std::vector<double>>(5, support::log_uniform(0.01, 3));
    const Contour contour = any_contour(2);
    const double gap = *support::log_uniform(1e-3, 4);
    const auto line = SmoothedLine::along(responses(epsilons), contour, gap, 1e-9);
    RC_PRE(line.has_value());
    double reach = 0;
    for (const double e : epsilons) reach += e;
    // Half of the time on an atom, where δ has a kink.
    const double epsilon = *rc::gen::element(-0.5, 0.0, 0.3, 0.9, 1.0) * reach -
                           *rc::gen::element(0.0, 2 * epsilons[0]);
    RC_ASSERT(contains(line->delta(epsilon), enumerated_delta(epsilons, epsilon)));
}

TEST(SmoothedLine, GoesWrongIfTheSmoothingIsNotPaidFor) {
    // With μ = 1/2 the smoothed profile lies far above the true one, and on an atom the lower end
    // comes near to it: neither half of the bracket is idle.
    const std::vector<double> epsilons{0.3, 0.4, 0.5};
    const Contour contour{
        .c = 2, .period = 40, .reference = 4, .log_scale = -5, .width = 1, .epsilon = 0.5};
    const auto line = SmoothedLine::along(responses(epsilons), contour, 0.25, 1e-12);
    ASSERT_TRUE(line.has_value());
    const Bracket found = line->delta(0.5);
    const Real truth = enumerated_delta(epsilons, 0.5);
    EXPECT_TRUE(contains(found, truth));
    EXPECT_GT(Real(found.upper) - truth, 0.2 * found.width());
    EXPECT_LT(Real(found.upper) - truth, 0.8 * found.width());
}

RC_GTEST_PROP(SmoothedLine, BracketsExactSumsNextToAKnownAtom, ()) {
    const auto epsilons =
        *rc::gen::container<std::vector<double>>(5, support::log_uniform(0.01, 3));
    const Contour contour = any_contour(2);
    const double gap = *support::log_uniform(1e-3, 4);
    const auto line = SmoothedLine::along(responses(epsilons), contour, gap, 1e-9);
    RC_PRE(line.has_value());
    Bracket loss = 0, mass = 1;
    for (const double e : epsilons) {
        const double sign = *rc::gen::element(-1.0, 1.0);
        loss += sign * e;
        mass *= 1 / (1 + exp(Bracket(-sign * e)));
    }
    const double away = *rc::gen::element(0.0, 1e-9, -1e-5, 1e-2, -0.1, 0.5) * gap;
    const double epsilon = loss.middle() + away;
    const Bracket found = line->delta(epsilon, {mass, loss});
    RC_ASSERT(contains(found, enumerated_delta(epsilons, epsilon)));
    RC_ASSERT(found.upper <= line->delta(epsilon).upper);
}

TEST(SmoothedLine, IsNarrowOnAKnownAtom) {
    // One Laplace mechanism has half of its mass at ε₀, where nothing is left of δ.
    const Composition parts{{std::make_shared<LaplaceLoss>(1.0), 1}};
    const Contour contour{
        .c = 2, .period = 40, .reference = 4, .log_scale = -5, .width = 1, .epsilon = 1};
    const auto line = SmoothedLine::along(parts, contour, 1e-6, 1e-12);
    ASSERT_TRUE(line.has_value());
    const Bracket blind = line->delta(1), found = line->delta(1, {0.5, 1});
    EXPECT_GT(blind.upper, 1e-4);
    EXPECT_LT(found.upper, 1e-6);
    EXPECT_LE(found.lower, 0);
}

// The function whose transform is KinkWindow::lower, from its values and slopes at the multiples of
// τ, and that transform, to fifty digits.
struct Interpolation {
    double c;
    Real tau;

    // Calls visit(n, value, slope per τ) until nothing is left.
    template <class Visit>
    void for_each(Visit visit) const {
        const Real x = c * tau, y = (c + 1) * tau;
        const Real bend = x / expm1(x) - y / expm1(y);
        visit(0, Real(c > 0 ? 0 : -1), c > 0 ? bend : Real(bend + x));
        const Real first_ratio = exp(c > 0 ? Real(-x) : x), second_ratio = exp(-y);
        Real first = 1, second = 1;
        for (int n = 1; second > 1e-30 || first > 1e-30; ++n) {
            first *= first_ratio;
            second *= second_ratio;
            if (c > 0) {
                visit(n, first - second, y * second - x * first);
            } else {
                visit(n, -second, y * second);
                visit(-n, -first, x * first);
            }
        }
    }

    [[nodiscard]] Real at(const Real& v) const {
        const Real x = v / tau, wave = sin(Real::pi() * x) / Real::pi();
        Real sum = 0;
        for_each([&](int n, const Real& value, const Real& slope) {
            sum += value / ((x - n) * (x - n)) + slope / (x - n);
        });
        return wave * wave * sum;
    }

    // ∫ e^{-iωv} m(v) dv at ω = 2πt/τ, 0 ≤ t ≤ 1.
    [[nodiscard]] testing::Complex transform(const Real& t) const {
        using testing::Complex;
        const Complex i(0, 1);
        const Complex turn = exp(-i * Complex(Real(2 * Real::pi() * t)));
        Complex sum(0), right(1), left(1);
        for_each([&](int n, const Real& value, const Real& slope) {
            const Complex part(Real((1 - t) * value), Real(-slope / (2 * Real::pi())));
            if (n > 0) right *= turn;
            if (n < 0) left *= Complex(1) / turn;
            sum += part * (n < 0 ? left : n > 0 ? right : Complex(1));
        });
        return Complex(tau) * sum;
    }
};

RC_GTEST_PROP(KinkWindow, LiesOnBothSidesOfTheKink, ()) {
    const double tau = *support::log_uniform(0.1, 5);
    const double c = *rc::gen::arbitrary<bool>() ? *support::uniform(0.5, 20) / tau
                                                 : -*support::uniform(0.3, 0.7);
    const Interpolation m{c, Real(tau)};
    const Real v = Real(tau) * *support::uniform(-3, 3) + 1e-9;
    const Real kink =
        c > 0 ? (v > 0 ? Real(-expm1(-v)) : Real(0)) : (v > 0 ? Real(-exp(-v)) : Real(-1));
    const Real wave = sin(Real::pi() * v / tau) / (Real::pi() * v / tau);
    const Real low = m.at(v), exact = exp(-c * v) * kink;
    RC_ASSERT(low <= exact + 1e-25);
    RC_ASSERT(exact <= low + Real(tau) / 6 * wave * wave + 1e-25);
}

RC_GTEST_PROP(KinkWindow, IsTheTransformOfTheInterpolation, ()) {
    const auto nodes = *rc::gen::inRange<std::size_t>(1, 1000);
    const auto k = *rc::gen::inRange<std::size_t>(0, nodes + 1);
    const double step = testing::short_step(*support::log_uniform(1e-3, 10));
    const Real tau = 2 * Real::pi() / (Real(step) * static_cast<int>(nodes));
    const double shift = *support::log_uniform(0.3, 30) / static_cast<double>(tau);
    const double c = *rc::gen::element(shift, std::max(-0.6, -shift));
    RC_PRE(c > 0 || (1 + c) * static_cast<double>(tau) > 0.3);
    const KinkWindow window(c, step, nodes);
    RC_PRE(window.finite());
    const auto [real, imag, error] = window.lower(k);
    const testing::Complex exact =
        Interpolation{c, tau}.transform(Real(static_cast<int>(k)) / static_cast<int>(nodes));
    RC_ASSERT(abs(exact - testing::Complex(Real(real), Real(imag))) <= Real(error) + 1e-25);
    RC_ASSERT(contains(window.gap_size(), tau * tau / 6));
    RC_ASSERT(error < 1e-9 * static_cast<double>(tau));
}

// δ with a relative width of about 10^-3, on the line that suits it.
Bracket coarse_delta(const Composition& parts, double epsilon) {
    const auto contour = contour_at_epsilon(parts, epsilon, 1e-8);
    RC_PRE(contour.has_value());
    const double c = contour->c, curvature = c > 0 ? c * (c + 1) : 1;
    const auto line = SmoothedLine::along(parts, *contour, 1e-3 / curvature, 1e-6);
    RC_PRE(line.has_value());
    return line->delta(epsilon);
}

RC_GTEST_PROP(SmoothedLine, AgreesWithOptimalComposition, ()) {
    const double count = std::floor(*support::log_uniform(2, 200));
    const double e0 = *support::log_uniform(0.02, 0.5), d0 = *rc::gen::element(0.0, 1e-5);
    const double epsilon = *support::uniform(0, 0.7) * std::sqrt(count) * e0 * 4;
    const auto exact = compose::optimal_delta({{Epsilon{e0}, Delta{d0}}, count}, Epsilon{epsilon});
    RC_PRE(exact.lower > 1e-12);
    const Bracket found = coarse_delta({{std::make_shared<ResponseLoss>(e0, d0), count}}, epsilon);
    RC_ASSERT(found.lower <= exact.upper && exact.lower <= found.upper);
}

// δ of one Laplace mechanism is 1 - e^{(ε-ε₀)/2}.
RC_GTEST_PROP(SmoothedLine, BracketsOneLaplaceMechanism, ()) {
    const double e0 = *support::log_uniform(0.05, 4);
    const double epsilon = *support::uniform(0, 0.9) * e0;
    const Bracket found = coarse_delta({{std::make_shared<LaplaceLoss>(e0), 1}}, epsilon);
    RC_ASSERT(contains(found, -expm1((Real(epsilon) - Real(e0)) / 2)));
    RC_ASSERT(found.width() <= 0.1 * found.upper);
}

double fraction(double x) { return x - std::floor(x); }
const double golden = (std::sqrt(5.0) - 1) / 2;

void expect_epsilon(const Composition& parts, double truth, double digits, double width = 1.2e-8) {
    Profile profile(parts);
    const Bracket found = profile.epsilon(Delta{1e-6});
    EXPECT_LE(found.lower, truth + digits);
    EXPECT_GE(found.upper, truth - digits);
    EXPECT_LE(found.width(), width * found.upper);
}

// The truths come from inversion with 40 digits, the last from exact enumeration; `digits` is how
// many of them are printed.
TEST(SmoothedLine, KnownCompositionsOfLaplaceNoise) {
    const auto laplace = [](double scale, double count) {
        return Part{std::make_shared<LaplaceLoss>(1 / Bracket(scale)), count};
    };
    expect_epsilon({laplace(10, 100)}, 4.6926674146802, 1e-13);
    expect_epsilon({laplace(30, 1000)}, 5.14509503493128, 1e-13);
    expect_epsilon({laplace(100, 10000)}, 4.87625757940064, 1e-14, 1e-12);
    Composition parts;
    for (int i = 1; i <= 200; ++i) parts.push_back(laplace(20 + 40 * fraction(i * golden), 1));
    expect_epsilon(parts, 1.76611201498893, 1e-14);
}

TEST(SmoothedLine, KnownCompositionsOfRandomizedResponse) {
    Composition distinct, groups;
    for (int i = 1; i <= 200; ++i) {
        const double e0 = 0.01 + 0.05 * fraction(i * golden);
        distinct.push_back({std::make_shared<ResponseLoss>(e0), 1});
    }
    expect_epsilon(distinct, 2.40382309862, 5e-11);
    for (int i = 1; i <= 5; ++i) {
        const double e0 = 0.02 + 0.05 * fraction(i * golden);
        groups.push_back({std::make_shared<ResponseLoss>(e0), 40});
    }
    expect_epsilon(groups, 2.889933034533709, 1e-15);
}

TEST(SmoothedLine, InfiniteMassIsAddedAfterSmoothing) {
    const Bracket exact = compose::optimal_delta({{Epsilon{0.2}, Delta{1e-3}}, 20}, Epsilon{1.5});
    Profile profile({{std::make_shared<ResponseLoss>(0.2, 1e-3), 20}});
    const Bracket found = profile.delta(1.5);
    EXPECT_LE(found.lower, exact.upper);
    EXPECT_GE(found.upper, exact.lower);
    EXPECT_LT(found.width(), 1e-7 * found.upper);
}

// On every interval and at every point of it.
RC_GTEST_PROP(IntervalBounds, AreNeverBelowTheTransform, ()) {
    const double epsilon = *support::log_uniform(1e-3, 3), c = *testing::line();
    const Bracket around(epsilon * (1 - 1e-12), epsilon * (1 + 1e-12));
    const std::vector<std::shared_ptr<LossTransform>> all{
        std::make_shared<GaussianLoss>(around), std::make_shared<ResponseLoss>(around),
        std::make_shared<LaplaceLoss>(around),
        std::make_shared<FiniteLoss>(compose::Atoms{{0.2, around}, {0.5, 0.25}, {0.3, -around}})};
    const double radius = *support::log_uniform(1e-3, 2) / epsilon;
    const Intervals intervals{.first = radius * *support::log_uniform(1, 1e4),
                              .step = radius * *support::log_uniform(0.1, 3),
                              .radius = radius};
    const auto count = static_cast<double>(*rc::gen::inRange(1, 4));
    const auto size = *rc::gen::inRange<std::size_t>(1, 150);
    const auto k = *rc::gen::inRange<std::size_t>(0, size);
    const double place = *rc::gen::element(-1.0, -0.5, 0.0, 1.0);
    for (const auto& loss : all) {
        const auto tilted = loss->tilt(c, {1e9, 1e-12});
        std::vector<double> squares(size, 1.0);
        tilted->multiply_bound(intervals, count, squares);
        const double omega =
            intervals.first + static_cast<double>(k) * intervals.step + place * 0.999999 * radius;
        // |φ| from the characteristic function itself, which other tests compare with 50 digits.
        const testing::Node node = testing::nodes_of(*tilted, omega, 1, 1, count)[0];
        RC_ASSERT(2 * node.real <= std::log(squares[k]) + 4 * node.error + 1e-9);
        if (loss == all[1]) RC_ASSERT(squares[k] <= 1 + 1e-12);
    }
}

TEST(IntervalBounds, ShowThatNearlyAllNodesAreNegligible) {
    const auto tilted = ResponseLoss(0.05).tilt(5, {1e6, 1e-12});
    const double radius = tilted->interval_radius() / 2;
    std::vector<double> squares(1000, 1.0);
    tilted->multiply_bound({1e4, 2 * radius, radius}, 200, squares);
    std::size_t small = 0;
    for (const double square : squares) small += square < 1e-12 ? 1 : 0;
    EXPECT_GT(small, squares.size() / 2);
}

}  // namespace smoothed_line_test
}  // namespace mizan::inversion
