// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/transform/discrete_gaussian_loss.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include "mizan/inversion/transform/characteristic.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/numeric/whole_normal.hpp"
#include "mizan/units/error.hpp"

namespace mizan::inversion {

namespace {

constexpr double u = unit_roundoff;
constexpr double two_pi = 2 * std::numbers::pi;

// Next to a packet at distance d ≤ Ω/2 all others together have at most
// `others` times e^(-πk(Ω-2d)) of it: the nearest has that much, the one
// opposite less, the rest e^-78 of these.
constexpr double others = 2.1;

// What the packets away from 0 do to the sum below the line, for σ ≥ 2.
constexpr double norm_error = 1e-33;

// Every whole n has its packet e^(-μ²(ω-nΩ)²/2) with the phase -2πnkc.
class TiltedDiscreteGaussian final : public TiltedLoss {
public:
    TiltedDiscreteGaussian(double sigma, double k, Bracket mu_squared, double c, Bracket log_moment)
        : mu_squared_{mu_squared}, log_moment_{log_moment} {
        const Bracket mean = mu_squared * (Bracket(c) + 0.5);
        centre_ = mean.middle();
        offset_ = mean - centre_;
        period_ = 2 * constant::pi() * sigma * (sigma / Bracket(k));
        steepness_ = (constant::pi() * k).lower;
        // kc is the sum of these two, and only its fraction counts.
        const double product = k * c, rest = std::fma(k, c, -product);
        turn_ = std::remainder(product, 1.0) + std::remainder(rest, 1.0);
        beside_ = others * exp(-square(constant::pi() * sigma) / 2).upper * (1 + 8 * u);
        radius_ = std::min(0.5 / std::sqrt(mu_squared.upper), period_.lower / 8);
    }

    [[nodiscard]] Bracket log_moment() const override { return log_moment_; }
    [[nodiscard]] double centre() const override { return centre_; }

    void add_log_characteristic(double step, std::size_t first, double count,
                                LogNodes sum) const override {
        const double half = mu_squared_.middle() / 2, offset = offset_.middle();
        const double half_width = mu_squared_.width() / 2 * (1 + 4 * u);
        const double offset_width = offset_.width() * (1 + 4 * u);
        for (std::size_t i = 0; i < sum.size(); ++i) {
            const double omega = static_cast<double>(first + i) * step;
            const auto [n, d, d_error] = nearest_packet(omega);
            const double real = -(half * d * d) * count;
            if (!std::isfinite(real)) {  // Φ is 0 as far as doubles go, with any phase
                sum.real[i] = real;
                continue;
            }
            const double d_most = std::abs(d) + d_error;
            const double real_error =
                count * (half_width * d_most * d_most + 2 * half * d_most * d_error);
            const double eta =
                others *
                plain::exp(-steepness_ * std::max(0.0, period_.lower - 2 * d_most) * (1 - 16 * u)) *
                (1 + 32 * u);
            if (eta >= 0.5) {
                sum.real[i] += (real + real_error + count * plain::log1p(eta)) * (1 - 16 * u) +
                               32 * u * (std::abs(real) + count);
                sum.error[i] += 1.1;  // log 3
                continue;
            }
            const double turns = std::remainder(n * turn_, 1.0);
            const double imag = (offset * omega - two_pi * turns) * count;
            sum.real[i] += real;
            sum.imag[i] += imag;
            const double phase_error =
                count * (omega * offset_width + two_pi * u * (2 * std::abs(n) + 8));
            const double error = real_error + phase_error + count * (eta + norm_error) +
                                 2 * u *
                                     (4 * std::abs(real) + 4 * std::abs(imag) +
                                      std::abs(sum.real[i]) + std::abs(sum.imag[i]));
            sum.error[i] = (sum.error[i] + error) * (1 + 64 * u);
        }
    }

    [[nodiscard]] double work_per_node() const override { return 16; }

    /// Every packet is as high as the first.
    [[nodiscard]] double log_decay(double) const override { return 0; }

    /// |φ| ≤ e^(-μ²d²/2) + what all other packets have half way between two.
    void multiply_bound(const Intervals& intervals, double count,
                        std::span<double> squares) const override {
        for (std::size_t i = 0; i < squares.size(); ++i) {
            const double omega = intervals.first + static_cast<double>(i) * intervals.step;
            const auto [n, d, d_error] = nearest_packet(omega);
            const double least = std::max(
                0.0, std::abs(d) - d_error - intervals.radius * (1 + 4 * u) - 8 * u * omega);
            const double packet = plain::exp(-mu_squared_.lower / 2 * least * least * (1 - 8 * u));
            const double bound = std::min(1.0, (packet + beside_) * (1 + 32 * u));
            const double power = bound < 1 ? plain::exp(2 * count * plain::log(bound)) : 1.0;
            squares[i] = std::max(squares[i] * power * (1 + 1e-12), least_square);
        }
    }
    [[nodiscard]] double interval_radius() const override { return radius_; }

private:
    struct Packet {
        double n;        // of the nearest
        double d;        // how far from it
        double d_error;  // at most this much wrong
    };
    [[nodiscard]] Packet nearest_packet(double omega) const {
        const double period = period_.middle(), n = std::nearbyint(omega / period);
        return {n, omega - n * period, n * period_.width() + 4 * u * omega};
    }

    Bracket mu_squared_, log_moment_, offset_ = 0, period_ = 1;
    double centre_ = 0, turn_ = 0, steepness_ = 0, beside_ = 0, radius_ = 0;
};

}  // namespace

DiscreteGaussianLoss::DiscreteGaussianLoss(double sigma, double k)
    : sigma_{sigma}, k_{k}, mu_squared_{square(k / Bracket(sigma))} {
    if (!(sigma >= 2 && std::isfinite(sigma))) {
        throw DomainError("sigma", "finite and at least 2", sigma);
    }
    if (!(k >= 1 && std::isfinite(mu_squared_.upper))) {
        throw DomainError("sensitivity", "whole, and finite as a square", k);
    }
}

Bracket DiscreteGaussianLoss::log_moment(double c) const {
    return mu_squared_ * (Bracket(c) * (Bracket(c) + 1)) / 2 +
           whole_normal::log_theta_ratio(Bracket(c) * k_, sigma_);
}

Cumulants DiscreteGaussianLoss::cumulants(double c) const {
    const double variance = mu_squared_.middle();
    return {variance * c * (c + 1) / 2, variance * (c + 0.5), variance};
}

std::unique_ptr<TiltedLoss> DiscreteGaussianLoss::tilt(double c, LineUse) const {
    return std::make_unique<TiltedDiscreteGaussian>(sigma_, k_, mu_squared_, c, log_moment(c));
}

}  // namespace mizan::inversion
