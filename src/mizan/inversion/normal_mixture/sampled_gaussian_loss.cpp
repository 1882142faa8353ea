// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/normal_mixture/sampled_gaussian_loss.hpp"

#include <cmath>
#include <mutex>
#include <optional>

#include "mizan/inversion/normal_mixture/sampled_gaussian_line.hpp"
#include "mizan/inversion/normal_mixture/sampled_gaussian_moments.hpp"
#include "mizan/inversion/transform/gaussian_loss.hpp"
#include "mizan/numeric/logarithm.hpp"

namespace mizan::inversion {

namespace {

// Without sampling the loss is that of a Gaussian. E[w^α] is 1 at q = 0 and convex in q, or concave
// if 0 < α < 1, so M - 1 lies between 0 and q times what it is at q = 1.
Bracket log_moment_by_convexity(double q, double sigma, double c) {
    const Bracket unsampled = Bracket(c) * (Bracket(c) + 1) / 2 / sigma / sigma;
    const Bracket mixed = log1p(q * expm1(unsampled));
    return hull(0, c > 0 ? min(unsampled, mixed) : max(unsampled, mixed));
}

bool is_moderate(double q, double sigma) {
    return q > least_rate && sigma > least_sigma && sigma < most_sigma;
}

Bracket log_moment_of(const SampledGaussianTilt& tilt, double digits) {
    if (tilt.c == 0 || tilt.c == -1) return 0;
    const Bracket known = log_moment_by_convexity(tilt.q, tilt.sigma, tilt.c);
    if (!is_moderate(tilt.q, tilt.sigma)) return known;
    return intersect(known, log_moment(tilt, digits));
}

class SampledGaussianLoss final : public LossTransform {
public:
    SampledGaussianLoss(double rate, double sigma, Direction direction)
        : rate_{rate}, sigma_{sigma}, direction_{direction} {}

    [[nodiscard]] Bracket infinite_mass() const override { return 0; }

    // -log w is less than -log(1 - q).
    [[nodiscard]] double largest_loss() const override {
        return direction_ == Direction::add ? (-log1p(-Bracket(rate_))).upper : infinity;
    }

    // docs/proofs/few-runs.md
    [[nodiscard]] std::optional<Continuation> continuation() const override {
        if (direction_ == Direction::add || !is_moderate(rate_, sigma_)) return std::nullopt;
        return Continuation{log1p(-Bracket(rate_)), square(Bracket(sigma_)).upper};
    }

    [[nodiscard]] std::shared_ptr<const LossTransform> reversed() const override {
        if (!is_moderate(rate_, sigma_)) return nullptr;
        return std::make_shared<SampledGaussianLoss>(rate_, sigma_, opposite(direction_));
    }

    [[nodiscard]] Bracket log_moment(double c) const override {
        return log_moment_of(tilt_by(c), all_digits);
    }
    [[nodiscard]] double log_moment_bound(double c) const override {
        constexpr double enough = 0.01;
        if (is_moderate(rate_, sigma_) && c > 0) {
            const Bracket found = inversion::log_moment(tilt_by(c), few_digits);
            if (found.width() < enough) return found.upper;
        }
        return log_moment_of(tilt_by(c), few_digits).upper;
    }

    [[nodiscard]] Cumulants cumulants(double c) const override {
        if (!is_moderate(rate_, sigma_)) {
            const double small = rate_ / sigma_ * (rate_ / sigma_);
            return {small * c * (c + 1) / 2, small * (c + 0.5), small};
        }
        // Made when first needed: by the threads that work on a long composition.
        std::call_once(is_made_, [&] { search_.emplace(tilt_by(0)); });
        return search_->cumulants(c);
    }

    // There the outputs near x = 1 + c have q^{1+c} e^{c(c+1)/2σ²} = 1 of M.
    [[nodiscard]] double steepest_tilt() const override {
        return direction_ == Direction::add ? infinity : -2 * sigma_ * sigma_ * plain::log(rate_);
    }

    [[nodiscard]] bool is_precise() const override { return is_moderate(rate_, sigma_); }

    [[nodiscard]] std::unique_ptr<TiltedLoss> tilt(double c, LineUse use) const override {
        const Bracket known = log_moment_by_convexity(rate_, sigma_, c);
        return is_moderate(rate_, sigma_) ? line(tilt_by(c), use, known)
                                          : unknown_line(tilt_by(c), known);
    }

private:
    [[nodiscard]] SampledGaussianTilt tilt_by(double c) const {
        return {rate_, sigma_, direction_, c};
    }

    double rate_, sigma_;
    Direction direction_;
    mutable std::once_flag is_made_;
    mutable std::optional<SampledGaussianSearch> search_;
};

}  // namespace

Bracket sampled_gaussian_log_moment(double q, double sigma, double c) {
    return log_moment_of({q, sigma, Direction::remove, c}, all_digits);
}

std::shared_ptr<const LossTransform> sampled_gaussian_loss(Probability rate, Positive sigma,
                                                           Direction direction) {
    const double q = rate.value();
    if (q == 0) return std::make_shared<GaussianLoss>(0);
    if (q == 1 && sigma.value() > least_sigma) {
        return std::make_shared<GaussianLoss>(1 / square(Bracket(sigma.value())));
    }
    return std::make_shared<SampledGaussianLoss>(q, sigma.value(), direction);
}

}  // namespace mizan::inversion
