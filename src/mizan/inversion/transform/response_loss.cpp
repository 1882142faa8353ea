// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/transform/response_loss.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "mizan/inversion/transform/characteristic.hpp"
#include "mizan/inversion/transform/precise_transform.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/units/error.hpp"

namespace mizan::inversion {

namespace {

constexpr double u = unit_roundoff;

// M is even around s = -1/2, so it is enough to know it to the right.
double folded(double c) { return c < -0.5 ? -1 - c : c; }

// φ(ω) = cos(ωε₀) + i tanh((c + 1/2)ε₀) sin(ωε₀), still to be centred.
class TiltedResponse final : public BlockLine<TiltedResponse> {
    friend BlockLine;

    // φ - 1 at eight nodes.
    [[nodiscard]] auto deviation(double step) const {
        return [this, rotation = Rotation(epsilon_, step)](const Lanes& omega, Deviation& z) {
            if (!rotation.at(omega[0], z.real, z.imag)) return forget(z);
            for (std::size_t j = 0; j < lanes; ++j) {
                z.imag[j] *= tangent_;
                z.error[j] = omega[j] * error_;
            }
        };
    }

public:
    TiltedResponse(Bracket epsilon, Bracket delta, Precisely precisely, double c,
                   Bracket log_moment)
        : BlockLine(log_moment),
          c_{c},
          epsilon_{epsilon.middle()},
          precisely_{std::move(precisely)},
          delta_{delta} {
        const double t = c + 0.5;
        tangent_ = plain::tanh(t * epsilon_);
        const double doubt = doubt_of_tangent(t, epsilon, tangent_);
        centre_ = epsilon_ * tangent_;
        radius_ = 0.4 / epsilon.upper;
        doubt_ = epsilon.width();
        // 1 - T²
        weight_ =
            std::max(0.0, 1 - std::abs(tangent_) - doubt) * (1 + std::abs(tangent_)) * (1 - 8 * u);
        error_ = (epsilon.width() + epsilon_ * (doubt + (Rotation::error + 2) * u)) * (1 + 16 * u);
    }

    /// log M = log(1 - δ₀) + (t - 1/2)ε₀ + log((1 + e^{-2tε₀}) / (1 + e^{-ε₀})), even in
    /// t = s + 1/2.
    bool add_precise_log_characteristic(double step, double count,
                                        PreciseNodes sum) const override {
        const Precise epsilon = precisely_(), finite = 1 - Precise(delta_);
        const auto log_transform = [&](const ComplexPrecise& s) {
            const ComplexPrecise t = c_ < -0.5 ? -s - 0.5 : s + 0.5;
            const ComplexPrecise ratio = (1 + exp(-2 * t * epsilon)) / (1 + exp(-epsilon));
            return (t - 0.5) * epsilon + log(finite * ratio);
        };
        add_from_formula(log_transform, c_, centre_, step, count, sum);
        return true;
    }

    /// Two atoms: |φ| comes back to 1 again and again.
    [[nodiscard]] double log_decay(double) const override { return 0; }

    /// |φ|² = 1 - (1 - T²) sin(ωε₀)².
    void multiply_bound(const Intervals& intervals, double count,
                        std::span<double> squares) const override {
        const LeastSines sines(epsilon_, intervals, squares.size(), doubt_);
        if (!sines.usable()) return;
        sines.for_each([&](std::size_t k, Lanes& bound) {
            for (double& b : bound) b = 1 - weight_ * b + 4 * u;
            multiply_powers(squares, k, bound, count);
        });
    }
    [[nodiscard]] double interval_radius() const override { return radius_; }

private:
    double c_, epsilon_, tangent_ = 0;
    Precisely precisely_;  // ε₀
    Bracket delta_;
    double weight_ = 0, doubt_ = 0, radius_ = 0;
    double error_ = 0;  // of φ, per unit of ω
};

}  // namespace

ResponseLoss::ResponseLoss(Bracket epsilon, Bracket delta, Precisely precisely)
    : epsilon_{epsilon},
      delta_{delta},
      precisely_{std::move(precisely)},
      log_finite_{log1p(-min(max(delta, 0), 1))},
      odds_{plain::exp(-epsilon.middle())} {
    if (!(epsilon.lower >= 0 && std::isfinite(epsilon.upper))) {
        throw DomainError("epsilon", "finite and at least 0",
                          epsilon.lower >= 0 ? epsilon.upper : epsilon.lower);
    }
    if (!(delta.lower >= 0 && delta.upper <= 1)) {
        throw DomainError("delta", "in [0, 1]", delta.lower >= 0 ? delta.upper : delta.lower);
    }
}

compose::Atoms ResponseLoss::atoms() const {
    const Bracket finite = 1 - delta_, truth = 1 / (1 + exp(-epsilon_));
    if (epsilon_.upper == 0) return {{finite, 0}};
    return {{finite * truth, epsilon_}, {finite * truth * exp(-epsilon_), -epsilon_}};
}

// For 0 < c and cε ≤ 1 in plain doubles: this is where many mechanisms spend their time. K rises
// with ε, as (c + 1/2) tanh((c + 1/2)ε) - tanh(ε/2)/2, no faster than by c·min(1.25, (2c+1)ε). At
// its upper end the arguments are off by u and 2u, to which expm1 is at most 1.6 times as
// sensitive, two values of expm1 and half of one of exp by what these may be off, and three
// operations by u.
Bracket ResponseLoss::log_moment_right_of_zero(double c) const {
    const double epsilon = epsilon_.upper;
    const double rise =
        plain::expm1(c * epsilon) * -plain::expm1(-(c + 1) * epsilon) / (1 + plain::exp(-epsilon));
    const double error = (5 * plain::most_ulps + 8) * u * rise;
    const double doubt = c * std::min(1.25, (2 * c + 1) * epsilon) * epsilon_.width();
    return log_finite_ + log1p_of_plain(rise, error, doubt);
}

Bracket ResponseLoss::log_moment(double c) const {
    if (c > 0 && c * epsilon_.upper <= 1 && is_sharp(epsilon_)) {
        return log_moment_right_of_zero(c);
    }
    const Bracket d = folded(c), rise = d * epsilon_;  // from t = 1/2 to t = d + 1/2
    if (std::max(-rise.lower, rise.upper) <= 1) {
        // cosh(x)/cosh(y) - 1 = (e^{x-y} - 1)(1 - e^{-(x+y)}) / (1 + e^{-2y})
        return log_finite_ +
               log1p(expm1(rise) * -expm1(-(d + 1) * epsilon_) / (1 + exp(-epsilon_)));
    }
    return log_finite_ + rise + log1p(exp(-(2 * d + 1) * epsilon_)) - log1p(exp(-epsilon_));
}

Cumulants ResponseLoss::cumulants(double c) const {
    const double d = folded(c), epsilon = epsilon_.middle(), rise = d * epsilon;
    const double root = plain::exp(-(d + 0.5) * epsilon), fall = root * root;
    const double deviation = 2 * epsilon * root / (1 + fall);
    const double mean = epsilon * (1 - fall) / (1 + fall);
    const double log_moment =
        std::abs(rise) <= 1
            ? plain::log1p(plain::expm1(rise) * -plain::expm1(-(d + 1) * epsilon) / (1 + odds_))
            : rise + plain::log1p(fall) - plain::log1p(odds_);
    return {log_finite_.middle() + log_moment, std::copysign(mean, c + 0.5), deviation * deviation};
}

std::unique_ptr<TiltedLoss> ResponseLoss::tilt(double c, LineUse) const {
    return std::make_unique<TiltedResponse>(epsilon_, delta_, precisely_, c, log_moment(c));
}

}  // namespace mizan::inversion
