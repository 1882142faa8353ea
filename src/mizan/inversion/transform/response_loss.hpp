// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/inversion/transform/loss_transform.hpp"

namespace mizan::inversion {

/// The loss of the worst (ε₀, δ₀)-DP mechanism, in both directions: infinite with probability δ₀,
/// else ε₀ or -ε₀ with odds e^ε₀ to 1, as for randomized response. So
/// M(s) = (1-δ₀) cosh((s+1/2)ε₀) / cosh(ε₀/2).
class ResponseLoss final : public LossTransform {
public:
    /// Needs 0 ≤ ε₀ < inf (an infinite ε₀ promises what δ₀ = 1 does) and 0 ≤ δ₀ ≤ 1.
    explicit ResponseLoss(Bracket epsilon, Bracket delta = 0)
        : ResponseLoss(epsilon, delta, [epsilon] { return Precise(epsilon); }) {}
    /// The same ε₀, known better than doubles can tell.
    ResponseLoss(Bracket epsilon, Bracket delta, Precisely precisely);

    [[nodiscard]] Bracket infinite_mass() const override { return delta_; }
    [[nodiscard]] double largest_loss() const override { return epsilon_.upper; }
    [[nodiscard]] compose::Atoms atoms() const override;
    [[nodiscard]] Bracket log_moment(double c) const override;
    [[nodiscard]] Cumulants cumulants(double c) const override;
    [[nodiscard]] bool is_precise() const override { return true; }
    [[nodiscard]] std::unique_ptr<TiltedLoss> tilt(double c, LineUse use) const override;

private:
    [[nodiscard]] Bracket log_moment_right_of_zero(double c) const;

    Bracket epsilon_, delta_;
    Precisely precisely_;  // ε₀
    Bracket log_finite_;   // log(1 - δ₀)
    double odds_;          // e^-ε₀
};

}  // namespace mizan::inversion
