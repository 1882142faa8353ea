// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/best_bound.hpp"

#include <cmath>

namespace mizan::analysis {

BestBound::BestBound(const Question& question) : bound{question.delta() ? infinity : 1} {}

void BestBound::consider(const Analysis& analysis) {
    if (!analysis.bound || !(*analysis.bound < bound)) return;
    bound = *analysis.bound;
    name = analysis.name;
}

bool BestBound::is_open(const LowerBound& lower) const {
    // An answer whose ends are closer than this, relatively, is not analysed further.
    constexpr double close = 3e-3;
    return std::isinf(bound) || bound - lower.value > close * bound;
}

Bracket BestBound::above(const LowerBound& lower) const {
    ensure(lower.value <= bound, "the lower bound of an answer exceeds its upper bound");
    return {lower.value, bound};
}

std::optional<Analysis> at_smaller_delta(const std::vector<KnownPart>& parts,
                                         const Question& question, const BestBound& best) {
    const Delta* asked = question.delta();
    for (const double smaller : {0.9, 0.5, 0.1, 1e-3, 1e-6}) {
        if (asked == nullptr || !(smaller < asked->value())) continue;
        Question other = question;
        other.at = Delta{smaller};
        other.verify = false;
        Analysis found = by_worst_laws(parts, other, Effort::little);
        if (found.bound && *found.bound < best.bound) return found;
    }
    return std::nullopt;
}

}  // namespace mizan::analysis
