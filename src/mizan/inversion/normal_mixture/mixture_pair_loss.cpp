// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/normal_mixture/mixture_pair_loss.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/inversion/normal_mixture/mixture_pair_line.hpp"
#include "mizan/inversion/transform/gaussian_loss.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/numeric/normal.hpp"

namespace mizan::inversion {

namespace {

class MixturePairLoss final : public LossTransform {
public:
    MixturePairLoss(const MixturePair& pair, Bracket sigma)
        : pair_{std::make_shared<MixturePair>(pair)},
          swapped_{std::make_shared<MixturePair>(pair.swapped())},
          sigma_{sigma},
          reach_{Bracket(pair.there.farthest()) + pair.back.farthest()},
          moved_{std::min(1.0, max(pair.there.moves(), pair.back.moves()).upper)} {}

    [[nodiscard]] Bracket infinite_mass() const override { return 0; }

    // If P is N(0, σ²), the loss is less than -log q_0.
    [[nodiscard]] double largest_loss() const override {
        const double stays = pair_->back.stays().lower;
        const bool is_bounded = pair_->there.farthest() == 0 && stays > 0;
        return is_bounded ? (-log(Bracket(stays))).upper : infinity;
    }

    // The loss is at most log w(x) - log q_0, which grows with x.
    [[nodiscard]] double probability_above(double loss) const override {
        const double stays = pair_->back.stays().lower;
        if (!is_moderate() || !(stays > 0) || !(loss > 0)) return 1;
        const double variance = (sigma_ * sigma_).middle(), enough = loss + plain::log(stays);
        const auto is_below = [&](double x) {
            const MixtureRatio ratio = pair_->there.ratio(x, variance);
            return ratio.log_w + 1e-15 * (ratio.log_error + std::abs(enough) + loss + 1) < enough;
        };
        double low = 0, high = 1 + sigma_.upper;
        if (!is_below(low)) return 1;
        while (high < 1e3 * sigma_.upper && is_below(high)) high *= 2;
        for (int round = 0; round < 24; ++round) {
            const double middle = (low + high) / 2;
            (is_below(middle) ? low : high) = middle;
        }
        const Bracket x = low, nearer = x - pair_->there.farthest();
        const Bracket above = pair_->there.stays() * exp(normal::log_tail(x / sigma_)) +
                              pair_->there.moves() * exp(normal::log_tail(nearer / sigma_));
        return std::min(1.0, above.upper);
    }

    [[nodiscard]] std::shared_ptr<const LossTransform> reversed() const override {
        return std::make_shared<MixturePairLoss>(*swapped_, sigma_);
    }

    [[nodiscard]] Bracket log_moment(double c) const override {
        if (c == 0 || c == -1) return 0;
        const Bracket known = log_moment_by_convexity(c);
        if (!is_moderate()) return known;
        return intersect(known, inversion::log_moment(tilt_by(c)));
    }

    [[nodiscard]] Cumulants cumulants(double c) const override {
        if (!is_moderate()) {
            const double size = (reach_ * moved_ / sigma_).middle(), small = size * size;
            return {small * c * (c + 1) / 2, small * (c + 0.5), small};
        }
        Cumulants found = inversion::cumulants(tilt_by(c));
        if (c < -0.5) found.mean = -found.mean;
        return found;
    }

    // As for the sampled Gaussian, if the farthest shift has most of the probability that is moved.
    [[nodiscard]] double steepest_tilt() const override {
        const double farthest = pair_->there.farthest(), sigma = sigma_.middle() / farthest;
        return farthest > 0 ? -2 * sigma * sigma * plain::log(pair_->there.moves().middle())
                            : infinity;
    }

    [[nodiscard]] std::unique_ptr<TiltedLoss> tilt(double c, LineUse use) const override {
        const Bracket known = log_moment_by_convexity(c);
        return is_moderate() ? line(tilt_by(c), c < -0.5, use, known)
                             : unknown_line(tilt_by(c), known);
    }

private:
    // Mass that neither law moves shows nothing; of N(1, σ²) against N(-1, σ²), in units of the
    // reach, it is K(c) = c(c+1)/2σ². As p^{1+c} q^{-c} is jointly convex for c > 0 and concave for
    // -1 < c < 0, M - 1 lies between 0 and the share that is moved times what it would be then.
    [[nodiscard]] Bracket log_moment_by_convexity(double c) const {
        const Bracket unmixed =
            Bracket(c) * (Bracket(c) + 1) * square(reach_) / 2 / sigma_ / sigma_;
        const Bracket mixed = log1p(moved_ * expm1(unmixed));
        return hull(0, c > 0 ? min(unmixed, mixed) : max(unmixed, mixed));
    }

    [[nodiscard]] bool is_moderate() const {
        return moved_ > least_rate && sigma_.lower > least_sigma && sigma_.upper < most_sigma &&
               pair_->there.is_moderate() && pair_->back.is_moderate();
    }

    // -1 - c is exact for c in [-1, -1/2].
    [[nodiscard]] MixturePairTilt tilt_by(double c) const {
        return c < -0.5 ? MixturePairTilt{swapped_, -1 - c} : MixturePairTilt{pair_, c};
    }

    std::shared_ptr<const MixturePair> pair_, swapped_;
    Bracket sigma_, reach_;  // in units of the farthest shift
    double moved_;           // at least what either moves
};

}  // namespace

std::shared_ptr<const LossTransform> mixture_pair_loss(const MixedNormals& pair, Positive sigma) {
    const double unit = pair.farthest();
    if (unit == 0) return std::make_shared<GaussianLoss>(0);
    return std::make_shared<MixturePairLoss>(
        MixturePair{{pair.up, unit}, {pair.down, unit}, sigma.value() / unit},
        sigma.value() / Bracket(unit));
}

}  // namespace mizan::inversion
