// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/normal_mixture/grouped_gaussian_loss.hpp"

#include "mizan/inversion/normal_mixture/mixture_pair_loss.hpp"
#include "mizan/inversion/transform/gaussian_loss.hpp"

namespace mizan::inversion {

std::shared_ptr<const LossTransform> grouped_gaussian_loss(Probability rate, Positive sigma,
                                                           GroupChange change) {
    if (rate.value() == 1) {
        const double moved = change.removed + change.added;
        return std::make_shared<GaussianLoss>(square(moved / Bracket(sigma.value())));
    }
    return mixture_pair_loss(grouped_sample(rate, change), sigma);
}

}  // namespace mizan::inversion
