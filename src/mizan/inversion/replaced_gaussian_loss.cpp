// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/replaced_gaussian_loss.hpp"

#include "mizan/inversion/gaussian_loss.hpp"
#include "mizan/inversion/replaced_gaussian_line.hpp"

namespace mizan::inversion {

namespace {

constexpr double least_sigma = 1e-100;

// N(1, σ²) against N(-1, σ²), where K(c) = 2c(c+1)/σ². As p^{1+c} q^{-c} is jointly convex for c > 0
// and concave for -1 < c < 0, M - 1 on samples lies between 0 and q times what it is here.
Bracket log_moment_by_convexity(double q, double sigma, double c) {
    const Bracket unsampled = 2 * Bracket(c) * (Bracket(c) + 1) / sigma / sigma;
    const Bracket mixed = log1p(q * expm1(unsampled));
    return hull(0, c > 0 ? min(unsampled, mixed) : max(unsampled, mixed));
}

class ReplacedGaussianLoss final : public LossTransform {
public:
    ReplacedGaussianLoss(double rate, double sigma) : rate_{rate}, sigma_{sigma} {}

    [[nodiscard]] Bracket infinite_mass() const override { return 0; }

    [[nodiscard]] Bracket log_moment(double c) const override {
        if (c == 0 || c == -1) return 0;
        const Bracket known = log_moment_by_convexity(rate_, sigma_, c);
        if (!is_moderate()) return known;
        return intersect(known, inversion::log_moment(tilt_by(c)));
    }

    [[nodiscard]] Cumulants cumulants(double c) const override {
        if (!is_moderate()) {
            const double small = 4 * (rate_ / sigma_) * (rate_ / sigma_);
            return {small * c * (c + 1) / 2, small * (c + 0.5), small};
        }
        Cumulants found = inversion::cumulants(tilt_by(c));
        if (c < -0.5) found.mean = -found.mean;
        return found;
    }

    [[nodiscard]] std::unique_ptr<TiltedLoss> tilt(double c, LineUse use) const override {
        const Bracket known = log_moment_by_convexity(rate_, sigma_, c);
        return is_moderate() ? line(tilt_by(c), c < -0.5, use, known)
                             : unknown_line(tilt_by(c), known);
    }

private:
    // No square under- or overflows. Elsewhere only simple bounds are given.
    [[nodiscard]] bool is_moderate() const {
        return rate_ > 1e-100 && sigma_ > least_sigma && sigma_ < 1 / least_sigma;
    }

    // M(c) = M(-1 - c): the pair is its own mirror image. -1 - c is exact for c in [-1, -1/2].
    [[nodiscard]] ReplacedGaussianTilt tilt_by(double c) const {
        return {rate_, sigma_, c < -0.5 ? -1 - c : c};
    }

    double rate_, sigma_;
};

}  // namespace

std::shared_ptr<const LossTransform> replaced_gaussian_loss(Probability rate, Positive sigma) {
    const double q = rate.value();
    if (q == 0) return std::make_shared<GaussianLoss>(0);
    if (q == 1 && sigma.value() > least_sigma) {
        return std::make_shared<GaussianLoss>(4 / square(Bracket(sigma.value())));
    }
    return std::make_shared<ReplacedGaussianLoss>(q, sigma.value());
}

}  // namespace mizan::inversion
