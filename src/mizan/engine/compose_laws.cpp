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

namespace mizan::analysis {

namespace {

// A first guess of ε for a few runs on rare samples. If the record is drawn less than once in all
// runs together, a large loss comes from a single run, and δ(ε) of n runs is about n times δ(ε) of
// one. Infinite, which is no guess, if it is drawn more often, and for a law with a largest loss.
double epsilon_if_one_is_drawn(const Laws& laws, const Asked& asked) {
    if (laws.size() != 1 || !asked.delta()) return infinity;
    const auto& [law, runs] = laws.front();
    const auto chance = chance_of_draw(law);
    constexpr double few_runs = 100;  // of more, a line finds the answer without a guess
    if (!chance || runs < 1 || runs > few_runs || !(runs * *chance < 1)) return infinity;
    if (largest_loss(law, {}).lower < infinity) return infinity;
    const Asked of_one{.at = Delta{asked.delta()->value() / runs}};
    const auto found = by_closed_form({{law, 1}}, of_one, LostDigits::left);
    return found && found->asked.upper > 0 ? found->asked.upper : infinity;
}

// Asks a plain line, with the usual work, about some dozens of runs of a law that has cells. If the
// line comes to an end, its answer is narrower than that of the cells.
std::optional<Composed> by_plain_line(const Laws& laws, const Asked& asked, Aim aim,
                                      Inversion& inversion) {
    constexpr double dozens = 24;  // in trials no line of fewer runs came to an end
    if (!has_cells(laws) || laws.front().count < dozens) return std::nullopt;
    const Aim plain{.content = aim.content, .is_patient = false, .is_smoothed = false};
    Inverted found = inversion.ask(asked, plain);
    if (is_wide(found.asked)) return std::nullopt;
    return Composed{found.asked, std::move(found.theorems)};
}

// Whether the answer by cells is about as narrow as that of a line would be. If the record is drawn
// less than once in all runs together, no line comes to an end, and a wider answer is enough.
bool are_enough(Bracket by_cells, const Laws& laws, Aim aim) {
    const auto& [law, count] = laws.front();
    const double draws = count * chance_of_draw(law).value_or(1);
    return draws < 1 ? !is_very_wide(by_cells, aim) : !is_wide(by_cells, aim);
}

// The ladder. Each step is tried where the ones before it left the answer open.
Composed by_doubles(const Laws& laws, const Asked& asked, Aim aim, Inversion& inversion) {
    // A formula is sharper and faster than everything else.
    if (auto closed = by_closed_form(laws, asked)) return *std::move(closed);
    // If all laws are randomized responses, the loss depends only on how many of them are true: δ
    // is a sum over that number, and exact.
    if (const auto found = by_responses(laws, asked, aim)) return {*found, {"MV16 T1.5"}};
    // If δ is small next to the probability of the largest loss, that loss alone decides. This
    // method costs next to nothing.
    const auto at_the_end = by_last_atom(laws, asked);
    if (at_the_end && is_narrow(*at_the_end, aim)) return {*at_the_end, {"Mizan26 T5"}};
    // If each loss nearly always has the same value, so has their sum. Its profile is a single
    // step, which no line would find.
    const auto if_sure = by_nearly_sure_losses(laws, asked);
    if (if_sure && if_sure->upper < infinity && is_narrow(*if_sure, aim)) {
        return {*if_sure, {"Mizan26 T8"}};
    }
    // A list of all outcomes is exact, but only short lists are faster than inversion.
    if (const auto found = by_enumeration(laws, asked)) return {*found, {"EH14 T9"}};
    // The transform of a few runs of sampled Laplace noise hardly decays, so that lines get long.
    // One plain line is tried, and then cells.
    if (auto found = by_plain_line(laws, asked, aim, inversion)) return *std::move(found);
    const auto cells = by_cells(laws, asked);
    if (cells && are_enough(*cells, laws, aim)) {
        return {*cells, {"Mizan26 T4", "Mizan26 C1", "Mizan26 C7"}, are_enough(*cells, laws, {})};
    }
    // Inversion applies to all laws.
    aim.guess = epsilon_if_one_is_drawn(laws, asked);
    if (cells) aim.is_patient = false;  // lines of such laws take long and are wider than cells
    auto [found, theorems, is_exhausted] = inversion.ask(asked, aim);
    if (cells) found = intersect(found, *cells);
    // If the lines left the answer very wide, and all laws have finitely many losses, these are
    // rounded to a lattice and added up there. A finer aim would not make that narrower.
    if (is_very_wide(found, aim)) {
        if (const auto on_lattice = by_lattice(laws, asked)) {
            found = intersect(found, *on_lattice);
            is_exhausted = true;
        }
    }
    // Two brackets of the first steps were too wide to be the answer, but they are true: where the
    // answer is wide even now, they may narrow it.
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

// Narrows an answer that is still wide by Mizan26 T9, which applies to runs on small samples
// together with mechanisms whose losses are bounded.
void average_if_wide(Composed& composed, const Laws& laws, const Asked& asked, Aim aim) {
    // An answer that is narrower than this is not worth the work of by_averaging.
    constexpr double least_wide = 1e-4, times_aim = 1e3;
    const double wide = std::max(least_wide, times_aim * aim.content);
    if (composed.is_closed || !is_left_wide(composed, wide)) return;
    const auto found = by_averaging(laws, asked, composed.asked);
    if (!found || !(found->width() < composed.asked.width())) return;
    composed.asked = *found;
    composed.theorems = {"Mizan26 T9", "Mizan26 T6"};
    composed.is_exhausted = is_left_wide(composed, wide);
}

// Lowers the upper end to what the total variation of every run allows. That is less than what
// lines say if there is so little noise that a record is recognized whenever it is drawn: then
// nothing protects it but that it may not be drawn.
void cap_by_total_variation(Composed& composed, const Laws& laws, const Asked& asked, Aim aim) {
    Bracket& found = composed.asked;
    if (!is_wide(found, aim) || found.upper == 0) return;
    double limit = delta_at_zero(laws);
    if (const Delta* delta = asked.delta()) limit = limit <= delta->value() ? 0 : infinity;
    if (limit >= found.upper || limit < found.lower) return;
    found.upper = limit;
    composed.theorems = {"Notes T1"};
}

}  // namespace

Composed compose_laws(const Laws& laws, const Asked& asked, Aim aim, Inversion& inversion) {
    if (asked.delta() && !asked.verify && cost_nothing(laws, *asked.delta())) {
        return {0, {"Notes T1"}, true};
    }
    Composed composed = by_doubles(laws, asked, aim, inversion);
    average_if_wide(composed, laws, asked, aim);
    cap_by_total_variation(composed, laws, asked, aim);
    if (!asked.verify) return composed;
    Verified found = by_verification(laws, asked, composed.asked);
    if (found.took_precision &&
        std::ranges::find(composed.theorems, "Mizan26 L6") == composed.theorems.end()) {
        composed.theorems.emplace_back("Mizan26 L6");
    }
    return {found.asked, std::move(composed.theorems), true, false, std::move(found.why_not)};
}

Composed compose_laws(const Laws& laws, const Asked& asked, Aim aim) {
    Inversion inversion(laws);
    return compose_laws(laws, asked, aim, inversion);
}

}  // namespace mizan::analysis
