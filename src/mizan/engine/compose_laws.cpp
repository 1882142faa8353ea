// SPDX-License-Identifier: Apache-2.0
#include "mizan/engine/compose_laws.hpp"

#include <algorithm>

#include "mizan/engine/by_averaging.hpp"
#include "mizan/engine/by_cells.hpp"
#include "mizan/engine/by_closed_form.hpp"
#include "mizan/engine/by_enumeration.hpp"
#include "mizan/engine/by_last_atom.hpp"
#include "mizan/engine/by_lattice.hpp"
#include "mizan/engine/by_nearly_sure_losses.hpp"
#include "mizan/engine/by_responses.hpp"
#include "mizan/engine/by_total_variation.hpp"
#include "mizan/engine/by_verification.hpp"
#include "mizan/numeric/work.hpp"

namespace mizan::analysis {

namespace {

// An estimate of the epsilon of runs that are drawn so seldom that a large loss is the loss of one
// of them: δ(ε) of n runs is n times that of one run. Infinite for runs that are drawn more often,
// and for laws with a largest loss.
double epsilon_if_one_is_drawn(const Laws& laws, const Asked& asked) {
    if (laws.size() != 1 || !asked.delta()) return infinity;
    const auto& [law, runs] = laws.front();
    const auto chance = chance_of_draw(law);
    constexpr double few_runs = 100;  // of more runs, lines find the place at once
    if (!chance || runs < 1 || runs > few_runs || !(runs * *chance < 1)) return infinity;
    if (largest_loss(law, {}).lower < infinity) return infinity;
    const Asked of_one{.at = Delta{asked.delta()->value() / runs}};
    const auto found = by_closed_form({{law, 1}}, of_one, LostDigits::left);
    return found && found->asked.upper > 0 ? found->asked.upper : infinity;
}

// A plain line for some dozens of runs of a law that has cells. If the line ends, it is narrower
// than the cells.
std::optional<Composed> by_plain_line(const Laws& laws, const Asked& asked, Aim aim,
                                      Inversion& inversion) {
    constexpr double dozens = 24;  // no line of fewer runs was seen to end
    if (!has_cells(laws) || laws.front().count < dozens) return std::nullopt;
    const Aim plain{.content = aim.content, .is_patient = false, .is_smoothed = false};
    Inverted found = inversion.ask(asked, plain);
    if (is_wide(found.asked)) return std::nullopt;
    return Composed{found.asked, std::move(found.theorems)};
}

// Whether cells are as narrow as lines would be. If less than one record is drawn in all runs
// together, lines do not end, and wider cells are enough.
bool are_enough(Bracket by_cells, const Laws& laws, Aim aim) {
    const auto& [law, count] = laws.front();
    const double draws = count * chance_of_draw(law).value_or(1);
    return draws < 1 ? !is_very_wide(by_cells, aim) : !is_wide(by_cells, aim);
}

// What is known of every composition.
Bracket known_of_all(const Asked& asked) { return {0, asked.delta() ? infinity : 1}; }

// What `find` finds, with half of the work that is left.
template <class Find>
std::invoke_result_t<Find> tried(Find find) {
    return within_share(0.5, find).value_or(std::nullopt);
}

// By inversion, with most of the work that is left.
Inverted inverted(const Asked& asked, Aim aim, Inversion& inversion) {
    try {
        const Work step(0.9);
        return inversion.ask(asked, aim);
    } catch (const OutOfWork&) {
        return {known_of_all(asked), {}, true};
    }
}

// The ladder. A method is tried if those before it have left the answer open.
Composed by_doubles(const Laws& laws, const Asked& asked, Aim aim, Inversion& inversion) {
    // A formula is sharper and faster than everything else.
    if (auto closed = tried([&] { return by_closed_form(laws, asked); })) {
        return *std::move(closed);
    }
    // For responses alone the sum over the number of true ones is exact.
    if (const auto found = tried([&] { return by_responses(laws, asked, aim); })) {
        return {*found, {"MV16 T1.5"}};
    }
    // If δ is small next to the probability of the largest loss, that loss alone decides. This
    // takes no work.
    const auto at_the_end = by_last_atom(laws, asked);
    if (at_the_end && is_narrow(*at_the_end, aim)) return {*at_the_end, {"Mizan26 T5"}};
    // If each loss is nearly always the same, so is the sum. No line would find the one step of its
    // profile.
    const auto if_sure = by_nearly_sure_losses(laws, asked);
    if (if_sure && if_sure->upper < infinity && is_narrow(*if_sure, aim)) {
        return {*if_sure, {"Mizan26 T8"}};
    }
    // A list of all outcomes is exact. It is faster than inversion only if it is short.
    if (const auto found = by_enumeration(laws, asked)) return {*found, {"EH14 T9"}};
    // The transforms of a few runs of sampled Laplace noise hardly decay: first a short line is
    // tried, then cells.
    std::optional<Bracket> cells;
    if (has_cells(laws)) {
        if (auto found = tried([&] { return by_plain_line(laws, asked, aim, inversion); })) {
            return *std::move(found);
        }
        cells = tried([&] { return by_cells(laws, asked); });
    }
    if (cells && are_enough(*cells, laws, aim)) {
        return {*cells, {"Mizan26 T4", "Mizan26 C1", "Mizan26 C7"}, are_enough(*cells, laws, {})};
    }
    // Inversion applies to all laws.
    aim.guess = epsilon_if_one_is_drawn(laws, asked);
    if (cells) aim.is_patient = false;  // the lines of these laws take long and are wider
    auto [found, theorems, is_exhausted] = inverted(asked, aim, inversion);
    if (cells) found = intersect(found, *cells);
    // If the lines of laws with finitely many outcomes were given up, the losses are added up on a
    // lattice.
    if (is_very_wide(found, aim)) {
        if (const auto on_lattice = tried([&] { return by_lattice(laws, asked); })) {
            found = intersect(found, *on_lattice);
            is_exhausted = true;
        }
    }
    // If the answer is still wide, the wide answers of the first steps may narrow it.
    if (at_the_end && is_wide(found)) {
        found = intersect(found, *at_the_end);
        theorems.emplace_back("Mizan26 T5");
    }
    if (if_sure && is_wide(found)) {
        found = intersect(found, *if_sure);
        theorems.emplace_back("Mizan26 T8");
    }
    const bool is_replaced = std::ranges::any_of(
        laws, [](const RepeatedLaw& each) { return is_replaced_on_samples(each.law); });
    if (is_replaced) theorems.insert(theorems.begin(), "Mizan26 S2");
    return {found, std::move(theorems), false, is_exhausted};
}

// Narrows the answer for mechanisms with bounded losses beside runs on small samples, if lines left
// it wide.
void average_if_wide(Composed& composed, const Laws& laws, const Asked& asked, Aim aim) {
    // An answer that is narrower than this is not worth the work.
    constexpr double least_wide = 1e-4, times_aim = 1e3;
    const double wide = std::max(least_wide, times_aim * aim.content);
    if (composed.is_closed || !is_left_wide(composed, wide)) return;
    const auto found = tried([&] { return by_averaging(laws, asked, composed.asked); });
    if (!found || !(found->width() < composed.asked.width())) return;
    composed.asked = *found;
    composed.theorems = {"Mizan26 T9", "Mizan26 T6"};
    composed.is_exhausted = is_left_wide(composed, wide);
}

// Lowers the upper end to the bound that follows from the total variation of every run. That bound
// is lower than what lines give if noise is so small that an output shows everything once its
// record is drawn.
void cap_by_total_variation(Composed& composed, const Laws& laws, const Asked& asked, Aim aim) {
    Bracket& found = composed.asked;
    if (!is_wide(found, aim) || found.upper == 0) return;
    double limit = within_share(0.5, [&] { return delta_at_zero(laws); }).value_or(1);
    if (const Delta* delta = asked.delta()) limit = limit <= delta->value() ? 0 : infinity;
    if (limit >= found.upper || limit < found.lower) return;
    found.upper = limit;
    composed.theorems = {"Notes T1"};
}

}  // namespace

namespace {

// Throws OutOfWork only where nothing is known yet.
Composed composed_sharply(const Laws& laws, const Asked& asked, Aim aim, Inversion& inversion) {
    if (asked.delta() && !asked.verify && cost_nothing(laws, *asked.delta())) {
        return {0, {"Notes T1"}, true};
    }
    Composed composed = by_doubles(laws, asked, aim, inversion);
    average_if_wide(composed, laws, asked, aim);
    cap_by_total_variation(composed, laws, asked, aim);
    if (!asked.verify) return composed;
    Verified found =
        within_share(1, [&] {
            return by_verification(laws, asked, composed.asked);
        }).value_or(Verified{composed.asked, "its thirty digits take more than the limit of work"});
    if (found.took_precision &&
        std::ranges::find(composed.theorems, "Mizan26 L6") == composed.theorems.end()) {
        composed.theorems.emplace_back("Mizan26 L6");
    }
    return {found.asked, std::move(composed.theorems), true, false, std::move(found.why_not)};
}

}  // namespace

Composed compose_laws(const Laws& laws, const Asked& asked, Aim aim, Inversion& inversion) {
    // No second method is tried for an answer that is as narrow as wanted.
    aim.content = std::max(aim.content, asked.width / Widths::wide);
    try {
        return composed_sharply(laws, asked, aim, inversion);
    } catch (const OutOfWork&) {
        return {known_of_all(asked), {}, false, true};
    }
}

Composed compose_laws(const Laws& laws, const Asked& asked, Aim aim) {
    Inversion inversion(laws);
    return compose_laws(laws, asked, aim, inversion);
}

}  // namespace mizan::analysis
