// SPDX-License-Identifier: Apache-2.0
#include "mizan/mechanism/randomized_response.hpp"

#include "mizan/mechanism/swap_pair.hpp"

namespace mizan {

namespace {

SwapPair pair_of(const RandomizedResponse& response) {
    const Bracket p = response.p.value();
    const bool mostly_true = response.p.value() >= 0.5;
    const Bracket heavy = mostly_true ? p : 1 - p, light = mostly_true ? 1 - p : p;
    const Bracket gap = mostly_true ? 2 * p - 1 : 1 - 2 * p;
    // log1p keeps small differences, the difference of logarithms the small probabilities.
    const Bracket loss = light.lower < 0.25 ? log(heavy) - log(light) : log1p(gap / light);
    return {heavy, light, gap, loss};
}

}  // namespace

Bracket RandomizedResponse::pure_epsilon() const { return pair_of(*this).loss; }

Bracket RandomizedResponse::delta(Epsilon epsilon) const { return pair_of(*this).delta(epsilon); }

Bracket RandomizedResponse::epsilon(Delta delta) const { return pair_of(*this).epsilon(delta); }

Bracket RandomizedResponse::renyi(Order order) const { return pair_of(*this).renyi(order); }

Bracket RandomizedResponse::zcdp_rho() const { return renyi(Order{1.0}); }

CDP RandomizedResponse::cdp() const {
    const Bracket mean = renyi(Order{1.0});
    return {.mu = Mu{mean.upper}, .tau = Tau{sqrt(2 * mean).upper}};
}

Bracket RandomizedResponse::tradeoff(Probability false_positive) const {
    return pair_of(*this).tradeoff(false_positive);
}

Bracket RandomizedResponse::loss_cdf(double loss) const { return pair_of(*this).loss_cdf(loss); }

Bracket RandomizedResponse::output_cdf(double output) const {
    if (output < 0) return 0;
    return output < 1 ? p.value() : 1;
}

}  // namespace mizan
