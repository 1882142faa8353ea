// SPDX-License-Identifier: Apache-2.0
#include "mizan/divergence/neyman_pearson.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "mizan/numeric/exponential.hpp"

namespace mizan {

// Neyman and Pearson: the best test decides against Q on the outcomes with the highest P/Q, the
// last of them in part, until it is wrong with probability x under Q. Any such test bounds
// the least rate of missing P from above; from below every t does: the rate is at least
// 1 - Σ(p - t q)₊ - t x, with equality at the ratio t of the outcome taken in part.
Bracket best_test(std::vector<Outcome> outcomes, Probability false_positive_rate) {
    std::ranges::stable_sort(outcomes, std::greater{},
                             [](const Outcome& o) { return o.log_ratio.middle(); });
    Bracket missed = 1, room = false_positive_rate.value();
    double t = 0;
    for (const Outcome& outcome : outcomes) {
        const double part =
            outcome.q.upper <= room.lower ? 1 : (Bracket(room.lower) / outcome.q.upper).lower;
        missed = missed - part * outcome.p;
        if (part < 1) {
            t = plain::exp(outcome.log_ratio.middle());
            break;
        }
        room = max(0, room - outcome.q);
    }
    Bracket excess = 0;
    for (const auto& [p, q, log_ratio] : outcomes) {
        // An outcome may stand for several whose ratios cannot be told apart.
        const Bracket each = q.upper > 0 && t > 0 ? q * (exp(log_ratio) - t) : p;
        excess += max(0, max(p - t * q, each));
    }
    const Bracket least =
        t < infinity ? 1 - excess - t * Bracket(false_positive_rate.value()) : Bracket(0.0);
    return {std::max(0.0, std::min(least.lower, missed.upper)), std::max(0.0, missed.upper)};
}

}  // namespace mizan
