// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/inversion/transform/loss_transform.hpp"

namespace mizan::inversion {

/// The loss of a Laplace mechanism with ε₀ = sensitivity/scale, in both directions: ε₀ with
/// probability 1/2, -ε₀ with probability e^-ε₀/2, between them the density e^{(L-ε₀)/2}/4. So
/// M(s) = e^{-ε₀/2} (cosh(tε₀) + sinh(tε₀)/(2t)), t = s + 1/2.
class LaplaceLoss final : public LossTransform {
public:
    /// Needs 0 ≤ ε₀ < inf.
    explicit LaplaceLoss(Bracket epsilon)
        : LaplaceLoss(epsilon, [epsilon] { return Precise(epsilon); }) {}
    /// The same ε₀, known better than doubles can tell.
    LaplaceLoss(Bracket epsilon, Precisely precisely);

    [[nodiscard]] Bracket infinite_mass() const override { return 0; }
    [[nodiscard]] double largest_loss() const override { return epsilon_.upper; }
    [[nodiscard]] Bracket log_moment(double c) const override;
    [[nodiscard]] Cumulants cumulants(double c) const override;
    [[nodiscard]] bool is_precise() const override { return true; }
    [[nodiscard]] std::unique_ptr<TiltedLoss> tilt(double c, LineUse use) const override;

private:
    [[nodiscard]] Bracket log_moment_right_of_zero(double c) const;

    Bracket epsilon_;
    Precisely precisely_;
};

}  // namespace mizan::inversion
