// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/transform/laplace_loss.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "mizan/inversion/transform/characteristic.hpp"
#include "mizan/inversion/transform/precise_transform.hpp"
#include "mizan/numeric/angle.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/numeric/remainder.hpp"
#include "mizan/numeric/rounding.hpp"
#include "mizan/units/error.hpp"

namespace mizan::inversion {

namespace {

constexpr double u = unit_roundoff;

// M is even in t = s + 1/2, so it is enough to know it to the right of s = -1/2.
double folded(double c) { return c < -0.5 ? -1 - c : c; }

constexpr bool is_nearly_zero(double a) { return a < 1e-8 && a > -1e-8; }

// tanh(tε)/t, which is ε at t = 0.
Bracket tangent_over(Bracket t, Bracket epsilon, Bracket tangent) {
    // 1 - a²/3 ≤ tanh(a)/a ≤ 1
    if (is_nearly_zero(abs(t * epsilon).upper)) return epsilon * Bracket(1 - u, 1);
    return tangent / t;
}

// With C = cos(ωε) - 1, S = sin(ωε), T = tanh(tε), τ = T/t and g = 1/(2(t² + ω²)), t = c + 1/2:
//
//     (φ - 1)(1 + τ/2) = C + iTS + g (t T C + ω (S - ωτ) + it (S - ωτ (1 + C))),
//
// still to be centred. Every term vanishes with ω; nothing is divided by t.
class TiltedLaplace final : public BlockLine<TiltedLaplace> {
    friend BlockLine;

    // φ - 1 at eight nodes.
    [[nodiscard]] auto deviation(double step) const {
        const Rotation rotation(epsilon_, step);
        const double steepness = 1 / std::max(std::abs(t_), 0x1p-1000);
        const bool vanishing = t_ == 0 && step < 0x1p-480;  // g would overflow
        return [this, rotation, steepness, vanishing](const Lanes& omega, Deviation& z) {
            if (vanishing || !rotation.at(omega[0], z.real, z.imag)) return forget(z);
            for (std::size_t j = 0; j < lanes; ++j) {
                const double w = omega[j], cosine = z.real[j], sine = z.imag[j];
                const double g = 0.5 / (t_ * t_ + w * w + 0x1p-1000), lag = sine - w * ratio_;
                const double real = g * (t_ * tangent_ * cosine + w * lag);
                const double imag = g * t_ * (lag - w * ratio_ * cosine);
                z.real[j] = scale_ * (cosine + real);
                z.imag[j] = scale_ * (tangent_ * sine + imag);
                z.error[j] = w * error_ + std::min(w * steepness, 1.0) * open_error_;
            }
        };
    }

public:
    TiltedLaplace(Bracket epsilon, Precisely precisely, double c, Bracket log_moment)
        : BlockLine(log_moment),
          c_{c},
          t_{c + 0.5},
          epsilon_{epsilon.middle()},
          precisely_{std::move(precisely)} {
        tangent_ = plain::tanh(t_ * epsilon_);
        const bool is_flat = is_nearly_zero(t_ * epsilon_);
        ratio_ = is_flat ? epsilon_ : tangent_ / t_;
        const double doubt = doubt_of_tangent(t_, epsilon, tangent_);
        const double doubt_of_ratio =
            ((is_flat ? epsilon.width() : doubt / std::abs(t_)) + ratio_ * (4 * u)) * (1 + 8 * u);
        scale_ = 1 / (1 + ratio_ / 2);
        open_ = rounding::widen_down(plain::log1p(std::max(ratio_ - doubt_of_ratio, 0.0) / 2),
                                     plain::most_ulps + 1);
        radius_ = 0.4 / epsilon.upper;
        doubt_ = epsilon.width();
        weight_ =
            std::max(0.0, 1 - std::abs(tangent_) - doubt) * (1 + std::abs(tangent_)) * (1 - 8 * u);
        const double turn = epsilon.width() + Rotation::error * u * epsilon_;
        error_ = (turn + epsilon_ * (doubt + doubt_of_ratio + 8 * u)) * (1 + 32 * u);
        open_error_ = (1.5 * turn + doubt_of_ratio + epsilon_ * (doubt + 64 * u)) * (1 + 32 * u);
        centre_ = mean();
    }

    /// log M = (t - 1/2)ε + log((1 + E)/2 + (1 - E)/(4t)), E = e^{-2tε}, and M is even in t.
    bool add_precise_log_characteristic(double step, double count,
                                        PreciseNodes sum) const override {
        const auto log_transform = [this, epsilon = precisely_()](const ComplexPrecise& s) {
            const ComplexPrecise t = t_ < 0 ? -s - 0.5 : s + 0.5;
            const ComplexPrecise fall = exp(-2 * t * epsilon);
            return (t - 0.5) * epsilon + log((1 + fall) / 2 + (1 - fall) / (4 * t));
        };
        add_from_formula(log_transform, c_, centre_, step, count, sum);
        return true;
    }

    /// |cosh(tε) + sinh(tε)/(2t)| ≤ cosh(ε Re t) (1 + 1/(2|t|)).
    [[nodiscard]] double log_decay(double omega) const override {
        const double t = plain::hypot(t_, omega);
        if (!(t > 0)) return 0;
        const double edges =
            rounding::widen_up(plain::log1p(0.5 / t * (1 + 16 * u)), plain::most_ulps);
        return std::min(0.0, rounding::add_up(edges, -open_));
    }

    /// |cosh(tε)|² = cosh(ε Re t)² (1 - (1 - T²) sin(ωε)²) =: cosh(ε Re t)² v, so with m = 1/(2|t|)
    /// |φ|² (1 + τ/2)² ≤ (√v + m)² ≤ v + m(1 + v) + m².
    void multiply_bound(const Intervals& intervals, double count,
                        std::span<double> squares) const override {
        const LeastSines sines(epsilon_, intervals, squares.size(), doubt_);
        if (!sines.usable()) return TiltedLoss::multiply_bound(intervals, count, squares);
        const double m = 0.5 / plain::hypot(t_, intervals.first - intervals.radius) * (1 + 16 * u);
        const double closed = plain::exp(-2 * open_) * (1 + 16 * u);
        sines.for_each([&](std::size_t k, Lanes& bound) {
            for (double& b : bound) {
                const double v = 1 - weight_ * b + 4 * u;
                b = std::min((v + m * (1 + v + m)) * closed, 1.0);
            }
            multiply_powers(squares, k, bound, count);
        });
    }
    [[nodiscard]] double interval_radius() const override { return radius_; }

private:
    [[nodiscard]] double mean() const {
        // K' = (ε T + (ε - τ)/(2t)) / (1 + τ/2)
        const double bend = std::abs(t_) > 1e-9 ? (epsilon_ - ratio_) / (2 * t_) : 0;
        const double value = scale_ * (epsilon_ * tangent_ + bend);
        return std::isfinite(value) ? value : std::copysign(epsilon_, t_);
    }

    double c_, t_, epsilon_, tangent_ = 0, ratio_ = 0, scale_ = 1;
    Precisely precisely_;  // ε₀
    double weight_ = 0, doubt_ = 0, radius_ = 0;
    double open_ = 0;                    // log of what the open interval adds to M(c)
    double error_ = 0, open_error_ = 0;  // of φ: per unit of ω, and per min(ω/|t|, 1)
};

}  // namespace

LaplaceLoss::LaplaceLoss(Bracket epsilon, Precisely precisely)
    : epsilon_{epsilon}, precisely_{std::move(precisely)} {
    if (!(epsilon.lower >= 0 && std::isfinite(epsilon.upper))) {
        throw DomainError("epsilon", "finite and at least 0",
                          epsilon.lower >= 0 ? epsilon.upper : epsilon.lower);
    }
}

// For 0 < c and cε ≤ 1 in plain doubles: this is where many mechanisms spend their time. With
// M = a e^{cε} + b e^{-(c+1)ε} as below, K rises with ε, no faster than by c·min(1, (2c+1)ε). At
// its upper end a and b are off by 3u, the arguments of the remainders by 2u, to which these are at
// most 2.4 times as sensitive, and their products and the sum by u each.
Bracket LaplaceLoss::log_moment_right_of_zero(double c) const {
    const double epsilon = epsilon_.upper, whole = 2 * c + 1;
    const PlainRemainder up = plain_exp_remainder(c * epsilon),
                         down = plain_exp_remainder(-(1 + c) * epsilon);
    const double rise = (1 + c) / whole * up.value, fall = c / whole * down.value;
    const double error = 2 * u * (rise * (up.ulps + 5) + fall * (down.ulps + 5));
    const double doubt = c * std::min(1.0, whole * epsilon) * epsilon_.width();
    return log1p_of_plain(rise + fall, error, doubt);
}

Bracket LaplaceLoss::log_moment(double c) const {
    if (c > 0 && c * epsilon_.upper <= 1 && is_sharp(epsilon_)) {
        return log_moment_right_of_zero(c);
    }
    const Bracket d = folded(c), rise = d * epsilon_;
    if (d.lower >= -0.25) {
        // M = a e^{dε} + b e^{-(d+1)ε} with a + b = 1 and a d = b (d + 1).
        const Bracket a = (1 + d) / (2 * d + 1), b = d / (2 * d + 1);
        if (std::max(-rise.lower, rise.upper) <= 1) {
            return log1p(a * exp_remainder(rise) + b * exp_remainder(-(1 + d) * epsilon_));
        }
        return rise + log(a + b * exp(-(2 * d + 1) * epsilon_));
    }
    const Bracket t = d + 0.5, half = epsilon_ / 2;
    if (epsilon_.upper <= 2) {
        const Bracket edges = 2 * square(sinh(t * half));
        return log1p(exp(-half) *
                     (edges + half * sinhc_remainder(t * epsilon_) - exp_remainder(half)));
    }
    return -half + log_cosh(t * epsilon_) +
           log1p(tangent_over(t, epsilon_, tanh(t * epsilon_)) / 2);
}

Cumulants LaplaceLoss::cumulants(double c) const {
    const double d = folded(c), t = d + 0.5, epsilon = epsilon_.middle(), a = t * epsilon;
    if (!(epsilon > 0)) return {0, 0, 0};
    // N = cosh(a) + (ε/2) sinh(a)/a and its derivatives by a, all over cosh(a).
    double sinhc = 1, first = 0, second = 0, tangent = a;
    if (a < 1e-2) {
        const double square = a * a;
        tangent = a * (1 - square / 3);
        sinhc = 1 - square / 3;
        first = a / 3 * (1 - 2 * square / 5);
        second = (1 - square / 5) / 3;
    } else {
        const double fall = plain::exp(-2 * a);
        tangent = (1 - fall) / (1 + fall);
        sinhc = tangent / a;
        first = (1 - sinhc) / a;
        second = sinhc - 2 * first / a;
    }
    const double half = epsilon / 2, norm = 1 + half * sinhc;
    const double mean = (tangent + half * first) / norm;
    const double spread = std::max((1 + half * second) / norm - mean * mean, 0.0);
    const double deviation = epsilon * std::sqrt(spread);
    double log_moment = 0;
    if (a > 1 || d < -0.25) {
        const double log_cosh = a + plain::log1p(plain::exp(-2 * a)) - 0.6931471805599453;
        log_moment = log_cosh - half + plain::log(norm);
    } else {
        const auto remainder = [](double x) {
            return std::abs(x) < 1e-3 ? x * x / 2 * (1 + x / 3 * (1 + x / 4)) : plain::expm1(x) - x;
        };
        const double b = d / (2 * t);
        log_moment =
            plain::log1p((1 - b) * remainder(d * epsilon) + b * remainder(-(1 + d) * epsilon));
    }
    return {log_moment, std::copysign(epsilon * mean, c + 0.5), deviation * deviation};
}

std::unique_ptr<TiltedLoss> LaplaceLoss::tilt(double c, LineUse) const {
    return std::make_unique<TiltedLaplace>(epsilon_, precisely_, c, log_moment(c));
}

}  // namespace mizan::inversion
