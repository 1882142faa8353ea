// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/line/node_sum.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "mizan/inversion/transform/characteristic.hpp"
#include "mizan/numeric/blockwise.hpp"
#include "mizan/numeric/elementary.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/rounding.hpp"
#include "mizan/numeric/work.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

namespace {

constexpr double u = unit_roundoff;

// The work of a term when it is made, and when it is turned to another ε.
constexpr double products_of_term = 30, products_of_turn = 3;

// 1/(s(s+1)) at s = c + iω.
struct Weight {
    double real, imag, modulus;
};

[[gnu::always_inline]] inline Weight weight_at(double c, double omega) {
    const double d = c + 1, square = omega * omega;
    const double one = 1 / (c * c + square), other = 1 / (d * d + square);
    // conjugates of s and s + 1 over their squares
    const double a = c * one, b = -omega * one, e = d * other, f = -omega * other;
    return {a * e - b * f, a * f + b * e, std::sqrt(one * other)};
}

// 1/(s(s+1)) on the line Re s = c, times m (1 + turn), at the frequencies (first + k)·step: its two
// parts and its modulus.
MIZAN_WIDE void fill_terms(double c, double step, double first, const double* m,
                           const double* turn_real, const double* turn_imag, std::size_t size,
                           double* __restrict real, double* __restrict imag,
                           double* __restrict modulus) {
    for (std::size_t k = 0; k < size; ++k) {
        const Weight weight = weight_at(c, (first + static_cast<double>(k)) * step);
        const double weight_real = m[k] * weight.real, weight_imag = m[k] * weight.imag;
        const double x = 1 + turn_real[k], y = turn_imag[k];
        real[k] = weight_real * x - weight_imag * y;
        imag[k] = weight_real * y + weight_imag * x;
        modulus[k] = m[k] * weight.modulus;
    }
}

// Re[z (1 + turn)] for many.
MIZAN_WIDE void fill_real_parts(const double* real, const double* imag, const double* turn_real,
                                const double* turn_imag, std::size_t size,
                                double* __restrict part) {
    for (std::size_t k = 0; k < size; ++k) {
        part[k] = real[k] * (1 + turn_real[k]) - imag[k] * turn_imag[k];
    }
}

}  // namespace

struct NodeSum::LogPhi {
    std::vector<double> real, imag, error;
};

NodeSum::LogPhi NodeSum::take(const Composition& parts, const Tilted& tilted, std::size_t nodes) {
    LogPhi log_phi{std::vector<double>(nodes), std::vector<double>(nodes),
                   std::vector<double>(nodes)};
    auto& [real, imag, error] = log_phi;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const double count = parts[i].count;
        log_moment_ += count * tilted[i]->log_moment();
        centre_ += count * Bracket(tilted[i]->centre());
    }
    add_log_characteristics(parts, tilted, step_, 0, {real, imag, error});
    Work::spend(products_of_term * static_cast<double>(nodes));
    if (nodes > 0) real[0] = imag[0] = error[0] = 0;  // φ(0) = 1
    real_.resize(nodes);
    imag_.resize(nodes);
    return log_phi;
}

void NodeSum::count(std::size_t begin, std::span<const double> modulus,
                    std::span<const double> error) {
    for (std::size_t k = 0; k < modulus.size(); ++k) {
        modulus_sum_ += modulus[k];
        error_ += error[k];
        phase_error_ += modulus[k] * step_ * static_cast<double>(begin + k) * 4 * u;
    }
}

void NodeSum::close() {
    const std::size_t nodes = size();
    const double summation = additions(nodes) * u * 2;
    const double sloppiness = 1 + static_cast<double>(nodes) * u * 2 + 1e-12;  // of these sums
    const double underflow = static_cast<double>(nodes) * 0x1p-1060;  // moduli too small for u
    error_ = (error_ + summation * modulus_sum_ + underflow) * sloppiness;
    phase_error_ *= sloppiness;
    // Where |s|⁴ leaves the doubles, moduli vanish before their terms do: nothing is claimed.
    constexpr double farthest = 1e70;
    if (!(std::abs(c_) < farthest && step_ * static_cast<double>(nodes) < farthest)) {
        error_ = infinity;
    }
}

// Rounding, in units u = 2^-53 (docs/proofs/inversion.md): exp 8, e^{i·imag} 41, 1/(s(s+1)) 12,
// their product 5; and for the turn by ω (centre - ε) 44 and 2 |ω (centre - ε)|. At ω = 0 only
// 1/(s(s+1)) rounds.
NodeSum::NodeSum(const Composition& parts, const Tilted& tilted, double c, double step,
                 std::size_t nodes, const Filter* filter)
    : c_{c}, step_{step} {
    auto [real, imag, error] = take(parts, tilted, nodes);
    const double radius = centre_.width();
    for (std::size_t k = 0; k < nodes; ++k) {
        const double omega = step * static_cast<double>(k);
        real[k] = k == 0 ? 0.5 : plain::exp(real[k]);
        error[k] = plain::expm1(error[k]) + omega * radius + u * (k == 0 ? 16 : 128);
    }
    if (filter != nullptr) filter->apply(step, real, error);
    std::array<double, terms_per_block> turn_real, turn_imag, modulus;
    for (std::size_t begin = 0; begin < nodes; begin += terms_per_block) {
        const std::size_t size = std::min(terms_per_block, nodes - begin);
        turns({&imag[begin], size}, turn_real.data(), turn_imag.data());
        fill_terms(c, step, static_cast<double>(begin), &real[begin], turn_real.data(),
                   turn_imag.data(), size, &real_[begin], &imag_[begin], modulus.data());
        for (std::size_t k = 0; k < size; ++k) error[begin + k] *= modulus[k];
        count(begin, {modulus.data(), size}, {&error[begin], size});
    }
    close();
}

// Φ - Φ_0 is (e^real - e^{-y}) + e^real (e^{i·imag} - 1), y = variance·ω²/2, each difference taken
// of numbers less 1. Rounding, in units u: expm1 8, e^{-y} - 1 with its y 11, e^{i·imag} - 1
// 17 |imag| and at most 38, the products and sums 4; then as for a plain sum.
NodeSum NodeSum::beside_normal(double variance, const Composition& parts, const Tilted& tilted,
                               double c, double step, std::size_t nodes, const Filter* filter) {
    NodeSum sum;
    sum.c_ = c;
    sum.step_ = step;
    auto [real, imag, error] = sum.take(parts, tilted, nodes);
    std::vector<double> psi(nodes, 1.0), psi_error(nodes), modulus(nodes);
    if (filter != nullptr) filter->apply(step, psi, psi_error);
    std::vector<double> turn_real(nodes), turn_imag(nodes);
    turns(imag, turn_real.data(), turn_imag.data());
    const double radius = sum.centre_.width();
    for (std::size_t k = 1; k < nodes; ++k) {
        const double omega = step * static_cast<double>(k);
        const double fallen = plain::expm1(real[k]), size = 1 + fallen;
        const double normal = plain::expm1(-variance * (omega * omega) / 2);
        const double x = (fallen - normal) + size * turn_real[k], y = size * turn_imag[k];
        const Weight weight = weight_at(c, omega);
        sum.real_[k] = psi[k] * (weight.real * x - weight.imag * y);
        sum.imag_[k] = psi[k] * (weight.real * y + weight.imag * x);
        const double rounding = 32 * std::abs(fallen) + 16 * std::abs(normal) +
                                32 * size * std::min(std::abs(imag[k]), 2.0);
        const double left = std::sqrt(x * x + y * y), scale = psi[k] * weight.modulus;
        modulus[k] = scale * left;
        error[k] = scale * (size * plain::expm1(error[k]) + u * rounding) +
                   modulus[k] * (psi_error[k] + omega * radius + 128 * u);
    }
    sum.count(0, modulus, error);
    sum.close();
    return sum;
}
double NodeSum::patience_for(const Composition& parts, double work_per_node, std::size_t nodes) {
    // A millisecond or two, and a little more for every part. A node costs so many for its
    // exponential and angles.
    constexpr double overhead = 100;
    const double usual_additions = 5e6 + 4e5 * static_cast<double>(parts.size());
    const double additions = (overhead + work_per_node) * static_cast<double>(nodes);
    return Work::allows(additions / additions_per_product) ? additions / usual_additions : infinity;
}

bool NodeSum::finite() const { return std::isfinite(error_) && std::isfinite(modulus_sum_); }

bool NodeSum::is_out_of_reach(double shift) const {
    return !(phase_error_ * std::abs(shift) <= modulus_sum_);
}

Bracket NodeSum::log_scale(double epsilon) const { return log_moment_ - c_ * Bracket(epsilon); }

Bracket NodeSum::scale(double epsilon) const { return exp(log_scale(epsilon)); }

std::optional<NodeSum::Estimate> NodeSum::estimate(double epsilon) const {
    const double shift = centre_.middle() - epsilon;
    if (is_out_of_reach(shift)) return std::nullopt;
    Work::spend(products_of_turn * static_cast<double>(real_.size()));
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
        step_ / constant::pi().lower * plain::exp(log_moment_.middle() - c_ * epsilon);
    return Estimate{factor * sum, factor * slope};
}

std::optional<Bracket> NodeSum::at(double epsilon) const {
    const double shift = centre_.middle() - epsilon;
    if (is_out_of_reach(shift)) return std::nullopt;
    Work::spend(products_of_turn * static_cast<double>(real_.size()));
    double sum = 0;
    std::array<double, terms_per_block> angle, turn_real, turn_imag, part;
    for (std::size_t begin = 0; begin < real_.size(); begin += terms_per_block) {
        const std::size_t size = std::min(terms_per_block, real_.size() - begin);
        for (std::size_t k = 0; k < size; ++k) {
            angle[k] = step_ * static_cast<double>(begin + k) * shift;
        }
        turns({angle.data(), size}, turn_real.data(), turn_imag.data());
        fill_real_parts(&real_[begin], &imag_[begin], turn_real.data(), turn_imag.data(), size,
                        part.data());
        double partial = 0;
        for (std::size_t k = 0; k < size; ++k) partial += part[k];
        sum += partial;
    }
    const double error = (error_ + phase_error_ * std::abs(shift)) * (1 + 4 * u);
    if (!std::isfinite(sum) || !std::isfinite(error)) return std::nullopt;
    return scale(epsilon) *
           (Bracket(step_) / constant::pi() * (Bracket(sum) + Bracket(-error, error)));
}

}  // namespace mizan::inversion
