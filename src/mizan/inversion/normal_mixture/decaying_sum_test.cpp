// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/normal_mixture/decaying_sum.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "mizan/inversion/normal_mixture/normal_mixture.hpp"
#include "mizan/inversion/transform/few_bits.hpp"
#include "mizan/numeric/rounding.hpp"

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan::inversion {
namespace decaying_sum_test {

using oracle::Real;

struct ComplexReal {
    Real real, imag;
};

ComplexReal exponential(const Real& real, const Real& imag) {
    return {exp(real) * cos(imag), exp(real) * sin(imag)};
}

// The sum over all points at ω, in forty digits.
ComplexReal sum_at(const std::vector<DecayingPoint>& points, const Real& omega) {
    ComplexReal sum{0, 0};
    for (const DecayingPoint& point : points) {
        const ComplexReal term = exponential(point.log_weight - omega * Real(point.rate),
                                             point.angle + omega * Real(point.distance));
        sum.real += term.real;
        sum.imag += term.imag;
    }
    return sum;
}

// Points whose terms add up to 1 at ω = 0: one that stays at 1 has what the others leave.
struct Terms {
    std::vector<DecayingPoint> others;
    ComplexReal rest;

    explicit Terms(std::vector<DecayingPoint> points) : others{std::move(points)} {
        const ComplexReal all = sum_at(others, 0);
        rest = {1 - all.real, -all.imag};
    }
    [[nodiscard]] DecayingPoints points() const {
        const Real size = sqrt(rest.real * rest.real + rest.imag * rest.imag);
        const auto log_size = static_cast<double>(log(size));
        const auto angle = static_cast<double>(atan2(rest.imag, rest.real));
        DecayingPoints result;
        result.point = others;
        result.point.push_back({.log_weight = log_size,
                                .angle = angle,
                                .distance = 0,
                                .rate = 0,
                                .weight_error = std::abs(log_size) + std::abs(angle),
                                .distance_error = 0});
        result.omitted = 0;
        result.negligible = 1e-40;
        return result;
    }
    [[nodiscard]] ComplexReal phi(const Real& omega) const {
        const ComplexReal all = sum_at(others, omega);
        return {all.real + rest.real, all.imag + rest.imag};
    }
};

Terms some_terms(double farthest, double slowest, double fastest) {
    std::vector<DecayingPoint> points;
    const int size = *rc::gen::inRange(1, 60);
    for (int i = 0; i < size; ++i) {
        points.push_back({.log_weight = std::log(*support::log_uniform(1e-6, 1) / size),
                          .angle = *support::uniform(-1, 1),
                          .distance = *rc::gen::element(-1.0, 1.0) *
                                      *support::log_uniform(farthest * 1e-6, farthest),
                          .rate = *support::log_uniform(slowest, fastest),
                          .weight_error = 0,
                          .distance_error = 0});
    }
    return Terms(points);
}

// |φ̂ - φ| as a share of what is claimed, at some nodes.
Real largest_share(const Terms& terms, double step) {
    constexpr std::size_t size = 200;
    std::vector<double> real(size), imag(size), error(size);
    add_log_characteristic(terms.points(), step, 0, 1, {real, imag, error});
    Real largest = 0;
    for (const std::size_t k : {1U, 2U, 7U, 8U, 30U, 63U, 64U, 65U, 127U, 128U, 150U, 199U}) {
        if (!(error[k] < 0.5)) continue;
        const ComplexReal truth = terms.phi(step * static_cast<double>(k));
        const ComplexReal found = exponential(real[k], imag[k]);
        const Real x = found.real - truth.real, y = found.imag - truth.imag;
        const Real claimed = exp(Real(real[k])) * expm1(Real(error[k]));
        largest = std::max(largest, sqrt(x * x + y * y) / claimed);
    }
    return largest;
}

double step_for(double reach) { return with_few_bits(reach / 200); }

RC_GTEST_PROP(DecayingSum, KeepsTheDigitsOfSmallDeviations, ()) {
    const auto terms = some_terms(1, 1e-8, 1e-3);
    RC_ASSERT(largest_share(terms, step_for(*support::log_uniform(1e-6, 1))) <= 1);
}

RC_GTEST_PROP(DecayingSum, KeepsTheDigitsOfLargeAngles, ()) {
    const auto terms = some_terms(*support::log_uniform(1, 1e4), 1e-4, 1);
    RC_ASSERT(largest_share(terms, step_for(*support::log_uniform(0.1, 30))) <= 1);
}

// Nearly nothing is left of terms that cancel at ω = 0, nor of their errors.
RC_GTEST_PROP(DecayingSum, KeepsTheDigitsOfTermsThatHaveFallen, ()) {
    const int pairs = *rc::gen::inRange(1, 8);
    const double angle = 1.5, log_weight = -std::log(2 * pairs * std::cos(angle));
    std::vector<DecayingPoint> points;
    for (int i = 0; i < 2 * pairs; ++i) {
        points.push_back({log_weight, i % 2 == 0 ? angle : -angle, *support::uniform(-2, 2),
                          *support::log_uniform(1, 3), 0, 0});
    }
    RC_ASSERT(largest_share(Terms(points), step_for(*support::log_uniform(5, 40))) <= 1);
}

// A five hundredth of what is claimed would not hold.
TEST(DecayingSum, ErrorsAreNotMuchLargerThanNeeded) {
    std::vector<DecayingPoint> points;
    for (int i = 0; i < 40; ++i)
        points.push_back({std::log(1 / 40.0), 0, 0.3 + 0.01 * i, 0.01, 0, 0});
    EXPECT_GT(largest_share(Terms(points), step_for(3)), 0.002);
}

// w_θ over w on the path of a sample, where z is rounded.
Real share_of_bend_error(double q, double z, double rounded, double theta) {
    const double raised = q * std::exp(rounded), r = raised / (1 - q + raised);
    const Bend bend = bend_of_sample(q, rounded, r, PathAngle(theta));
    const Real up = Real(q) * exp(Real(z)), whole = 1 - Real(q) + up;
    const Real real = 1 - up / whole * (1 - cos(Real(theta))), imag = up / whole * sin(Real(theta));
    const Real shrink = log(real * real + imag * imag) / 2, argument = atan2(imag, real);
    return (abs(bend.shrink - shrink) + abs(bend.argument - argument)) /
           (Real(bend.error) * unit_roundoff);
}

RC_GTEST_PROP(BendOfSample, IsWithinItsError, ()) {
    const double q = *support::log_uniform(1e-9, 0.999), z = *support::uniform(-40, 60);
    const double rounded = z * (1 + *rc::gen::element(-2, 0, 2) * unit_roundoff);
    RC_ASSERT(share_of_bend_error(q, z, rounded, *support::uniform(1e-3, 1.5)) <= 1);
}

TEST(BendOfSample, ATenthOfItsErrorWouldNotHold) {
    Real largest = 0;
    for (const double z : {5.1, 11.3, 23.7, 37.9}) {
        for (const double shift : {-2.0, 2.0}) {
            const double rounded = z * (1 + shift * unit_roundoff);
            largest = std::max(largest, share_of_bend_error(1e-9, z, rounded, 0.7));
        }
    }
    EXPECT_GT(largest, 0.1);
    EXPECT_LE(largest, 1);
}

}  // namespace decaying_sum_test
}  // namespace mizan::inversion
