// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/line.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "mizan/inversion/pieces.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

namespace {

constexpr double unit = 0x1p-53;  // relative error of one rounded operation
constexpr double max_work = 1e8;  // additions; a tenth of a second or two

// An Ω beyond which ∫ B(ω)/ω² dω is at most `wanted`, and that bound. B is replaced by a staircase
// of its values on a geometric grid; the bound needs no more than that B never grows.
struct Cutoff {
    double omega;
    double integral;
    double fall;  ///< up to there B(ω) ≤ e^{-ω²/2fall²}, about
};

std::optional<Cutoff> cut_off(const Composition& parts, const Tilted& tilted, double first,
                              double last, double wanted) {
    constexpr double ratio = 1.125, margin = 1 + 1e-9;
    struct Stair {
        double omega, bound;
    };
    std::vector<Stair> stairs;
    const double far = std::exp(log_decay(parts, tilted, last));
    for (double omega = first; omega < last; omega *= ratio) {
        const double bound = std::exp(log_decay(parts, tilted, omega)) * margin;
        stairs.push_back({omega, bound});
        // Six times as far and no lower, nor at the end: atoms, whose transform never decays.
        const std::size_t n = stairs.size();
        if (n > 16 && bound > 0.9 * stairs[n - 16].bound && far / last > wanted) break;
        if (bound / omega < wanted / 16) break;
    }
    if (stairs.empty()) return std::nullopt;
    double integral = stairs.back().bound / stairs.back().omega;
    if (!(integral * margin <= wanted)) return std::nullopt;
    Cutoff best{stairs.back().omega, integral * margin, 0};
    for (std::size_t j = stairs.size() - 1; j-- > 0;) {
        integral += stairs[j].bound * (1 / stairs[j].omega - 1 / stairs[j + 1].omega);
        if (!(integral * margin <= wanted)) break;
        best = {stairs[j].omega, integral * margin, 0};
    }
    for (const auto& [omega, bound] : stairs) {
        if (omega > best.omega) break;
        best.fall = std::max(best.fall, omega / std::sqrt(-2 * std::log(std::min(bound, 1.0))));
    }
    return best;
}

}  // namespace

std::optional<Line> Line::along(const Composition& parts, const Contour& contour, double tolerance,
                                std::size_t max_nodes) {
    Line line;
    line.c_ = contour.c;
    line.step_ = with_few_bits(2 * constant::pi().lower / contour.period);
    if (!(line.step_ > 0) || !std::isfinite(line.step_)) return std::nullopt;

    double runs = 0;
    for (const Part& part : parts) runs += part.count;
    line.infinite_mass_ = infinite_mass(parts);
    line.aliases_ = {
        .c = contour.c,
        .step = line.step_,
        .reference = contour.reference,
        .reference_log_moment = contour.c > 0 ? log_moment_bound(parts, contour.reference) : 0,
        .infinite_mass = line.infinite_mass_};

    // The rule for quadrature inside the transforms: their errors, once per run, disappear.
    LineUse use{.highest_frequency = 1.6 * contour.width * std::sqrt(-2 * std::log(tolerance)),
                .accuracy = tolerance / (64 * runs)};
    Tilted tilted = tilt(parts, contour.c, use);
    const double wanted = constant::pi().lower * tolerance * std::exp(contour.log_scale);
    const double farthest = line.step_ * static_cast<double>(max_nodes);
    const auto cutoff = cut_off(parts, tilted, use.highest_frequency / 2.2, farthest, wanted);
    if (!cutoff) return std::nullopt;
    const auto nodes = static_cast<std::size_t>(std::ceil(cutoff->omega / line.step_)) + 2;
    const double highest = line.step_ * static_cast<double>(nodes);
    const bool is_beyond = highest > use.highest_frequency;
    use.highest_frequency = highest;
    use.fall = 1.15 * std::max(contour.width, cutoff->fall);  // errors stay small where Φ is
    std::vector<double> work_of(parts.size());
    for_each_part(parts.size(), [&](std::size_t i) {
        if (!tilted[i]->expect(use) && is_beyond) tilted[i] = parts[i].loss->tilt(contour.c, use);
        work_of[i] = tilted[i]->work_per_node();
    });
    const double work = std::accumulate(work_of.begin(), work_of.end(), 0.0);
    if (work * static_cast<double>(nodes) > max_work) return std::nullopt;
    line.tail_ = cutoff->integral / constant::pi().lower * (1 + 4 * unit);

    std::vector<double> real(nodes), imag(nodes), error(nodes);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const double count = parts[i].count;
        line.log_moment_ += count * tilted[i]->log_moment();
        line.centre_ += count * Bracket(tilted[i]->centre());
    }
    add_log_characteristics(parts, tilted, line.step_, 0, {real, imag, error});

    // Rounding, in units u = 2^-53 (docs/inversion.md): exp 8, the moduli of s and s+1 with the
    // quotient 6, both arguments 30 each, the sum of three angles 2 (|imag| + 7), the cosine 8 and
    // the product 1; and for the shift by ω (centre - ε) 3 |ω (centre - ε)|.
    const double radius = line.centre_.width();
    line.modulus_.resize(nodes);
    line.angle_.resize(nodes);
    for (std::size_t k = 0; k < nodes; ++k) {
        const double omega = line.step_ * static_cast<double>(k), c = contour.c;
        const double modulus = std::exp(real[k]) /
                               (std::hypot(c, omega) * std::hypot(c + 1, omega)) *
                               (k == 0 ? 0.5 : 1.0);
        line.modulus_[k] = modulus;
        line.angle_[k] = imag[k] - std::atan2(omega, c) - std::atan2(omega, c + 1);
        line.modulus_sum_ += modulus;
        line.error_ += modulus * (std::expm1(error[k]) + omega * radius +
                                  unit * (128 + 4 * std::abs(imag[k])));
        line.phase_error_ += modulus * omega * 4 * unit;
    }
    const double summation = static_cast<double>(nodes) * unit * 2;
    const double underflow = static_cast<double>(nodes) * 0x1p-1060;  // moduli too small for u
    line.error_ =
        (line.error_ + summation * line.modulus_sum_ + underflow) * (1 + summation + 1e-12);
    line.phase_error_ *= 1 + summation + 1e-12;
    if (!std::isfinite(line.error_) || !std::isfinite(line.modulus_sum_)) return std::nullopt;
    return line;
}

Line::Estimate Line::estimate(double epsilon) const {
    const double shift = centre_.middle() - epsilon;
    if (is_out_of_reach(shift)) return {shift > 0 ? 1 : infinite_mass_.middle(), 0};
    double sum = 0, slope = 0;
    for (std::size_t k = 0; k < modulus_.size(); ++k) {
        const double omega = step_ * static_cast<double>(k), angle = angle_[k] + omega * shift;
        const double real = modulus_[k] * std::cos(angle), imag = modulus_[k] * std::sin(angle);
        sum += real;
        slope += omega * imag - c_ * real;  // d/dε of e^{-sε} is -s e^{-sε}
    }
    const double scale =
        step_ / constant::pi().lower * std::exp(log_moment_.middle() - c_ * epsilon);
    return {(c_ > 0 ? infinite_mass_.middle() : 1) + scale * sum, scale * slope};
}

Bracket Line::delta(double epsilon) const {
    const double shift = centre_.middle() - epsilon;
    const double least = std::max(0.0, infinite_mass_.lower);
    if (is_out_of_reach(shift)) return {least, 1};
    double sum = 0;
    for (std::size_t k = 0; k < modulus_.size(); ++k) {
        sum += modulus_[k] * std::cos(angle_[k] + step_ * static_cast<double>(k) * shift);
    }
    const double error = (error_ + phase_error_ * std::abs(shift)) * (1 + 4 * unit);
    if (!std::isfinite(sum) || !std::isfinite(error)) return {least, 1};
    const Bracket scale = exp(log_moment_ - c_ * Bracket(epsilon));
    const Bracket integral =
        scale * (Bracket(step_) / constant::pi() * (Bracket(sum) + Bracket(-error, error)) +
                 Bracket(-tail_, tail_));
    const Bracket alias(0, aliases_.bound(epsilon));
    const Bracket delta =
        (c_ > 0 ? infinite_mass_ - alias : mass_left_of_zero(infinite_mass_) + alias) + integral;
    // Whatever the sum says, δ lies between the infinite mass and 1.
    const double lower = std::clamp(delta.lower, least, 1.0);
    return {lower, std::clamp(delta.upper, lower, 1.0)};
}

}  // namespace mizan::inversion
