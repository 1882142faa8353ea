// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/transform/bounded_range_loss.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/inversion/transform/characteristic.hpp"
#include "mizan/inversion/transform/precise_transform.hpp"
#include "mizan/numeric/angle.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/remainder.hpp"
#include "mizan/numeric/rounding.hpp"
#include "mizan/units/error.hpp"

namespace mizan::inversion {

namespace {

constexpr double u = unit_roundoff;

// M is even in t = s + 1/2, so it is enough to know it to the right of s = -1/2.
double folded(double c) { return c < -0.5 ? -1 - c : c; }

// log(sinh(x)/x) for x ≥ 0.
Bracket log_sinhc(Bracket x) {
    return x.upper <= 1 ? log1p(sinhc_remainder(x)) : log_sinh(x) - log(x);
}

// sin(b) - b for 0 ≤ b ≤ 1, off by at most 8u of itself: the terms that are left out are less than
// u.
double sine_remainder(double b) {
    const double x = b * b;
    double sum = 1;
    for (const double k : {342.0, 272.0, 210.0, 156.0, 110.0, 72.0, 42.0, 20.0}) {
        sum = 1 - x / k * sum;
    }
    return -b * x / 6 * sum;
}

// With b = ωε, C = cos(b) - 1, κ = t coth(tε) and τ = 1/κ:
//
//     (φ - 1)(t² + ω²) = t² C + ωκ l + it (κ l - ωC),        l = sin(b) - ωτ,
//
// still to be centred. With both parts of l = (sin(b) - b) + ω(ε - τ) known to 16u of themselves,
// or l itself to 36u·b where b > 1, all errors together stay below 160u·b, because
// κ ≤ 1/ε + |t|, κε - 1 ≤ min((tε)²/3, |t|ε) and |t|ω ≤ (t² + ω²)/2 (docs/proofs/bounded-range.md).
class TiltedBoundedRange final : public BlockLine<TiltedBoundedRange> {
    friend BlockLine;

    // φ - 1 at eight nodes.
    [[nodiscard]] auto deviation(double step) const {
        const bool vanishing = t_ == 0 && step < 0x1p-480;  // ω² would underflow
        return [this, rotation = Rotation(epsilon_, step), vanishing](const Lanes& omega,
                                                                      Deviation& z) {
            constexpr double largest = 0x1p500;
            if (vanishing || omega[lanes - 1] > largest || !rotation.at(omega[0], z.real, z.imag)) {
                return forget(z);
            }
            for (std::size_t j = 0; j < lanes; ++j) {
                const double w = omega[j], b = w * epsilon_, cosine = z.real[j];
                const double lag =
                    b <= 1 ? sine_remainder(b) + w * slack_ : z.imag[j] - w * (epsilon_ - slack_);
                const double g = 1 / (t_ * t_ + w * w + 0x1p-1020);
                z.real[j] = g * (t_ * t_ * cosine + w * (kappa_ * lag));
                z.imag[j] = g * t_ * (kappa_ * lag - w * cosine);
                z.error[j] = w * error_;
            }
        };
    }

public:
    TiltedBoundedRange(Bracket epsilon, double c, Bracket log_moment)
        : BlockLine(log_moment),
          c_{c},
          t_{c + 0.5},
          epsilon_{epsilon.middle()},
          precisely_{epsilon} {
        const Bracket e = epsilon_, t = abs(Bracket(c) + 0.5), a = t * e;
        Bracket kappa = 0, slack = 0, mean = 0;
        if (a.upper <= 1) {
            const Bracket beyond = sinhc_remainder(a);
            const Bracket bend = 2 * square(sinh(a / 2)) - beyond;  // cosh(a) - sinh(a)/a
            kappa = (1 + bend / (1 + beyond)) / e;
            slack = e * bend / cosh(a);
        } else {
            kappa = t / tanh(a);
            slack = e - tanh(a) / t;
        }
        kappa_ = kappa.middle();
        slack_ = slack.middle();
        // κ gives, with t and ε, the mean of the tilted law: κ/t · ε - 1/t.
        const double size = std::abs(t_) * epsilon_;
        mean = size < 1e-4 ? epsilon_ * size / 3 : (kappa_ * epsilon_ - 1) / std::abs(t_);
        centre_ = std::copysign(std::min(mean.middle(), epsilon_), t_);
        // dφ/dε is at most 2ω
        error_ = (2 * epsilon.width() + 160 * u * epsilon_) * (1 + 32 * u);
        log_kappa_ = log(kappa).upper;
    }

    /// log M = (t - 1/2)ε + log((1 - e^{-2tε}) / (2t (1 - e^-ε))), and M is even in t.
    bool add_precise_log_characteristic(double step, double count,
                                        PreciseNodes sum) const override {
        const auto log_transform = [this](const ComplexPrecise& s) {
            const ComplexPrecise t = t_ < 0 ? -s - 0.5 : s + 0.5;
            const ComplexPrecise rest = 1 - exp(-2 * t * precisely_);
            return (t - 0.5) * precisely_ + log(rest / (2 * t * (1 - exp(-precisely_))));
        };
        add_from_formula(log_transform, c_, centre_, step, count, sum);
        return true;
    }

    /// |sinh(tε)| ≤ cosh(ε Re t), so |φ| ≤ κ/|t + iω|.
    [[nodiscard]] double log_decay(double omega) const override {
        const double t = plain::hypot(t_, omega) * (1 - 8 * u);
        if (!(t > 0)) return 0;
        return std::min(0.0, rounding::add_up(log_kappa_, -log(Bracket(t)).lower));
    }

private:
    double c_, t_, epsilon_;
    Precise precisely_;             // ε₀
    double kappa_ = 0, slack_ = 0;  // t coth(tε), ε - tanh(tε)/t
    double log_kappa_ = 0;
    double error_ = 0;  // of φ, per unit of ω
};

}  // namespace

BoundedRangeLoss::BoundedRangeLoss(Bracket epsilon) : epsilon_{epsilon} {
    if (!(epsilon.lower >= least && std::isfinite(epsilon.upper))) {
        throw DomainError("epsilon", "finite and at least 1e-150",
                          epsilon.lower >= least ? epsilon.upper : epsilon.lower);
    }
}

Bracket BoundedRangeLoss::log_moment(double c) const {
    const Bracket d = folded(c), x = (d + 0.5) * epsilon_, y = epsilon_ / 2, rise = d * epsilon_;
    if (d.lower < -0.25) return log_sinhc(max(0, x)) - log_sinhc(y);
    if (epsilon_.upper > 2) {
        const Bracket fall = exp(-epsilon_) * expm1(-2 * rise) / expm1(-epsilon_);
        return rise + log1p(fall) - log1p(2 * d);
    }
    if (rise.upper > 2) return log_sinhc(x) - log_sinhc(y);
    // sinh(x)/x - sinh(y)/y = (x - y)/x · (cosh(m) sinh(r)/r - sinh(y)/y), m = (x + y)/2,
    // r = (x - y)/2
    const Bracket waist = 2 * square(sinh((x + y) / 4));  // cosh(m) - 1
    const Bracket gap = waist + (1 + waist) * sinhc_remainder(abs(rise) / 2) - sinhc_remainder(y);
    return log1p(d / (d + 0.5) * gap / (1 + sinhc_remainder(y)));
}

Cumulants BoundedRangeLoss::cumulants(double c) const {
    const double t = folded(c) + 0.5, epsilon = epsilon_.middle(), a = t * epsilon;
    double mean = a / 3 * (1 - a * a / 15), variance = (1 - a * a / 5) / 3;
    if (a > 1e-2) {
        const double fall = plain::exp(-2 * a), rise = -plain::expm1(-2 * a);
        mean = (1 + fall) / rise - 1 / a;
        variance = 1 / (a * a) - 4 * fall / (rise * rise);
    }
    const double deviation = epsilon * std::sqrt(std::max(variance, 0.0));
    return {log_moment(c).middle(), std::copysign(epsilon * mean, c + 0.5), deviation * deviation};
}

std::unique_ptr<TiltedLoss> BoundedRangeLoss::tilt(double c, LineUse) const {
    return std::make_unique<TiltedBoundedRange>(epsilon_, c, log_moment(c));
}

}  // namespace mizan::inversion
