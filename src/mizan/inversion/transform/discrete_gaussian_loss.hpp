// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/inversion/transform/loss_transform.hpp"

namespace mizan::inversion {

/// The loss of discrete Gaussian noise of scale σ on a whole number that moves by k.
///
/// Theorem    Mizan26 DG2: the loss of discrete Gaussian noise as wave packets
/// States     φ(ω) = e^(iωm) Σ e^(-μ²(ω-nΩ)²/2 - 2πinkc) / Σ e^(-2π²σ²n²) cos(2πnkc) over whole
///            n, with m = μ²(c + ½), μ = k/σ, Ω = 2πσ²/k
/// Needs      σ ≥ 2, so that at most two packets are met at a time
/// Guarantee  exact
/// Source     Mizan26 (docs/proofs/discrete.md, with proof)
/// Test       DiscreteGaussianLoss.TransformContainsTheSum
class DiscreteGaussianLoss final : public LossTransform {
public:
    /// Throws DomainError unless σ ≥ 2 and (k/σ)² is finite.
    DiscreteGaussianLoss(double sigma, double k);

    [[nodiscard]] Bracket infinite_mass() const override { return 0; }
    [[nodiscard]] Bracket log_moment(double c) const override;
    [[nodiscard]] Cumulants cumulants(double c) const override;
    [[nodiscard]] std::unique_ptr<TiltedLoss> tilt(double c, LineUse use) const override;

private:
    double sigma_, k_;
    Bracket mu_squared_;
};

}  // namespace mizan::inversion
