// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/inversion/transform/loss_transform.hpp"

namespace mizan::inversion {

/// The loss of the pair of laws that dominates ε₀-bounded range (Mizan26 BR1), in both directions:
/// it has the density e^{(L-ε₀)/2} / (2(1 - e^-ε₀)) between -ε₀ and ε₀. So
/// M(s) = sinh(tε₀) / (2t sinh(ε₀/2)), t = s + 1/2.
class BoundedRangeLoss final : public LossTransform {
public:
    /// Squares of a smaller ε₀ would underflow.
    static constexpr double least = 1e-150;

    /// Needs least ≤ ε₀ < inf.
    explicit BoundedRangeLoss(Bracket epsilon);

    [[nodiscard]] Bracket infinite_mass() const override { return 0; }
    [[nodiscard]] double largest_loss() const override { return epsilon_.upper; }
    [[nodiscard]] Bracket log_moment(double c) const override;
    [[nodiscard]] Cumulants cumulants(double c) const override;
    [[nodiscard]] bool is_precise() const override { return true; }
    [[nodiscard]] std::unique_ptr<TiltedLoss> tilt(double c, LineUse use) const override;

private:
    Bracket epsilon_;
};

}  // namespace mizan::inversion
