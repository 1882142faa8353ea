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

// A loss and its probability.
struct Loss {
    Bracket p, value;
};
using Losses = std::vector<Loss>;

// Losses with the density height·e^{(x-end)/2} on [-end, end], and perhaps atoms at both ends.
struct SpreadLosses {
    Bracket end, height;
    Losses atoms;

    // The probability of the losses between so many ends.
    [[nodiscard]] Bracket between(Bracket from, Bracket to) const {
        const Bracket middle = end * ((from + to) / 2), width = end * (to - from);
        return 4 * height * exp((middle - end) / 2) * sinh(width / 4);
    }
};

std::optional<SpreadLosses> spread_losses(const Law& law) {
    if (const auto* laplace = std::get_if<LaplaceLaw>(&law)) {
        const Bracket end = laplace->mechanism.pure_epsilon(), half = 0.5;
        return SpreadLosses{end, 0.25, {{half, end}, {half * exp(-end), -end}}};
    }
    if (const auto* range = std::get_if<BoundedRangeLaw>(&law)) {
        const Bracket end = range->mechanism.pure_epsilon();
        return SpreadLosses{end, -1 / (2 * expm1(-end)), {}};
    }
    return std::nullopt;
}

// What the adversary knows who is told only the cell of a loss, and one who is told an end of its
// cell.
enum class Cells { merged, pushed };

Losses in_cells(const SpreadLosses& spread, std::size_t cells, Cells kind) {
    Losses all = spread.atoms;
    const auto place = [&](std::size_t k) {
        return 2 * static_cast<double>(k) / static_cast<double>(cells) - 1;
    };
    Bracket from_before = 0;  // what the cell before has pushed to the end that it shares
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

Losses product(const Losses& first, const Losses& second) {
    Losses all;
    for (const Loss& a : first) {
        for (const Loss& b : second) all.push_back({a.p * b.p, a.value + b.value});
    }
    return all;
}

// The laws of a program, by what is done with them.
struct Kinds {
    Laws samples, listed;
    std::vector<SpreadLosses> spread;  // one for each run
};

// More runs of spread losses take too many cells.
constexpr double most_spread = 4;

std::optional<Kinds> kinds_of(const Laws& laws) {
    Kinds kinds;
    for (const auto& [law, count] : laws) {
        if (is_sampled(law)) {
            kinds.samples.push_back({law, count});
        } else if (const auto spread = spread_losses(law)) {
            const bool is_bounded = spread->end.lower > 0 && spread->end.upper < infinity;
            if (!is_bounded || count != std::floor(count) || count > most_spread) {
                return std::nullopt;
            }
            kinds.spread.insert(kinds.spread.end(), static_cast<std::size_t>(count), *spread);
        } else {
            kinds.listed.push_back({law, count});
        }
    }
    const bool has_both = !kinds.samples.empty() && kinds.samples.size() < laws.size();
    if (!has_both || static_cast<double>(kinds.spread.size()) > most_spread) return std::nullopt;
    // Of the widest the cells are chosen where they count.
    std::ranges::stable_sort(kinds.spread, {},
                             [](const SpreadLosses& each) { return each.end.upper; });
    return kinds;
}

// One cell of the losses, from so many ends to so many, and δ of all else at its ends and at its
// middle.
struct Cell {
    double from, to;
    Bracket at_from, at_middle, at_to;
    Bracket part = 0;  // of the average

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

// δ of the whole in one order of the neighbours.
class Average {
public:
    // Empty if there is no profile of the samples, or there are too many losses.
    static std::optional<Average> of(const Kinds& kinds, Directions directions, double error) {
        auto samples = SmallSampleProfile::of(profile_of(kinds.samples, directions).parts(), error);
        if (!samples) return std::nullopt;
        Average average(*std::move(samples));
        if (!kinds.listed.empty()) {
            average.below_.clear();
            constexpr std::size_t most_listed = 128;
            for (const Outcome& each : listed(kinds.listed, directions)) {
                if (each.p.upper > 0) average.below_.push_back({each.p, each.log_ratio});
            }
            const std::size_t size = average.below_.size();
            if (size == 0 || size > most_listed) return std::nullopt;
        }
        if (!kinds.spread.empty()) {
            average.spread_ = kinds.spread.back();
            if (!average.list({kinds.spread.begin(), kinds.spread.end() - 1})) return std::nullopt;
        }
        return average;
    }

    // Few cells for a search, many for an answer.
    enum class Effort { search, answer };
    [[nodiscard]] Bracket delta(double epsilon, Effort effort) {
        Bracket sum = 0;
        if (spread_) {
            for (const auto& [p, value] : spread_->atoms) sum += p * over_losses(epsilon - value);
            sum += over_cells(epsilon, effort);
        } else {
            sum = over_losses(epsilon);
        }
        return {std::clamp(sum.lower, 0.0, 1.0), std::clamp(sum.upper, 0.0, 1.0)};
    }

    // The largest finite loss of the mechanisms beside the samples.
    [[nodiscard]] double largest_loss() const {
        double most = 0;
        for (const Loss& each : below_) {
            if (each.value.upper < infinity) most = std::max(most, each.value.upper);
        }
        return most + (spread_ ? spread_->end.upper : 0);
    }

private:
    explicit Average(SmallSampleProfile samples) : samples_{std::move(samples)} {}

    // Spread losses beside the widest, as finitely many. Says whether those are few enough.
    bool list(const std::vector<SpreadLosses>& spread) {
        constexpr std::size_t most_losses = 1024, fewest_cells = 8;
        if (!spread.empty()) above_ = below_;
        for (std::size_t k = 0; k < spread.size(); ++k) {
            const std::size_t affordable = most_losses / above_->size();
            const auto left = static_cast<double>(affordable);
            const auto runs = static_cast<double>(spread.size() - k);
            const auto cells = static_cast<std::size_t>(plain::pow(left, 1 / runs));
            if (cells < fewest_cells) return false;
            below_ = product(below_, in_cells(spread[k], cells - 3, Cells::merged));
            above_ = product(*above_, in_cells(spread[k], cells - 3, Cells::pushed));
        }
        return true;
    }

    // δ of the samples; |δ(x) - δ(y)| ≤ |x - y|.
    Bracket of_samples(Bracket x) {
        if (!std::isfinite(x.lower) || !std::isfinite(x.upper)) return {0, 1};
        const Bracket found = samples_.delta(x.middle());
        return x.is_exact() ? found : found + Bracket(-x.width(), x.width());
    }

    Bracket over(const Losses& losses, Bracket epsilon) {
        Bracket sum = 0;
        for (const auto& [p, value] : losses) {
            sum += value.lower == infinity ? p : p * of_samples(epsilon - value);
        }
        return sum;
    }
    Bracket over_losses(Bracket epsilon) {
        const Bracket below = over(below_, epsilon);
        return above_ ? Bracket(below.lower, over(*above_, epsilon).upper) : below;
    }

    // Cells that tell least are halved until there are enough of them.
    Bracket over_cells(double epsilon, Effort effort) {
        constexpr std::size_t few = 64, many = 1024, fewest = 16;
        constexpr double most_losses = 0x1p14, narrow = 1e-10, much = 8;
        const auto size = static_cast<double>(below_.size() + (above_ ? above_->size() : 0));
        const auto most = std::min(effort == Effort::search ? few : many,
                                   static_cast<std::size_t>(most_losses / size));
        const auto at = [&](double ends) { return over_losses(epsilon - ends * spread_->end); };
        std::vector<Cell> cells;
        Bracket last = at(-1);
        for (std::size_t k = 0; k < fewest; ++k) {
            constexpr double width = 2.0 / fewest;
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
            if (!(sum.width() > narrow * sum.upper) || cells.size() >= most) return sum;
            const std::size_t before = cells.size();
            for (std::size_t k = 0; k < before; ++k) {
                const Cell cell = cells[k];
                if (!(cell.part.width() * much > widest)) continue;
                const double middle = cell.middle();
                cells[k] = Cell(*spread_, cell.from, middle, cell.at_from,
                                at((cell.from + middle) / 2), cell.at_middle);
                cells.emplace_back(*spread_, middle, cell.to, cell.at_middle,
                                   at((middle + cell.to) / 2), cell.at_to);
            }
        }
    }

    SmallSampleProfile samples_;
    Losses below_{{1, 0}};         // all losses but the widest, known exactly or merged
    std::optional<Losses> above_;  // the same pushed to the ends of cells, if they are
    std::optional<SpreadLosses> spread_;
};

using Effort = Average::Effort;

constexpr double much_wider = 4;

// The least ε at which δ is at most `target`: found with few cells, and each end checked with many.
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
                                             .tolerance = 1e-5});
    if (!crossing.within || !crossing.beyond) return known;
    // What few cells do not narrow at all many will not narrow by much.
    if (average.delta(*crossing.within, Effort::search).upper > much_wider * target) return known;
    const double high = *crossing.within, low = *crossing.beyond;
    const double at_low = rough(low), at_high = rough(high);
    const double slope = (at_low - at_high) / (high - low);
    if (!(slope > 0)) return known;
    double near = high;
    Bracket there = average.delta(near, Effort::answer);
    constexpr int most_rounds = 6;
    for (int round = 0; round < most_rounds && !there.contains(target); ++round) {
        near += (there.middle() - target) / slope;
        if (!known.contains(near)) return known;
        there = average.delta(near, Effort::answer);
    }
    // Steps of about the width of the answer, which grow until they are long enough.
    const auto end = [&](double miss, double direction, double otherwise, auto is_end) {
        constexpr int most_steps = 8;
        double step = std::max(1.1 * miss / slope, 4e-16 * near);
        for (int round = 0; round < most_steps; ++round, step *= 3) {
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
    constexpr double share = 1e-10, least_share = 1e-3;
    const double about =
        asked.delta() ? asked.delta()->value() : std::max(known.lower, least_share * known.upper);
    Bracket worst = 0;
    for (const Directions& directions : all_directions(laws)) {
        auto average = Average::of(*kinds, directions, share * about);
        if (!average) return std::nullopt;
        if (asked.delta()) {
            worst = max(worst, epsilon_of(*average, asked.delta()->value(), {0, known.upper}));
            continue;
        }
        const double epsilon = asked.epsilon()->value();
        if (average->delta(epsilon, Effort::search).upper > much_wider * known.upper) {
            return std::nullopt;
        }
        worst = max(worst, average->delta(epsilon, Effort::answer));
    }
    return intersect(worst, known);
}

}  // namespace mizan::analysis
