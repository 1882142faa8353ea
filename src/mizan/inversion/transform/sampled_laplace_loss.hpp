// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "mizan/inversion/transform/direction.hpp"
#include "mizan/inversion/transform/loss_transform.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

/// The loss of a Laplace mechanism on a Poisson sample: every record is in with probability `rate`,
/// and the noise has `scale` per unit of sensitivity. With e = 1/scale and w(z) = 1 - q + q e^z the
/// law of z without the record has masses 1/2 at -e and e^{-e}/2 at e and the density (e/2) e^{-xe}
/// in x, z = (2x-1)e, between; the loss is log w or -log w as for sampled_gaussian_loss, and
///
///     M(s) = E[w^α],        α = 1 + s  (remove),   α = -s  (add).
///
/// The part between is integrated by Gauss's rule on panels.
///
/// Theorem    Mizan26 L3: decay of a sampled Laplace
/// States     Let A and B be the tilted masses of the two atoms, D the distance of their losses,
///            C = 1 - A - B and V = 2 (f_1 + f_2), f_1 = A/2r_1 and f_2 = B/2r_2 the tilted
///            densities of the loss beside them, r = q e^z/w; V = 2 max(f_1, f_2) if the density is
///            monotone. For all v ≥ ω: |φ(v)| ≤ max(|A + B e^{iωD}| + min(C, V/ω), A + B + min(C,
///            VD/(2π-ωD))) if ωD ≤ π, and |φ(v)| ≤ A + B + min(C, V/ω) in any case
/// Guarantee  upper bound
/// Source     Mizan26 (docs/proofs/floating-point.md, with proof)
/// Test       SampledLaplaceLoss.DecayHoldsAllAlongTheRay
[[nodiscard]] std::shared_ptr<const LossTransform> sampled_laplace_loss(Probability rate,
                                                                        Positive scale,
                                                                        Direction direction);

}  // namespace mizan::inversion
