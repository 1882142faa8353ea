// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/filter.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/lanes.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/numeric/rounding.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan {

Filter::Filter(double width, std::size_t order) : width_{width}, order_{order} {
    // ∫ P² φ = Σ (2j)!/(2^j j!)², E Z^{4n} = 1·3·5···(4n-1).
    Bracket term = 1, norm_squared = 0;
    for (std::size_t j = 0; j < order; ++j) {
        const auto i = static_cast<double>(j);
        norm_squared += term;
        term *= Bracket(2 * i + 1) / (2 * i + 2);
        log_factorial_ += log(Bracket(i + 1));
    }
    log_norm_ = log(norm_squared) / 2;
    for (std::size_t j = 1; j <= 2 * order; ++j) {
        log_remainder_moment_ += log(Bracket(2 * static_cast<double>(j) - 1)) / 2;
    }
}

double Filter::farthest() const { return std::sqrt(2 * most_exponent) / width_ * (1 - 1e-12); }

// The y > n with y - n - n log(y/n) = drop.
double Filter::exponent_for(double n, double drop) {
    double y = n + std::sqrt(2 * n * drop) + drop;
    for (int round = 0; round < 4; ++round) {
        y -= (y - n - n * plain::log(y / n) - drop) / (1 - n / y);
    }
    return y;
}

// With 8u for the exponential, 4u for y and 2u more for each further term.
void Filter::apply(double step, std::span<double> values, std::span<double> errors) const {
    const auto n = static_cast<double>(order_);
    // 1 - ψ ≤ y^n/n!, here less than u/8.
    const double flat = plain::exp((log_factorial_.lower - 39) / n) * (1 - 1e-9);
    for (std::size_t at = 0; at < values.size(); at += lanes) {
        const std::size_t used = std::min(lanes, values.size() - at);
        Lanes y{}, term, sum;
        for (std::size_t j = 0; j < used; ++j) {
            const double x = width_ * (step * static_cast<double>(at + j));
            y[j] = x * x / 2;
        }
        if (y[used - 1] <= flat) {
            for (std::size_t j = 0; j < used; ++j) errors[at + j] += unit_roundoff;
            continue;
        }
        term.fill(1);
        sum.fill(1);
        for (std::size_t i = 1; i < order_; ++i) {
            const double inverse = 1 / static_cast<double>(i);
            for (std::size_t j = 0; j < lanes; ++j) {
                term[j] *= y[j] * inverse;
                sum[j] += term[j];
            }
        }
        for (std::size_t j = 0; j < used; ++j) {
            values[at + j] *= std::min(1.0, sum[j] * plain::exp(-y[j]));
            errors[at + j] += unit_roundoff * (8 * n + 5 * y[j] + 16);
        }
    }
}

// ψ is the chance that a Poisson variable with mean y is below n; for y > n Chernoff's bound of it
// is e^{n-y} (y/n)^n, which decreases in y as ψ does.
double Filter::bound(double omega) const {
    const auto n = static_cast<double>(order_);
    const Bracket y = square(Bracket(width_) * omega) / 2;
    if (!(y.lower > n)) return 1;
    const double at = y.lower;
    return std::min(1.0, exp(n - Bracket(at) + n * log(Bracket(at) / n)).upper);
}

// It is e^y Σ_{j<n} (-y)^j/j! - 1 with y = (width·c)²/2, and the sum is e^{-y} up to y^n/n!.
Bracket Filter::log_tilt_error(double c) const {
    const Bracket y = square(Bracket(width_) * c) / 2;
    if (y.upper == 0) return -infinity;
    return y + static_cast<double>(order_) * log(y) - log_factorial_;
}

}  // namespace mizan
