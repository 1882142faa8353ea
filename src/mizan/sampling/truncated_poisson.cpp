// SPDX-License-Identifier: Apache-2.0
#include "mizan/sampling/truncated_poisson.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/numeric/binomial.hpp"
#include "mizan/units/doubles.hpp"
#include "mizan/units/error.hpp"

namespace mizan {

namespace {

// Pr[Bin(trials, q) ≥ least], which grows with q.
Bracket at_least(double trials, Bracket q, double least) {
    if (least > trials) return 0;
    if (least <= 0) return 1;
    const Bracket log_odds = log(q) - log1p(-q);
    const auto at = [&](double odds) -> Bracket {
        if (std::isinf(odds)) return odds < 0 ? 0 : 1;
        return binomial::between({trials, odds}, least, trials);
    };
    return {at(log_odds.lower).lower, at(log_odds.upper).upper};
}

void check(double records, double limit) {
    if (!(records >= 1 && is_whole(records))) {
        throw DomainError("dataset size", "a whole number from 1 to 2^53", records);
    }
    if (!(is_whole(limit))) {
        throw DomainError("truncated batch size", "a whole number from 0 to 2^53", limit);
    }
}

}  // namespace

std::vector<SampledShift> truncated_poisson(double records, Bracket q, double limit,
                                            Relation relation) {
    check(records, limit);
    const bool is_replaced = relation == Relation::replace_one;
    if (limit >= records) return {{1, q, 1, is_replaced ? 1.0 : 0.0}};

    const Bracket truncated = at_least(records - 1, q, limit);
    const Bracket kept = Bracket(limit) / records * at_least(records, q, limit + 1) / truncated;
    // At most q B/(k + 1) for every k ≥ B, whatever rounding says.
    const double most = (q * (Bracket(limit) / (Bracket(limit) + 1))).upper;
    const Bracket replacing{std::clamp(kept.lower, 0.0, most), std::clamp(kept.upper, 0.0, most)};
    // A special record that is kept takes another one's place, too.
    const double other = is_replaced ? 2 : relation == Relation::replace_special ? 1 : 0;
    return {{1 - truncated, q, 1, is_replaced ? 1.0 : 0.0}, {truncated, replacing, 2, other}};
}

Bracket kept_in_truncated_poisson(double records, Bracket q, double limit) {
    check(records, limit);
    if (limit >= records) return q;
    const Bracket whole = q * (1 - at_least(records - 1, q, limit));
    const Bracket cut = Bracket(limit) / records * at_least(records, q, limit + 1);
    return max(0, min(whole + cut, q));
}

}  // namespace mizan
