// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/scheme/replaced_group.hpp"

#include "mizan/engine/finite_pair.hpp"

namespace mizan {

namespace {

void know_worst(SchemeReading& reading, Law worst) {
    reading.part.worst_by = {"Mizan26 S7", "Mizan26 C3"};
    (reading.group_size > 1 ? reading.worst_of_group : reading.part.worst) = std::move(worst);
}

}  // namespace

void know_replaced(SchemeReading& reading, const std::vector<Places>& places) {
    const double mu = std::get<GaussianLaw>(*reading.inside.promises.worst).mu.upper;
    if (mu == 0) return know_worst(reading, GaussianLaw{0});
    if (mu == infinity) return know_replaced_by_all_shown(reading);
    const ReplacedPlaces replaced(places, mu);
    const auto profile = [&](Epsilon epsilon) { return Bracket(0, replaced.delta(epsilon)); };
    if (profile(Epsilon{analysis::farthest_loss}).upper == 1)
        return know_replaced_by_all_shown(reading);
    know_worst(reading, PairLaw{analysis::finite_pair(profile, compose::Side::pessimistic),
                                PairLaw::From::records});
}

void know_replaced_by_all_shown(SchemeReading& reading) {
    know_worst(reading, shown_at_most(reading.shown_of_group()));
}

}  // namespace mizan
