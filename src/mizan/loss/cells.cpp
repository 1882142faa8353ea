// SPDX-License-Identifier: Apache-2.0
#include "mizan/loss/cells.hpp"

#include <algorithm>

namespace mizan {

namespace {

Bracket share_of(Bracket part, Bracket whole) {
    return {std::clamp(part.lower, 0.0, whole.upper), std::clamp(part.upper, 0.0, whole.upper)};
}

// The outcome at the upper end of a cell. The rest of p and q is at the lower end.
Outcome upper_end(const Cell& cell) {
    if (cell.upper == infinity) {
        return {share_of(cell.p - exp(Bracket(cell.lower)) * cell.q, cell.p), 0, infinity};
    }
    const Bracket width = Bracket(cell.upper) - cell.lower;  // infinite if the lower end is
    const Bracket above = cell.p - exp(Bracket(cell.lower)) * cell.q;
    const Bracket p = share_of(above / -expm1(-width), cell.p);
    return {p, share_of(p * exp(-Bracket(cell.upper)), cell.q), cell.upper};
}

Outcome lower_end(const Cell& cell) {
    if (cell.lower == -infinity) {
        return {0, share_of(cell.q - exp(-Bracket(cell.upper)) * cell.p, cell.q), -infinity};
    }
    const Bracket width = Bracket(cell.upper) - cell.lower;
    const Bracket below = cell.q - exp(-Bracket(cell.upper)) * cell.p;
    const Bracket q = share_of(below / -expm1(-width), cell.q);
    return {share_of(q * exp(Bracket(cell.lower)), cell.p), q, cell.lower};
}

void add(std::vector<Outcome>& all, const Outcome& next) {
    if (next.p.upper == 0 && next.q.upper == 0) return;
    if (!all.empty() && all.back().log_ratio == next.log_ratio) {
        all.back().p += next.p;
        all.back().q += next.q;
    } else {
        all.push_back(next);
    }
}

}  // namespace

std::vector<Outcome> dominating(std::span<const Cell> cells) {
    std::vector<Outcome> all;
    all.reserve(cells.size() + 1);
    for (const Cell& cell : cells) {
        if (cell.lower == cell.upper) {
            add(all, {cell.p, cell.q, cell.lower});
        } else {
            add(all, lower_end(cell));
            add(all, upper_end(cell));
        }
    }
    return all;
}

std::vector<Outcome> dominated(std::span<const Cell> cells) {
    std::vector<Outcome> all;
    all.reserve(cells.size());
    for (const Cell& cell : cells) {
        if (cell.p.upper == 0 && cell.q.upper == 0) continue;
        Outcome merged = outcome(cell.p, cell.q);
        const auto within = [&](double x) { return std::clamp(x, cell.lower, cell.upper); };
        merged.log_ratio = {within(merged.log_ratio.lower), within(merged.log_ratio.upper)};
        all.push_back(merged);
    }
    return all;
}

std::vector<Outcome> dominated_at_middles(const Outcome& least, std::span<const Cell> cells,
                                          const Outcome& largest) {
    std::vector<Outcome> nothing{{1, 1, 0}};
    std::vector<Outcome> all{least};
    Bracket of_least = 0, of_largest = 0;
    for (const Cell& cell : cells) {
        if (cell.p.upper == 0 && cell.q.upper == 0) continue;
        const double middle = cell.lower + (cell.upper - cell.lower) / 2;
        const Bracket ratio = exp(Bracket(middle)), above = cell.p - ratio * cell.q;
        const Bracket below_ratio = ratio * least.q - least.p;
        const Bracket above_ratio = largest.p - ratio * largest.q;
        if (!(below_ratio.lower > 0 && above_ratio.lower > 0)) return nothing;
        const Bracket low = max(0, above) / below_ratio, high = max(0, -above) / above_ratio;
        of_least += low;
        of_largest += high;
        all.push_back({cell.p + low * least.p + high * largest.p,
                       cell.q + low * least.q + high * largest.q, middle});
    }
    all.push_back(largest);
    const bool is_enough = of_least.upper <= 1 && of_largest.upper <= 1;  // not so if a NaN
    if (!is_enough) return nothing;
    const auto keep = [](Outcome& outcome, Bracket part) {
        outcome.p = max(0, part * outcome.p);
        outcome.q = max(0, part * outcome.q);
    };
    keep(all.front(), 1 - of_least);
    keep(all.back(), 1 - of_largest);
    return all;
}

}  // namespace mizan
