// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/node_sum.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/inversion/blockwise.hpp"
#include "mizan/inversion/characteristic.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

namespace {

constexpr double unit = 0x1p-53;  // relative error of one rounded operation

}  // namespace

// Rounding, in units u = 2^-53 (docs/inversion.md): exp 8, the moduli of s and s+1 with the
// quotient 6, both arguments 30 each, the sum of three angles 2 (|imag| + 7), the cosine 8 and
// the product 1; and for the shift by ω (centre - ε) 3 |ω (centre - ε)|.
NodeSum::NodeSum(const Composition& parts, const Tilted& tilted, double c, double step,
                 std::size_t nodes, const Filter* filter)
    : c_{c}, step_{step}, modulus_(nodes), angle_(nodes), real_(nodes), imag_(nodes) {
    std::vector<double> real(nodes), imag(nodes), error(nodes);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const double count = parts[i].count;
        log_moment_ += count * tilted[i]->log_moment();
        centre_ += count * Bracket(tilted[i]->centre());
    }
    add_log_characteristics(parts, tilted, step, 0, {real, imag, error});

    const double radius = centre_.width();
    for (std::size_t k = 0; k < nodes; ++k) {
        const double omega = step * static_cast<double>(k);
        modulus_[k] = std::exp(real[k]) / (std::hypot(c, omega) * std::hypot(c + 1, omega)) *
                      (k == 0 ? 0.5 : 1.0);
        angle_[k] = imag[k] - std::atan2(omega, c) - std::atan2(omega, c + 1);
        error[k] = std::expm1(error[k]) + omega * radius + unit * (128 + 4 * std::abs(imag[k]));
    }
    if (filter != nullptr) filter->apply(step, modulus_, error);
    for (std::size_t k = 0; k < nodes; ++k) {
        real_[k] = modulus_[k] * std::cos(angle_[k]);
        imag_[k] = modulus_[k] * std::sin(angle_[k]);
        modulus_sum_ += modulus_[k];
        error_ += modulus_[k] * error[k];
        phase_error_ += modulus_[k] * step * static_cast<double>(k) * 4 * unit;
    }
    const double summation = additions(nodes) * unit * 2;
    const double sloppiness = 1 + static_cast<double>(nodes) * unit * 2 + 1e-12;  // of these sums
    const double underflow = static_cast<double>(nodes) * 0x1p-1060;  // moduli too small for u
    error_ = (error_ + summation * modulus_sum_ + underflow) * sloppiness;
    phase_error_ *= sloppiness;
}

bool NodeSum::is_affordable(const Composition& parts, double work_per_node, std::size_t nodes,
                            double patience) {
    // A millisecond or two, and a little more for every part. A node costs so many for its exponential and
    // angles.
    constexpr double overhead = 100;
    const double most_additions = 5e6 + 4e5 * static_cast<double>(parts.size());
    return (overhead + work_per_node) * static_cast<double>(nodes) <= patience * most_additions;
}

bool NodeSum::finite() const { return std::isfinite(error_) && std::isfinite(modulus_sum_); }

bool NodeSum::is_out_of_reach(double shift) const {
    return !(phase_error_ * std::abs(shift) <= modulus_sum_);
}

Bracket NodeSum::scale(double epsilon) const { return exp(log_moment_ - c_ * Bracket(epsilon)); }

std::optional<NodeSum::Estimate> NodeSum::estimate(double epsilon) const {
    const double shift = centre_.middle() - epsilon;
    if (is_out_of_reach(shift)) return std::nullopt;
    double sum = 0, slope = 0;
    const Rotation rotation(shift, step_);
    for (std::size_t at = 0; at < real_.size(); at += lanes) {
        const double first = step_ * static_cast<double>(at);
        Lanes cosine, sine;
        if (!rotation.at(first, cosine, sine)) return std::nullopt;
        const std::size_t used = std::min(lanes, real_.size() - at);
        for (std::size_t j = 0; j < used; ++j) {
            const double x = real_[at + j], y = imag_[at + j];
            const double real = x + (x * cosine[j] - y * sine[j]);
            const double imag = y + (x * sine[j] + y * cosine[j]);
            const double omega = first + static_cast<double>(j) * step_;
            sum += real;
            slope += omega * imag - c_ * real;  // d/dε of e^{-sε} is -s e^{-sε}
        }
    }
    const double factor =
        step_ / constant::pi().lower * std::exp(log_moment_.middle() - c_ * epsilon);
    return Estimate{factor * sum, factor * slope};
}

std::optional<Bracket> NodeSum::at(double epsilon) const {
    const double shift = centre_.middle() - epsilon;
    if (is_out_of_reach(shift)) return std::nullopt;
    const double sum = blockwise(modulus_.size(), [&](std::size_t k) {
        return modulus_[k] * std::cos(angle_[k] + step_ * static_cast<double>(k) * shift);
    });
    const double error = (error_ + phase_error_ * std::abs(shift)) * (1 + 4 * unit);
    if (!std::isfinite(sum) || !std::isfinite(error)) return std::nullopt;
    return scale(epsilon) *
           (Bracket(step_) / constant::pi() * (Bracket(sum) + Bracket(-error, error)));
}

}  // namespace mizan::inversion
