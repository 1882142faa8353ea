// SPDX-License-Identifier: Apache-2.0
#include "mizan/law/law.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/compose/gdp.hpp"
#include "mizan/compose/worst_losses.hpp"
#include "mizan/inversion/line/lattice.hpp"

namespace mizan {

namespace {

SureLoss likeliest(const compose::Atoms& atoms) {
    const auto sure = std::ranges::max_element(
        atoms, {}, [](const compose::Atom& atom) { return atom.probability.lower; });
    Bracket others = 0;
    for (auto each = atoms.begin(); each != atoms.end(); ++each) {
        if (each != sure) others += each->probability;
    }
    return {sure->loss, others};
}

// D_α = K(c)/c from below, where c = α - 1, of one run with the transform e^K. Divergences grow
// with the order, so that those just below 1 are below the one at 1.
double renyi_by_transform(const Law& law, Order order) {
    const double c = order.value() - 1;
    if (c == infinity) return largest_loss(law, {}).lower;
    const inversion::Composition parts = analysis::transforms_of({{law, 1}}, {});
    const auto divergence = [&](double tilt) {
        Bracket sum = 0;
        for (const auto& [loss, count] : parts) {
            if (tilt > 0 && loss->infinite_mass().lower > 0) return infinity;
            sum += count * loss->log_moment(tilt);
        }
        return (sum / tilt).lower;
    };
    if (c != 0) return std::max(0.0, divergence(c));
    double least = 0;
    for (const double beside : analysis::orders_beside_one) {
        least = std::max(least, divergence(-beside));
    }
    return least;
}

}  // namespace

Asymmetry asymmetry_of(const Law& law) {
    return std::visit([](const auto& one) { return one.asymmetry(); }, law);
}

Bracket largest_loss(const Law& law, const Directions& directions) {
    return std::visit([&](const auto& one) { return one.largest_loss(directions); }, law);
}

std::optional<analysis::ProfilePair> profiles_of_one_run(const Law& law) {
    return std::visit(
        []<class L>(const L& one) -> std::optional<analysis::ProfilePair> {
            if constexpr (HasProfile<L>) {
                return analysis::alike([one](Epsilon epsilon) { return one.delta(epsilon); },
                                       max(0, one.largest_loss({})).upper);
            } else if constexpr (HasProfiles<L>) {
                return one.profiles();
            } else {
                return std::nullopt;
            }
        },
        law);
}

std::optional<ClosedForm> closed_form(const Law& law, const Asked& asked) {
    return std::visit(
        [&]<class L>(const L& one) -> std::optional<ClosedForm> {
            if constexpr (HasClosedForm<L>) return one.closed_form(asked);
            return std::nullopt;
        },
        law);
}

std::optional<OnSample> on_sample(const Law& law) {
    return std::visit(
        []<class L>(const L& one) -> std::optional<OnSample> {
            if constexpr (HasWhole<L>) {
                if (const auto whole = one.whole()) return OnSample{one.q, *whole};
            }
            return std::nullopt;
        },
        law);
}

std::optional<Bracket> tradeoff(const Law& law, Probability rate) {
    return std::visit(
        [&]<class L>(const L& one) -> std::optional<Bracket> {
            if constexpr (HasTradeoff<L>) return one.tradeoff(rate);
            return std::nullopt;
        },
        law);
}

bool has_tradeoff(const Law& law) {
    return std::visit([]<class L>(const L&) { return HasTradeoff<L>; }, law);
}

double renyi_from_below(const Law& law, Order order) {
    return std::visit(
        [&]<class L>(const L& one) {
            if constexpr (HasRenyi<L>) {
                return one.renyi_from_below(order);
            } else {
                return renyi_by_transform(one, order);
            }
        },
        law);
}

bool has_exact_renyi_curve(const Law& law) {
    return std::visit(
        []<class L>(const L& one) {
            if constexpr (HasExactRenyiCurve<L>) return one.has_exact_renyi_curve();
            return false;
        },
        law);
}

std::vector<Outcome> outcomes_of(const Law& law, const Directions& directions) {
    return std::visit(
        [&]<class L>(const L& one) -> std::vector<Outcome> {
            if constexpr (HasOutcomes<L>) return one.outcomes(directions);
            return {};
        },
        law);
}

bool is_finite(const Law& law) {
    return std::visit([]<class L>(const L&) { return IsFinite<L>; }, law);
}

std::optional<PrivacyLoss> losses_of(const Law& law, const Directions& directions) {
    return std::visit(
        [&]<class L>(const L& one) -> std::optional<PrivacyLoss> {
            if constexpr (HasLosses<L>) return one.losses(directions);
            return std::nullopt;
        },
        law);
}

std::optional<TwoAtoms> two_atoms(const Law& law, const Directions& directions) {
    return std::visit(
        [&]<class L>(const L& one) -> std::optional<TwoAtoms> {
            if constexpr (HasTwoAtoms<L>) return one.two_atoms(directions);
            return std::nullopt;
        },
        law);
}

std::optional<EndAtom> end_atom(const Law& law, const Directions& directions) {
    return std::visit(
        [&]<class L>(const L& one) -> std::optional<EndAtom> {
            if constexpr (HasEndAtom<L>) return one.end_atom(directions);
            return std::nullopt;
        },
        law);
}

std::optional<SureLoss> sure_loss(const Law& law, const Directions& directions) {
    return std::visit(
        [&]<class L>(const L& one) -> std::optional<SureLoss> {
            if constexpr (HasSureLoss<L>) {
                return one.sure_loss(directions);
            } else if constexpr (HasOutcomes<L>) {
                const std::vector<Outcome> all = one.outcomes(directions);
                if (!all.empty()) return likeliest(compose::losses_of(all));
            }
            return std::nullopt;
        },
        law);
}

std::optional<SpreadLosses> spread_losses(const Law& law) {
    return std::visit(
        []<class L>(const L& one) -> std::optional<SpreadLosses> {
            if constexpr (HasSpreadLosses<L>) return one.spread_losses();
            return std::nullopt;
        },
        law);
}

double shown_at_most(const Law& law) {
    return std::visit(
        []<class L>(const L& one) -> double {
            if constexpr (HasQuickBound<L>) return one.shown_at_most();
            return 1;
        },
        law);
}

bool is_shown_exactly(const Law& law) {
    return std::visit([]<class L>(const L&) { return HasExactQuickBound<L>; }, law);
}

std::optional<double> chance_of_draw(const Law& law) {
    return std::visit(
        []<class L>(const L& one) -> std::optional<double> {
            if constexpr (HasChance<L>) return one.q;
            return std::nullopt;
        },
        law);
}

std::optional<RepeatedLosses> repeated_losses(const Law& law, compose::Side side, double count,
                                              double negligible) {
    return std::visit(
        [&]<class L>(const L& one) -> std::optional<RepeatedLosses> {
            if constexpr (HasRepeatedLosses<L>) {
                return one.repeated_losses(side, count, negligible);
            }
            return std::nullopt;
        },
        law);
}

bool has_repeated_losses(const Law& law) {
    return std::visit([]<class L>(const L&) { return HasRepeatedLosses<L>; }, law);
}

bool has_enclosure(const Law& law, double runs) {
    return std::visit(
        [&]<class L>(const L& one) {
            if constexpr (HasCells<L>) return one.has_cells(runs);
            return false;
        },
        law);
}

Enclosure enclosure_of(const Law& law, double runs) {
    return std::visit(
        [&]<class L>(const L& one) -> Enclosure {
            if constexpr (HasCells<L>) return one.cells(runs);
            throw InternalError("internal error: a law without cells");
        },
        law);
}

std::optional<Bracket> precise_form(const Law& law, double count, const Asked& asked,
                                    Bracket known) {
    return std::visit(
        [&]<class L>(const L& one) -> std::optional<Bracket> {
            if constexpr (HasPreciseForm<L>) return one.precisely(count, asked, known);
            return std::nullopt;
        },
        law);
}

std::optional<LossCdf> loss_cdf(const Law& law) {
    return std::visit(
        []<class L>(const L& one) -> std::optional<LossCdf> {
            if constexpr (HasLossCdf<L>) {
                return LossCdf{one.loss_range(), [one](double loss) { return one.loss_cdf(loss); }};
            }
            return std::nullopt;
        },
        law);
}

std::optional<Draw> draw_of(const Law& law) {
    return std::visit(
        []<class L>(const L& one) -> std::optional<Draw> {
            if constexpr (HasDraw<L>) return one.draw();
            return std::nullopt;
        },
        law);
}

bool is_envelope(const Law& law) {
    return std::visit([]<class L>(const L&) { return IsEnvelope<L>; }, law);
}

bool is_gaussian(const Law& law) { return std::holds_alternative<GaussianLaw>(law); }

bool is_gaussian(const std::optional<Law>& law) { return law && is_gaussian(*law); }

int people_of(const Law& law) {
    return std::visit(
        []<class L>(const L& one) {
            if constexpr (CountsPeople<L>) return one.people;
            return 1;
        },
        law);
}

bool is_sampled(const Law& law) {
    return std::visit([]<class L>(const L&) { return IsSeenByChance<L>; }, law);
}

bool is_replaced_on_samples(const Law& law) {
    const auto* gaussian = std::get_if<SampledGaussianLaw>(&law);
    return gaussian != nullptr && gaussian->is_replaced();
}

namespace analysis {

std::vector<Directions> all_directions(const Laws& laws) {
    using Of = Asymmetry::Of;
    bool user = false, records = false, group = false;
    int people = 1;  // in a program all groups that count are equally large
    bool is_lower_bound = false;
    for (const auto& [law, count] : laws) {
        const Asymmetry each = asymmetry_of(law);
        user = user || each.of == Of::user_pair;
        records = records || each.of == Of::record;
        group = group || each.of == Of::group;
        if (each.of == Of::counted_group) {
            people = each.people;
            is_lower_bound = each.is_lower_bound;
        }
    }
    // A law of single records belongs to any of those that are removed or added.
    std::vector<Directions> all;
    const auto add = [&](bool records_backward, int added) {
        for (int u = 0; u <= (user ? 1 : 0); ++u) all.push_back({u == 1, records_backward, added});
    };
    if (people == 1) {
        add(false, 0);
        if (records || group) add(true, 0);
        return all;
    }
    for (int added = 0; added <= people; ++added) {
        const bool is_mixed = 0 < added && added < people;
        if (is_mixed && (group || is_lower_bound)) continue;  // each direction is a lower bound
        if (added < people) add(false, added);
        if (added == people || (is_mixed && records)) add(true, added);
    }
    return all;
}

GaussianLaw one_gaussian(const Laws& laws) {
    std::vector<std::pair<Bracket, double>> all;
    for (const auto& [law, count] : laws) {
        if (const auto* gaussian = std::get_if<GaussianLaw>(&law)) {
            all.emplace_back(gaussian->mu, count);
        }
    }
    return {compose::root_of_squares(all)};
}

inversion::Composition transforms_of(const Laws& laws, const Directions& directions) {
    // With more different lists of losses than this every node takes long, unless all losses lie on
    // one lattice.
    constexpr std::size_t many_lists = 5;
    const auto parts_by = [&](Parts::FewSteps few_steps) {
        Parts parts(directions, few_steps);
        for (const auto& [law, count] : laws) {
            std::visit([&, runs = count](const auto& one) { one.add_to(parts, runs); }, law);
        }
        return parts;
    };
    Parts listed = parts_by(Parts::FewSteps::listed);
    const bool has_many = listed.lists_with_packets() >= many_lists;
    inversion::Composition all = std::move(listed).finish();
    if (has_many && !inversion::Lattice::of(all)) {
        all = parts_by(Parts::FewSteps::by_packets).finish();
    }
    return all;
}

}  // namespace analysis

}  // namespace mizan
