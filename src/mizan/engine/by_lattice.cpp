// SPDX-License-Identifier: Apache-2.0
#include "mizan/engine/by_lattice.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/compose/worst_losses.hpp"

namespace mizan::analysis {

namespace {

using compose::Side;

// The most work that a sum over a lattice may take, which keeps it below some tenths of a second,
// and the fineness of the lattice that follows.
struct Limits {
    static constexpr double most_runs = 4096;  // of lists of outcomes, which are added one by one
    static constexpr double most_repeated = 0x1p20;  // of one law, whose runs are added at once
    static constexpr double most_products = 0x1p21;  // of an atom, a run and a point, for two sides
    static constexpr double fewest_points = 0x1p8, most_points = 0x1p14;
    static constexpr double margin = 1.01;    // by which the lattice is longer than that
    static constexpr double deviations = 20;  // the lattice ends so many deviations from the mean
    static constexpr double share_of_delta = 1e-12;  // so much of a given δ may be cut off
    static constexpr double negligible = 1e-30;      // so much may be cut off if ε is given
};

// The mean and spread of the loss of all runs, in plain numbers.
struct Spread {
    double farthest = 0, mean = 0, variance = 0;

    void add(const compose::Atoms& atoms, double count) {
        double most = 0;
        for (const auto& [probability, loss] : atoms) {
            const double p = probability.middle(), x = loss.middle();
            if (p == 0 || !std::isfinite(x)) continue;
            most = std::max(most, std::abs(x));
            mean += count * p * x;
            variance += count * p * x * x;
        }
        farthest += count * most;
    }

    // A lattice that is fine enough for the sum. Losses beyond it only widen the bracket.
    [[nodiscard]] compose::Resolution resolution(double points, double negligible) const {
        const double likely = std::abs(mean) + Limits::deviations * std::sqrt(variance);
        const double reach = compose::possible_reach(Limits::margin * std::min(farthest, likely));
        return {.spacing = reach / points, .reach = reach, .negligible = negligible};
    }
};

struct Factor {
    compose::Atoms atoms;
    double runs;
};

double on_one_side(const Laws& laws, const Asked& asked, Side side, const Directions& directions) {
    const double negligible =
        asked.delta() ? asked.delta()->value() * Limits::share_of_delta : Limits::negligible;
    Spread spread;
    std::vector<Factor> factors;
    for (const auto& [law, count] : laws) {
        if (auto all = repeated_losses(law, side, count, negligible)) {
            spread.add(all->of_one, count);
            factors.push_back({std::move(all->of_all), 1});
            factors.push_back({{{1 - all->failure, 0}, {all->failure, infinity}}, 1});
        } else {
            factors.push_back({compose::losses_of(outcomes_of(law, directions)), count});
            spread.add(factors.back().atoms, count);
        }
    }
    double products = 0;
    for (const auto& [atoms, runs] : factors) {
        products += 2 * runs * static_cast<double>(atoms.size());
    }
    const double points =
        std::clamp(Limits::most_products / products, Limits::fewest_points, Limits::most_points);
    compose::LossLaw law(side, spread.resolution(points, negligible));
    for (const auto& [atoms, runs] : factors) law.compose(atoms, runs);
    return asked.delta() ? law.epsilon(*asked.delta()) : law.delta(*asked.epsilon());
}

bool fits(const Laws& laws) {
    double runs = 0, most_repeated = 0;
    for (const auto& [law, count] : laws) {
        if (has_repeated_losses(law)) {
            most_repeated = std::max(most_repeated, count);
        } else if (!outcomes_of(law, {}).empty()) {
            runs += count;
        } else {
            return false;
        }
    }
    return runs <= Limits::most_runs && most_repeated <= Limits::most_repeated;
}

}  // namespace

std::optional<Bracket> by_lattice(const Laws& laws, const Asked& asked) {
    if (!fits(laws)) return std::nullopt;
    Bracket worst = 0;
    for (const Directions& directions : all_directions(laws)) {
        worst = max(worst, {on_one_side(laws, asked, Side::optimistic, directions),
                            on_one_side(laws, asked, Side::pessimistic, directions)});
    }
    return worst;
}

}  // namespace mizan::analysis
