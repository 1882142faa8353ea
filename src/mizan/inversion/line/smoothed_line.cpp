// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/line/smoothed_line.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/inversion/line/kink_window.hpp"
#include "mizan/inversion/transform/characteristic.hpp"
#include "mizan/numeric/angle.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/rounding.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

namespace {

constexpr double u = unit_roundoff;

// In additions: some milliseconds, and a little more for every part.
constexpr double usual_work = 5e6, work_of_part = 4e4;

}  // namespace

// Gives the nodes their weights, which end at the last one that was reached.
bool SmoothedLine::weigh(const NodeScan& scan) {
    const auto& [reached, log_moment, centre, runs, values, skipped, skipped_over_square] =
        scan.found();
    if (reached == 0) return false;
    log_moment_ = log_moment;
    centre_ = centre;
    runs_ = runs;
    const KinkWindow window(c_, step_, reached);
    if (!window.finite()) return false;
    gap_ = window.gap_size();
    for (auto* sums : {&delta_real_, &delta_imag_, &density_real_, &density_imag_}) {
        sums->resize(values.size() + lanes);
    }
    double delta_moduli = 0, density_moduli = 0;
    for (const NodeScan::Run& run : runs_) {
        for (std::size_t k = 0; k < run.size; ++k) {
            const std::size_t node = run.first + k, at = run.begin + k;
            const auto [x, y, modulus, error] = values[at];
            const auto [real_weight, imag_weight, weight_error] = window.lower(node);
            const double share = window.gap(node), weight = plain::hypot(real_weight, imag_weight);
            density_real_[at] = x * share;
            density_imag_[at] = y * share;
            delta_real_[at] = x * real_weight - y * imag_weight;
            delta_imag_[at] = x * imag_weight + y * real_weight;
            // The shift of the phase is 40u per unit of angle.
            density_error_ += error;
            delta_error_ += weight * error + modulus * weight_error;
            density_phase_error_ += modulus * scan.omega(node) * 40 * u;
            delta_phase_error_ += modulus * weight * scan.omega(node) * 40 * u;
            density_moduli += modulus;
            delta_moduli += modulus * weight;
        }
    }
    const double summation = u * static_cast<double>(2 * values.size() + 64);
    delta_error_ += 2 * summation * delta_moduli;
    density_error_ += 2 * summation * density_moduli;
    delta_skipped_ = (skipped_over_square + gap_.upper * skipped) * bound_margin;
    density_skipped_ = skipped * bound_margin;
    // The weights of a gap as wide as all losses may exceed what a double holds.
    return std::isfinite(delta_error_ + density_error_ + delta_skipped_ + density_skipped_ +
                         delta_phase_error_);
}

std::optional<SmoothedLine> SmoothedLine::along(const Composition& parts, const Contour& contour,
                                                double gap, double tolerance, double patience) {
    SmoothedLine line;
    line.c_ = contour.c;
    line.step_ = with_few_bits(2 * constant::pi().lower / contour.period);
    if (!(line.step_ > 0) || !std::isfinite(line.step_)) return std::nullopt;
    line.aliases_ = aliases_along(contour, line.step_, parts);
    line.infinite_mass_ = line.aliases_.infinite_mass;

    const double last = 2 * constant::pi().upper / std::sqrt(6 * gap);
    if (!(gap > 0) || !(last / line.step_ > 0)) return std::nullopt;
    constexpr double most_nodes = 0x1p28;
    const auto end = static_cast<std::size_t>(std::min(std::ceil(last / line.step_), most_nodes));
    const double work = patience * (usual_work + work_of_part * static_cast<double>(parts.size()));
    NodeScan scan(parts, contour, line.step_, {end, gap, tolerance, work});
    if (!scan.is_possible()) return std::nullopt;
    scan.run();
    if (!line.weigh(scan)) return std::nullopt;
    return line;
}

// Σ Re[z_k e^{iω_k·shift}], z_k = Φ_k times one of the weights.
SmoothedLine::Sums SmoothedLine::sums(double shift, bool with_slope) const {
    constexpr double farthest = 0x1p40;  // angles beyond keep too little of their phase
    Sums result{0, 0, 0, true};
    Lanes delta{}, density{}, slope{};
    for (const NodeScan::Run& run : runs_) {
        const double first = static_cast<double>(run.first) * step_;
        const double last = first + static_cast<double>(run.size) * step_;
        if (!(std::abs(shift) * last < farthest)) return {0, 0, 0, false};
        for_each_angle(
            shift, first, step_, run.size,
            [&](std::size_t k, const Lanes& sine, const Lanes& cosine) {
                const std::size_t at = run.begin + k, used = std::min(lanes, run.size - k);
                const double omega = first + static_cast<double>(k) * step_;
                for (std::size_t j = 0; j < lanes; ++j) {
                    const double in_run = j < used ? 1 : 0;
                    const double c = in_run * cosine[j], s = in_run * sine[j];
                    const double x = delta_real_[at + j] * c - delta_imag_[at + j] * s;
                    delta[j] += x;
                    density[j] += density_real_[at + j] * c - density_imag_[at + j] * s;
                    if (with_slope) {  // d/dε of e^{-sε} is -s e^{-sε}
                        const double y = delta_real_[at + j] * s + delta_imag_[at + j] * c;
                        slope[j] += (omega + static_cast<double>(j) * step_) * y - c_ * x;
                    }
                }
            });
    }
    for (std::size_t j = 0; j < lanes; ++j) {
        result.delta += delta[j];
        result.density += density[j];
        result.slope += slope[j];
    }
    return result;
}

Line::Estimate SmoothedLine::estimate(double epsilon) const {
    const Sums sum = sums(centre_.middle() - epsilon, true);
    const double scale =
        step_ / constant::pi().lower * plain::exp(log_moment_.middle() - c_ * epsilon);
    // To first order δ is in the middle.
    return {(c_ > 0 ? infinite_mass_.middle() : 1) +
                scale * (sum.delta + gap_.middle() / 2 * sum.density),
            scale * sum.slope};
}

Bracket SmoothedLine::delta(double epsilon) const { return delta_less(epsilon, 0); }

Bracket SmoothedLine::delta(double epsilon, const compose::Atom& atom) const {
    // Of what M adds to m, (τ/6) (sin y/y)² with y = πv/τ at the distance v, h has at most |v|
    // (docs/proofs/inversion.md, "At an atom"); and (sin y/y)² ≥ 1 - y²/3.
    const Bracket v = atom.loss - epsilon, tau = sqrt(6 * gap_);
    const Bracket added = tau / 6 * (1 - square(constant::pi() * v / tau) / 3);
    const Bracket certain = Bracket(atom.probability.lower) * exp(c_ * v) * (added - abs(v));
    return delta_less(epsilon, std::max(0.0, certain.lower));
}

Bracket SmoothedLine::delta_less(double epsilon, double certain) const {
    const double shift = centre_.middle() - epsilon;
    const Sums sum = sums(shift, false);
    const double least = std::max(0.0, infinite_mass_.lower);
    if (!sum.known) return {least, 1};
    const Bracket scale = exp(log_moment_ - c_ * Bracket(epsilon)) / constant::pi();
    const auto integral = [&](double value, double error, double phase_error, double skipped) {
        const double total = (error + phase_error * std::abs(shift)) * bound_margin;
        return scale * (Bracket(step_) * (Bracket(value) + Bracket(-total, total)) +
                        Bracket(-skipped, skipped));
    };
    const Bracket smoothed = integral(sum.delta, delta_error_, delta_phase_error_, delta_skipped_);
    const Bracket density =
        integral(sum.density, density_error_, density_phase_error_, density_skipped_);
    const Bracket gap(0, std::max(0.0, (gap_ * Bracket(density.upper) - certain).upper));
    const Bracket alias(0, aliases_.bound(epsilon));
    const Bracket delta =
        (c_ > 0 ? infinite_mass_ - alias : mass_left_of_zero(infinite_mass_) + alias) + smoothed +
        gap;
    const double lower = std::clamp(delta.lower, least, 1.0);
    return {lower, std::clamp(delta.upper, lower, 1.0)};
}

}  // namespace mizan::inversion
