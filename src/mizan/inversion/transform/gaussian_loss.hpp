// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/inversion/transform/loss_transform.hpp"

namespace mizan::inversion {

/// The loss of a Gaussian mechanism, or of many at once: N(μ²/2, μ²), so K(s) = μ² s(s+1)/2, in
/// both directions. Gaussians compose to a Gaussian whose μ² is the sum.
class GaussianLoss final : public LossTransform {
public:
    /// Needs 0 ≤ μ² < inf.
    explicit GaussianLoss(Bracket mu_squared)
        : GaussianLoss(mu_squared, [mu_squared] { return Precise(mu_squared); }) {}
    /// The same μ², known better than doubles can tell.
    GaussianLoss(Bracket mu_squared, Precisely precisely);

    [[nodiscard]] Bracket infinite_mass() const override { return 0; }
    [[nodiscard]] Bracket log_moment(double c) const override;
    [[nodiscard]] Cumulants cumulants(double c) const override;
    [[nodiscard]] bool is_precise() const override { return true; }
    [[nodiscard]] std::unique_ptr<TiltedLoss> tilt(double c, LineUse use) const override;

private:
    Bracket mu_squared_;
    Precisely precisely_;
};

}  // namespace mizan::inversion
