// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "mizan/law/abilities.hpp"

namespace mizan {

// What mechanisms with curves of their own say of one run.

/// The answer to a question, by the mechanism's own curve.
template <class M>
[[nodiscard]] Bracket asked_of(const M& mechanism, const Asked& asked) {
    return asked.delta() ? mechanism.epsilon(*asked.delta()) : mechanism.delta(*asked.epsilon());
}

/// The range of the loss: all of it, or the part within some deviations of its mean.
template <class M>
[[nodiscard]] LossRange loss_range_of(const M& mechanism) {
    const CDP spread = mechanism.cdp();
    const double mean = spread.mu.value(), reach = LossRange::deviations * spread.tau.value();
    const double end = mechanism.pure_epsilon().upper;
    if (mean == infinity) return {infinity, infinity, true};
    if (end < infinity && std::isfinite(mean + reach)) return {-end, end};
    return {mean - reach, mean + reach};
}

}  // namespace mizan
