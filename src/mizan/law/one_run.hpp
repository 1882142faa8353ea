// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "mizan/law/abilities.hpp"

namespace mizan {

// What the mechanisms that know their own curves say of one run.

/// What is asked, by the mechanism's own curve.
template <class M>
[[nodiscard]] Bracket asked_of(const M& mechanism, const Asked& asked) {
    return asked.delta() ? mechanism.epsilon(*asked.delta()) : mechanism.delta(*asked.epsilon());
}

/// All losses, or those within some deviations of their mean.
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
