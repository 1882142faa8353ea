// SPDX-License-Identifier: Apache-2.0
#include "mizan/sampling/sampled_shift.hpp"

#include <algorithm>
#include <utility>

#include "mizan/loss/cells.hpp"
#include "mizan/numeric/normal.hpp"
#include "mizan/sampling/log_mixture.hpp"
#include "mizan/sampling/poisson.hpp"

namespace mizan {

namespace {

// The probabilities of the cells of the line, from left to right, under Z + shift: each call gives
// that of the cell which begins where the last one ended.
class Masses {
public:
    explicit Masses(Bracket shift) : shift_{shift} {}

    Bracket up_to(double end) {
        const bool was_beyond = is_beyond_;
        is_beyond_ = end - shift_.middle() > 0;
        if (was_beyond) {
            const Bracket before = std::exchange(above_, normal::tail(end - shift_));
            return max(before - above_, 0);
        }
        const Bracket before = std::exchange(below_, normal::tail(shift_ - end));
        if (is_beyond_) above_ = normal::tail(end - shift_);
        return max(below_ - before, 0);
    }

private:
    Bracket shift_;
    bool is_beyond_ = false;         // whether the last end was to the right of the shift
    Bracket below_ = 0, above_ = 1;  // of the last end, on its side
};

/// The cells of the line, in units of the noise. More of them, and farther ones, are narrower.
struct Line {
    /// Cells of a dominating pair, and how far they reach beyond both means.
    static constexpr int cells_above = 1000;
    static constexpr double reach_above = 12;
    /// The same for a pair that is dominated, whose means are at most so far apart.
    static constexpr int cells_below = 96;
    static constexpr double reach_below = 10, farthest_below = 40;
    /// Means farther apart are told apart by every output.
    static constexpr double far_apart = 60;
    /// A part with a smaller weight counts as showing everything.
    static constexpr double negligible = 1e-30;
};

// P = (1-q) N(0, 1) + q N(up, 1) against Q = (1-q) N(0, 1) + q N(-down, 1), in cells of the line.
std::vector<Cell> cells_of(Bracket q, Bracket up, Bracket down) {
    constexpr int count = Line::cells_above;
    const double first = -Line::reach_above - down.upper, last = Line::reach_above + up.upper;
    const auto mixed = [&](Bracket x) { return q == Bracket(1) ? x : log_mixture(q, x); };
    const auto loss = [&](double x) {
        return mixed(up * x - square(up) / 2) - mixed(-(down * x) - square(down) / 2);
    };
    std::vector<Cell> cells;
    Masses without(0), moved_up(up), moved_down(-down);
    Bracket loss_at_low = down.upper > 0 ? Bracket(-infinity) : log1p(-q);
    for (int i = 0; i <= count + 1; ++i) {
        const double high = i > count ? infinity : first + (last - first) * i / count;
        const Bracket loss_at_high = i > count ? Bracket(infinity) : loss(high);
        const Bracket mass = without.up_to(high), neither = (1 - q) * mass;
        const Bracket there = q * moved_up.up_to(high);
        const Bracket back = q * (down.upper > 0 ? moved_down.up_to(high) : mass);
        cells.push_back({neither + there, neither + back, loss_at_low.lower,
                         std::max(loss_at_low.lower, loss_at_high.upper)});
        loss_at_low = loss_at_high;
    }
    return cells;
}

std::vector<Outcome> pair_of(const SampledShift& part, Bracket sigma) {
    const Bracket up = part.up / sigma, down = part.down / sigma;
    if (up.upper > Line::far_apart || down.upper > Line::far_apart) {
        // What the record adds is seen if it is there.
        const Bracket rest = 1 - part.q;
        if (part.down > 0) return {{0, part.q, -infinity}, {rest, rest, 0}, {part.q, 0, infinity}};
        return {{rest, 1, log1p(-part.q)}, {part.q, 0, infinity}};
    }
    if (part.down > 0) return dominating(cells_of(part.q, up, down));
    // Sharper for small q: the likelihood ratio is linear in that of the unsampled pair.
    return poisson_sampled(dominating(cells_of(1, up, 0)), part.q);
}

}  // namespace

std::vector<Outcome> dominating(std::span<const SampledShift> parts, Bracket sigma) {
    std::vector<Outcome> all;
    for (const SampledShift& part : parts) {
        if (part.weight.upper == 0) continue;
        if (part.weight.upper <= Line::negligible) {
            all.push_back({part.weight, 0, infinity});
            all.push_back({0, part.weight, -infinity});
            continue;
        }
        for (const Outcome& each : pair_of(part, sigma)) {
            all.push_back({part.weight * each.p, part.weight * each.q, each.log_ratio});
        }
    }
    std::stable_sort(all.begin(), all.end(), [](const Outcome& a, const Outcome& b) {
        return a.log_ratio.lower < b.log_ratio.lower;
    });
    return all;
}

std::vector<Outcome> seen_in_cells(std::span<const ShiftedNormal> mixture, Bracket sigma) {
    double farthest = 0;
    for (const auto& [shift, probability] : mixture) farthest = std::max(farthest, shift);
    constexpr int count = Line::cells_below;
    const double first = -Line::reach_below;
    const double last =
        Line::reach_below + std::min((farthest / sigma).upper, Line::farthest_below);
    Masses without(0);
    std::vector<Masses> with;
    for (const auto& [shift, probability] : mixture) with.emplace_back(shift / sigma);
    std::vector<Cell> cells;
    for (int i = 0; i <= count + 1; ++i) {
        const double high = i > count ? infinity : first + (last - first) * i / count;
        Bracket p = 0;
        for (std::size_t k = 0; k < mixture.size(); ++k) {
            p += mixture[k].probability * with[k].up_to(high);
        }
        cells.push_back({p, without.up_to(high), -infinity, infinity});
    }
    return dominated(cells);
}

}  // namespace mizan
