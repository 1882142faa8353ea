// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/line/precise_line.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/inversion/line/cut_off.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

namespace {

constexpr double v = double_double_unit;
constexpr double largest_angle = 0x1p40;

// s(s+1) at s = c + iω, off by at most 4v |s(s+1)|, as |c(c+1)| + ω² ≤ |s(s+1)|.
ComplexDoubleDouble denominator(double c, double omega) {
    return {DoubleDouble(c) * two_sum(c, 1) - two_product(omega, omega),
            DoubleDouble(omega) * two_sum(2 * c, 1)};
}

// P(L = inf) = 1 - Π (1 - d_i)^{n_i}.
Precise precise_infinite_mass(const Composition& parts) {
    const Precise known(infinite_mass(parts));
    Precise log_finite = 0;
    for (const Part& part : parts) {
        log_finite = log_finite + part.count * log(1 - Precise(part.loss->infinite_mass()));
    }
    const Precise found = 1 - exp(log_finite);
    return found.error < known.error ? found : known;
}

}  // namespace

std::optional<PreciseLine> PreciseLine::along(const Composition& parts, const Contour& contour,
                                              double tolerance, std::size_t max_nodes) {
    const bool offered = std::all_of(parts.begin(), parts.end(),
                                     [](const Part& part) { return part.loss->is_precise(); });
    if (!offered) return std::nullopt;
    PreciseLine line;
    line.c_ = contour.c;
    line.step_ = with_few_bits(2 * constant::pi().lower / contour.period);
    if (!(line.step_ > 0) || !std::isfinite(line.step_)) return std::nullopt;

    double runs = 0;
    for (const Part& part : parts) runs += part.count;
    line.aliases_ = aliases_along(contour, line.step_, parts);
    line.infinite_mass_ = line.aliases_.infinite_mass;
    line.base_ = contour.c > 0 ? precise_infinite_mass(parts)
                               : Precise(mass_left_of_zero(line.infinite_mass_));

    const double scale = plain::exp(contour.log_scale);
    const LineUse use{.highest_frequency = 0, .accuracy = tolerance * scale / (64 * runs)};
    const Tilted tilted = tilt(parts, contour.c, use);
    const double first = 0.6 * contour.width * std::sqrt(-2 * plain::log(tolerance));
    const std::size_t affordable = max_nodes / parts.size();
    const double farthest = line.step_ * static_cast<double>(affordable);
    const double wanted = constant::pi().lower * tolerance * scale;
    const auto cutoff = cut_off(parts, tilted, first, farthest, wanted);
    if (!cutoff) return std::nullopt;
    const auto nodes = static_cast<std::size_t>(std::ceil(cutoff->omega / line.step_)) + 2;
    line.tail_ = cutoff->integral / constant::pi().lower * (1 + 1e-15);

    std::vector<ComplexDoubleDouble> log_phi(nodes);
    std::vector<double> error(nodes);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const double count = parts[i].count;
        line.centre_ = line.centre_ + two_product(count, tilted[i]->centre());
        line.centre_error_ += 2 * v * std::abs(line.centre_.high);
        if (!tilted[i]->add_precise_log_characteristic(line.step_, count,
                                                       {log_phi, error, line.log_moment_})) {
            return std::nullopt;
        }
    }

    line.term_.resize(nodes);
    for (std::size_t k = 0; k < nodes; ++k) {
        const double omega = line.step_ * static_cast<double>(k);
        const ComplexDoubleDouble& log_value = log_phi[k];
        if (!(log_value.real.high < 1) || !(std::abs(log_value.imag.high) < largest_angle) ||
            !std::isfinite(error[k])) {
            return std::nullopt;
        }
        // Terms so small that doubles end are left out; their sizes count as errors.
        const bool counts = log_value.real.high > -300;
        const ComplexDoubleDouble below = denominator(contour.c, omega);
        const DoubleDouble norm = below.real * below.real + below.imag * below.imag;
        const ComplexDoubleDouble inverse = {below.real / norm, -below.imag / norm};
        const double modulus = plain::exp(log_value.real.high) / below.modulus() * 1.01;
        line.error_ += modulus * (counts ? plain::expm1(error[k]) : plain::exp(error[k]));
        if (!counts) continue;
        line.term_[k] = exp(log_value) * inverse;
        if (k == 0) line.term_[k] = DoubleDouble(0.5) * line.term_[k];
        // Its exponential, and 4 + 8 + 1 units for the denominator, the division and the product.
        line.error_ +=
            modulus * v * (exp_error(log_value.real.high) + exp_error(log_value.imag.high) + 24);
        line.size_ += modulus;
        line.node_size_ += static_cast<double>(k) * modulus;
    }
    if (!std::isfinite(line.error_) || !std::isfinite(line.size_)) return std::nullopt;
    return line;
}

PreciseLine::Sums PreciseLine::sums(double epsilon) const {
    const DoubleDouble shift = centre_ - epsilon, angle = shift * step_;
    if (!(std::abs(angle.high) < largest_angle)) return {0, 0, infinity};
    const ComplexDoubleDouble turn = cis(angle);
    ComplexDoubleDouble power{1, 0};
    Sums sums{0, 0, 0};
    for (std::size_t k = 0; k < term_.size(); ++k) {
        const double omega = step_ * static_cast<double>(k);
        const ComplexDoubleDouble value = term_[k] * power;
        sums.value = sums.value + value.real;
        sums.slope = sums.slope + (value.imag * omega - value.real * c_);
        power = power * turn;
    }
    // Each power of the turn is one product more; the sum rounds once per term.
    const double turn_error =
        v * (cis_error(angle.high) + 3 * std::abs(angle.high) + 2) + step_ * centre_error_;
    const double nodes = static_cast<double>(term_.size());
    sums.error = 1.01 * (error_ + turn_error * node_size_ + v * (nodes + 2) * size_);
    return sums;
}

Line::Estimate PreciseLine::estimate(double epsilon) const {
    const Sums at = sums(epsilon);
    const double scale =
        step_ / constant::pi().lower * plain::exp(log_moment_.value.high - c_ * epsilon);
    return {base_.value.high + scale * at.value.high, scale * at.slope.high};
}

Bracket PreciseLine::delta(double epsilon) const {
    const double least = std::max(0.0, infinite_mass_.lower);
    const Sums at = sums(epsilon);
    const Precise sum(at.value, at.error), left_out(0, tail_), alias = aliases_.bound(epsilon) / 2;
    const Precise scale = exp(log_moment_ - c_ * Precise(epsilon));
    const Precise integral = scale * (step_ / pi() * sum + left_out);
    // On a line right of 0 the aliases make the sum too large, on others too small.
    const Precise correction((c_ > 0 ? -alias : alias).value, alias.value.high * (1 + 1e-15));
    const Bracket delta = (base_ + integral + correction).bracket();
    // Whatever the sum says, δ lies between the infinite mass and 1.
    const double lower = std::clamp(delta.lower, least, 1.0);
    return {lower, std::clamp(delta.upper, lower, 1.0)};
}

}  // namespace mizan::inversion
