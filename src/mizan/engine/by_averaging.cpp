// SPDX-License-Identifier: Apache-2.0
#include "mizan/engine/by_averaging.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mizan/engine/by_enumeration.hpp"
#include "mizan/engine/by_inversion.hpp"
#include "mizan/inversion/profile/small_sample_profile.hpp"
#include "mizan/law/directions.hpp"
#include "mizan/numeric/crossing.hpp"
#include "mizan/numeric/logarithm.hpp"

namespace mizan::analysis {

namespace {

using inversion::SmallSampleProfile;

/// How many losses and cells are averaged over, and how sharply. Larger numbers of cells take more
/// work; smaller ones leave the bracket wider.
struct Averaging {
    /// More runs of spread losses take too many cells.
    static constexpr double most_spread = 4;
    /// More outcomes of other laws take too long, because δ of the samples is needed at each.
    static constexpr std::size_t most_listed = 128;
    /// All spread losses but the widest become this many losses together, with at least so many
    /// cells for each and so many more losses at its ends.
    static constexpr std::size_t most_losses = 32, fewest_cells = 8, at_ends = 3;
    /// Cells of the widest spread loss: at first, at most for a search, at most for an answer.
    static constexpr std::size_t first_cells = 16, few_cells = 64, many_cells = 1024;
    /// Cells times losses are at most this many, each with one or two values of δ of the samples,
    /// which take some microseconds. `most_losses` leaves room for the first cells.
    static constexpr std::size_t most_products = 0x1p11;
    /// No cell is halved once the average is this narrow, relatively.
    static constexpr double narrow = 1e-10;
    /// A cell is halved unless its part is so many times narrower than the widest part.
    static constexpr double much = 8;
    /// The share of δ up to which the profile of the samples may err.
    static constexpr double error = 1e-10;
    /// The least δ of interest, as a share of the largest δ it may be.
    static constexpr double least_share = 1e-3;
    /// If few cells leave δ so many times larger than it has to be, many will not narrow it.
    static constexpr double much_wider = 4;
    /// Many cells leave δ at most so many times narrower than few do, because the width of a part
    /// falls with the square of that of its cell.
    static constexpr double times_narrower = 256;
    /// The place found with few cells is sought to this relative width, and moved this often.
    static constexpr double place = 1e-5;
    static constexpr int most_moves = 6;
    /// An end is sought in steps that grow by this factor: the first is a little longer than the
    /// miss demands, and longer than a rounding.
    static constexpr int most_steps = 8;
    static constexpr double growth = 3, longer = 1.1, least_step = 4e-16;
};

// Two ways to make a loss in a cell simpler. Merged: the adversary is told only the cell, which
// bounds δ from below. Pushed: the loss is moved to one of both ends of its cell, which bounds δ
// from above.
enum class Cells { merged, pushed };

compose::Atoms in_cells(const SpreadLosses& spread, std::size_t cells, Cells kind) {
    compose::Atoms all = spread.atoms;
    const auto place = [&](std::size_t k) {
        return 2 * static_cast<double>(k) / static_cast<double>(cells) - 1;
    };
    Bracket from_before = 0;  // the probability that the cell before has moved to the shared end
    for (std::size_t k = 0; k < cells; ++k) {
        const Bracket from = place(k), to = place(k + 1);
        const Bracket p = spread.between(from, to), half = spread.end * (to - from) / 2;
        if (kind == Cells::merged) {
            all.push_back({p, spread.end * ((from + to) / 2)});
            continue;
        }
        all.push_back({from_before + p / (1 + exp(half)), spread.end * from});
        from_before = p / (1 + exp(-half));
    }
    if (kind == Cells::pushed) all.push_back({from_before, spread.end});
    return all;
}

compose::Atoms product(const compose::Atoms& first, const compose::Atoms& second) {
    compose::Atoms all;
    for (const auto& [p, loss] : first) {
        for (const auto& [q, other] : second) all.push_back({p * q, loss + other});
    }
    return all;
}

// The laws of a program, sorted by how they are treated here.
struct Kinds {
    Laws samples, listed;
    std::vector<SpreadLosses> spread;  // one for each run
};

std::optional<Kinds> kinds_of(const Laws& laws) {
    Kinds kinds;
    for (const auto& [law, count] : laws) {
        if (is_sampled(law)) {
            kinds.samples.push_back({law, count});
        } else if (const auto spread = spread_losses(law)) {
            const bool is_bounded = spread->end.lower > 0 && spread->end.upper < infinity;
            if (!is_bounded || count != std::floor(count) || count > Averaging::most_spread) {
                return std::nullopt;
            }
            kinds.spread.insert(kinds.spread.end(), static_cast<std::size_t>(count), *spread);
        } else {
            kinds.listed.push_back({law, count});
        }
    }
    const bool has_both = !kinds.samples.empty() && kinds.samples.size() < laws.size();
    if (!has_both || static_cast<double>(kinds.spread.size()) > Averaging::most_spread)
        return std::nullopt;
    // The widest comes last: its cells are chosen later, where they count.
    std::ranges::stable_sort(kinds.spread, {},
                             [](const SpreadLosses& each) { return each.end.upper; });
    return kinds;
}

// A cell of the widest spread loss, from `from` to `to` in units of its end, and δ of everything
// else at its ends and at its middle.
struct Cell {
    double from, to;
    Bracket at_from, at_middle, at_to;
    Bracket part = 0;  // what the losses in this cell add to the average

    Cell(const SpreadLosses& spread, double from_end, double to_end, Bracket delta_from,
         Bracket delta_middle, Bracket delta_to)
        : from{from_end},
          to{to_end},
          at_from{delta_from},
          at_middle{delta_middle},
          at_to{delta_to} {
        const Bracket p = spread.between(from, to), half = spread.end * (Bracket(to) - from) / 2;
        const Bracket merged = p * at_middle;
        const Bracket pushed = p * (at_from / (1 + exp(half)) + at_to / (1 + exp(-half)));
        part = intersect({merged.lower, infinity}, {0, pushed.upper});
    }

    [[nodiscard]] double middle() const { return (from + to) / 2; }
};

// δ of all laws together, in one order of the neighbours.
class Average {
public:
    // Empty if the samples have no SmallSampleProfile, or if there are too many losses.
    static std::optional<Average> of(const Kinds& kinds, Directions directions, double error) {
        auto samples = SmallSampleProfile::of(profile_of(kinds.samples, directions).parts(), error);
        if (!samples) return std::nullopt;
        Average average(*std::move(samples));
        if (!kinds.listed.empty()) {
            average.below_.clear();
            for (const Outcome& each : listed(kinds.listed, directions)) {
                if (each.p.upper > 0) average.below_.push_back({each.p, each.log_ratio});
            }
            const std::size_t size = average.below_.size();
            if (size == 0 || size > Averaging::most_listed) return std::nullopt;
        }
        if (!kinds.spread.empty()) {
            average.spread_ = kinds.spread.back();
            if (!average.list({kinds.spread.begin(), kinds.spread.end() - 1})) return std::nullopt;
        }
        return average;
    }

    // A search takes few cells, an answer many.
    enum class Effort { search, answer };
    [[nodiscard]] Bracket delta(double epsilon, Effort effort) {
        Bracket sum = 0;
        if (spread_) {
            for (const auto& [p, loss] : spread_->atoms) sum += p * over_losses(epsilon - loss);
            sum += over_cells(epsilon, effort);
        } else {
            sum = over_losses(epsilon);
        }
        return {std::clamp(sum.lower, 0.0, 1.0), std::clamp(sum.upper, 0.0, 1.0)};
    }

    // The largest finite loss of all laws that are not on samples.
    [[nodiscard]] double largest_loss() const {
        double most = 0;
        for (const compose::Atom& each : below_) {
            if (each.loss.upper < infinity) most = std::max(most, each.loss.upper);
        }
        return most + (spread_ ? spread_->end.upper : 0);
    }

private:
    explicit Average(SmallSampleProfile samples) : samples_{std::move(samples)} {}

    // Replaces all spread losses but the widest by finitely many. False if those are too many.
    bool list(const std::vector<SpreadLosses>& spread) {
        if (!spread.empty()) above_ = below_;
        for (std::size_t k = 0; k < spread.size(); ++k) {
            const std::size_t affordable = Averaging::most_losses / above_->size();
            const auto left = static_cast<double>(affordable);
            const auto runs = static_cast<double>(spread.size() - k);
            const auto cells = static_cast<std::size_t>(plain::pow(left, 1 / runs));
            if (cells < Averaging::fewest_cells) return false;
            below_ =
                product(below_, in_cells(spread[k], cells - Averaging::at_ends, Cells::merged));
            above_ =
                product(*above_, in_cells(spread[k], cells - Averaging::at_ends, Cells::pushed));
        }
        return true;
    }

    // δ of the samples at a place that is known up to its bracket: |δ(x) - δ(y)| ≤ |x - y|.
    Bracket of_samples(Bracket x) {
        if (!std::isfinite(x.lower) || !std::isfinite(x.upper)) return {0, 1};
        const Bracket found = samples_.delta(x.middle());
        return x.is_exact() ? found : found + Bracket(-x.width(), x.width());
    }

    Bracket over(const compose::Atoms& losses, Bracket epsilon) {
        Bracket sum = 0;
        for (const auto& [p, loss] : losses) {
            sum += loss.lower == infinity ? p : p * of_samples(epsilon - loss);
        }
        return sum;
    }
    Bracket over_losses(Bracket epsilon) {
        const Bracket below = over(below_, epsilon);
        return above_ ? Bracket(below.lower, over(*above_, epsilon).upper) : below;
    }

    // The average over the widest spread loss. The cells whose part is known worst are halved,
    // until there are enough of them.
    Bracket over_cells(double epsilon, Effort effort) {
        const std::size_t size = below_.size() + (above_ ? above_->size() : 0);
        const std::size_t most =
            std::min(effort == Effort::search ? Averaging::few_cells : Averaging::many_cells,
                     Averaging::most_products / size);
        const auto at = [&](double ends) { return over_losses(epsilon - ends * spread_->end); };
        std::vector<Cell> cells;
        Bracket last = at(-1);
        for (std::size_t k = 0; k < Averaging::first_cells; ++k) {
            constexpr double width = 2.0 / Averaging::first_cells;
            const double from = static_cast<double>(k) * width - 1, to = from + width;
            const Bracket next = at(to);
            cells.emplace_back(*spread_, from, to, last, at(from + width / 2), next);
            last = next;
        }
        while (true) {
            Bracket sum = 0;
            double widest = 0;
            for (const Cell& each : cells) {
                sum += each.part;
                widest = std::max(widest, each.part.width());
            }
            if (!(sum.width() > Averaging::narrow * sum.upper) || cells.size() >= most) return sum;
            const std::size_t before = cells.size();
            for (std::size_t k = 0; k < before; ++k) {
                const Cell cell = cells[k];
                if (!(cell.part.width() * Averaging::much > widest)) continue;
                const double middle = cell.middle();
                cells[k] = Cell(*spread_, cell.from, middle, cell.at_from,
                                at((cell.from + middle) / 2), cell.at_middle);
                cells.emplace_back(*spread_, middle, cell.to, cell.at_middle,
                                   at((middle + cell.to) / 2), cell.at_to);
            }
        }
    }

    SmallSampleProfile samples_;
    // All losses but the widest, each exact or merged in its cell; in `above_`, pushed to the
    // ends of cells. `above_` is empty if all are exact.
    compose::Atoms below_{{1, 0}};
    std::optional<compose::Atoms> above_;
    std::optional<SpreadLosses> spread_;
};

using Effort = Average::Effort;

// The least ε at which δ is at most `target`. It is found with few cells; each end is then checked
// with many.
Bracket epsilon_of(Average& average, double target, Bracket known) {
    if (known.lower == 0 && average.delta(0, Effort::answer).upper <= target) return 0;
    const auto rough = [&](double epsilon) {
        return average.delta(epsilon, Effort::search).middle();
    };
    const double start = std::clamp(average.largest_loss(), known.lower, known.upper);
    const Crossing crossing = find_crossing(rough, target,
                                            {.low_end = known.upper,
                                             .high_end = known.lower,
                                             .start = start,
                                             .is_whole = false,
                                             .tolerance = Averaging::place});
    if (!crossing.within || !crossing.beyond) return known;
    // If few cells leave δ this wide, many cells will not make it narrow.
    if (average.delta(*crossing.within, Effort::search).upper > Averaging::much_wider * target)
        return known;
    const double high = *crossing.within, low = *crossing.beyond;
    const double at_low = rough(low), at_high = rough(high);
    const double slope = (at_low - at_high) / (high - low);
    if (!(slope > 0)) return known;
    double near = high;
    Bracket there = average.delta(near, Effort::answer);
    for (int round = 0; round < Averaging::most_moves && !there.contains(target); ++round) {
        near += (there.middle() - target) / slope;
        if (!known.contains(near)) return known;
        there = average.delta(near, Effort::answer);
    }
    // The search for an end begins about as far away as the answer is wide. The steps grow until
    // one is long enough.
    const auto end = [&](double miss, double direction, double otherwise, auto is_end) {
        double step = std::max(Averaging::longer * miss / slope, Averaging::least_step * near);
        for (int round = 0; round < Averaging::most_steps; ++round, step *= Averaging::growth) {
            const double epsilon = near + direction * step;
            if (!known.contains(epsilon)) break;
            if (is_end(average.delta(epsilon, Effort::answer))) return epsilon;
        }
        return otherwise;
    };
    return {end(target - there.lower, -1, known.lower,
                [&](Bracket delta) { return delta.lower > target; }),
            end(there.upper - target, 1, known.upper,
                [&](Bracket delta) { return delta.upper <= target; })};
}

}  // namespace

std::optional<Bracket> by_averaging(const Laws& laws, const Asked& asked, Bracket known) {
    const auto kinds = kinds_of(laws);
    if (!kinds) return std::nullopt;
    const double about = asked.delta()
                             ? asked.delta()->value()
                             : std::max(known.lower, Averaging::least_share * known.upper);
    Bracket worst = 0;
    for (const Directions& directions : all_directions(laws)) {
        auto average = Average::of(*kinds, directions, Averaging::error * about);
        if (!average) return std::nullopt;
        if (asked.delta()) {
            worst = max(worst, epsilon_of(*average, asked.delta()->value(), {0, known.upper}));
            continue;
        }
        const double epsilon = asked.epsilon()->value();
        const Bracket rough = average->delta(epsilon, Effort::search);
        if (rough.upper > Averaging::much_wider * known.upper ||
            rough.width() > Averaging::times_narrower * known.width()) {
            return std::nullopt;
        }
        worst = max(worst, average->delta(epsilon, Effort::answer));
    }
    return intersect(worst, known);
}

}  // namespace mizan::analysis
