// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/grouped_gaussian_loss.hpp"

#include "mizan/inversion/gaussian_loss.hpp"
#include "mizan/inversion/mixture_pair_loss.hpp"

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
