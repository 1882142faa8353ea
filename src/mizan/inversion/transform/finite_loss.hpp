// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/inversion/transform/loss_transform.hpp"

namespace mizan::inversion {

/// The loss of a mechanism with finitely many outputs: M(s) = Σ p_j e^{sL_j} over the finite
/// losses.
class FiniteLoss final : public LossTransform {
public:
    /// Probabilities that add up to 1. An atom whose loss may be finite or not counts as infinite
    /// for the upper end of every bracket and as absent for the lower end.
    explicit FiniteLoss(const compose::Atoms& atoms);

    [[nodiscard]] Bracket infinite_mass() const override { return infinite_mass_; }
    [[nodiscard]] double largest_loss() const override;
    [[nodiscard]] compose::Atoms atoms() const override { return atoms_; }
    [[nodiscard]] Bracket log_moment(double c) const override;
    [[nodiscard]] Cumulants cumulants(double c) const override;
    [[nodiscard]] std::unique_ptr<TiltedLoss> tilt(double c, LineUse use) const override;

private:
    compose::Atoms atoms_;  // those with a finite loss
    Bracket infinite_mass_ = 0;
    double largest_ = 0;  // |loss|
};

}  // namespace mizan::inversion
