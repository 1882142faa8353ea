// SPDX-License-Identifier: Apache-2.0
#include "mizan/loss/cells.hpp"

#include <algorithm>

namespace mizan {

namespace {

Bracket share_of(Bracket part, Bracket whole) {
    return {std::clamp(part.lower, 0.0, whole.upper), std::clamp(part.upper, 0.0, whole.upper)};
}

// The outcome at the upper end; what it leaves of p and q is at the lower end.
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

}  // namespace mizan
