// SPDX-License-Identifier: Apache-2.0
#include "mizan/loss/antipodal.hpp"

#include <algorithm>

#include "mizan/units/error.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan {

namespace {

bool may_be_equal(Bracket x, Bracket y) { return x.lower <= y.upper && y.lower <= x.upper; }

}  // namespace

Bracket symmetric_max_divergence(std::span<const Outcome> outcomes) {
    Bracket largest = 0;
    for (const Outcome& o : outcomes) largest = max(largest, abs(o.log_ratio));
    return largest;
}

bool is_antipodal(std::span<const Outcome> outcomes) {
    const Bracket epsilon = symmetric_max_divergence(outcomes);
    return std::all_of(outcomes.begin(), outcomes.end(), [&](const Outcome& o) {
        return may_be_equal(o.log_ratio, 0) || may_be_equal(abs(o.log_ratio), epsilon);
    });
}

std::vector<Outcome> antipodal_pair(std::span<const Outcome> outcomes) {
    const Bracket epsilon = symmetric_max_divergence(outcomes);
    if (epsilon.upper == infinity) {
        throw DomainError("max divergence of a pair to be made antipodal", "finite", infinity);
    }
    std::vector<Outcome> split;
    split.reserve(2 * outcomes.size());
    for (const auto& [p, q, l] : outcomes) {
        // p = m + r and q = m e^(-extreme) + r, so m = p (1 - e^(-l)) / (1 - e^(-extreme)).
        const bool is_extreme = may_be_equal(abs(l), epsilon), is_even = l.contains(0);
        if (is_extreme || is_even) {
            split.push_back({p, q, l});
            continue;
        }
        const Bracket extreme = l.lower > 0 ? epsilon : -epsilon;
        const Bracket share = expm1(-l) / expm1(-extreme);
        const Bracket rest = p * max(1 - share, 0);
        split.push_back({p * share, p * share * exp(-extreme), extreme});
        split.push_back({rest, rest, 0});
    }
    return split;
}

}  // namespace mizan
