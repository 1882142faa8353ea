// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/normal_mixture/replaced_gaussian_loss.hpp"

#include "mizan/inversion/normal_mixture/mixture_pair_loss.hpp"
#include "mizan/inversion/normal_mixture/sampled_gaussian_grid.hpp"
#include "mizan/inversion/transform/gaussian_loss.hpp"

namespace mizan::inversion {

std::shared_ptr<const LossTransform> replaced_gaussian_loss(Probability rate, Positive sigma) {
    const double q = rate.value();
    if (q == 1 && sigma.value() > least_sigma) {
        return std::make_shared<GaussianLoss>(4 / square(Bracket(sigma.value())));
    }
    const std::vector<ShiftedNormal> sample{{0, 1 - Bracket(q)}, {1, q}};
    return mixture_pair_loss({sample, sample}, sigma);
}

}  // namespace mizan::inversion
