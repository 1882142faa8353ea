// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/scheme/random_allocation.hpp"

#include "mizan/engine/finite_pair.hpp"
#include "mizan/sampling/allocation.hpp"

namespace mizan {

// k chosen steps count as k runs, in each of which the record takes part in one step. A run costs
// no more than if the record took part in every step.
void know(SchemeReading& reading, const RandomAllocation& scheme) {
    know_pair_of_curve(reading.inside);
    const Inside& inside = reading.inside;
    const KnownPart& whole = inside.promises;
    KnownPart& part = reading.part;
    const auto chosen = static_cast<double>(scheme.num_selected);
    part.name = "allocated " + whole.name;
    part.failure = whole.failure;
    part.shown = whole.shown;
    part.pure = whole.pure;
    part.renyi = whole.renyi;
    part.zcdp = whole.zcdp;
    part.gdp = whole.gdp;
    part.cdp.why_not = part.name + ": mixtures are not known to keep this";
    reading.runs = chosen;
    if (!inside.worst || inside.has_user_pair()) return;
    const auto step =
        analysis::finite_pair(analysis::profiles_of(*inside.worst), compose::Side::pessimistic);
    const double steps = steps_per_part(chosen, static_cast<double>(scheme.num_steps));
    part.worst = on_lattice(allocated(step, steps));
    part.worst_by = {"Mizan26 A1"};
    if (chosen > 1) part.worst_by.emplace_back("Mizan26 A2");
    if (chosen > 1 || inside.attained.empty() || inside.beside == Beside::certain) return;
    part.attained =
        PairLaw{allocated_from_below(reading.attained_pair(), steps), PairLaw::From::records};
}

}  // namespace mizan
