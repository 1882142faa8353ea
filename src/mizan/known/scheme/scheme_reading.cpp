// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/scheme/scheme_reading.hpp"

#include <algorithm>

#include "mizan/engine/by_enumeration.hpp"
#include "mizan/engine/finite_pair.hpp"
#include "mizan/sampling/sampled_shift.hpp"

namespace mizan {

namespace {

using compose::Side;

/// The range of shifts, in standard deviations, for which cells of the line tell enough of the
/// noise.
struct CellLimits {
    static constexpr double least = 1e-6;  ///< below it all cells are equally likely up to rounding
    static constexpr double most = 20;     ///< above it the end cells hold nearly everything
};

}  // namespace

double SchemeReading::shown_of(Bracket used) const {
    const double changes = relation == Relation::replace_one ? 2 : 1;
    return std::min(1.0, (used * min(1, changes * Bracket(inside.promises.shown))).upper);
}

double SchemeReading::shown_of_group() const {
    return std::min(1.0, (static_cast<double>(group_size) * Bracket(part.shown)).upper);
}

std::vector<Outcome> SchemeReading::attained_pair() const {
    auto pair = analysis::listed(inside.attained, {});
    if (!pair.empty()) return pair;
    if (is_gaussian(inside.promises.attained)) {
        const double mu = std::get<GaussianLaw>(*inside.promises.attained).mu.lower;
        if (is_seen_in_cells(mu)) return attained_in_cells({{1, 1}}, mu).pair;
    }
    return analysis::finite_pair(analysis::profiles_of(inside.attained), Side::optimistic);
}

void SchemeReading::know_moved(double mu, const std::vector<std::string>& theorems) {
    know(part, GDP{Mu{mu}});
    for (auto* known :
         {&part.renyi.theorems, &part.zcdp.theorems, &part.cdp.theorems, &part.gdp.theorems}) {
        known->insert(known->begin(), theorems.begin(), theorems.end());
    }
}

ResponseLaw shown_at_most(double probability) { return {0, Delta{probability}}; }

PairLaw on_lattice(const std::vector<Outcome>& pair) {
    return {analysis::finite_pair(analysis::profiles_of(pair), Side::pessimistic),
            PairLaw::From::records};
}

bool is_seen_in_cells(double mu) { return CellLimits::least < mu && mu < CellLimits::most; }

PairLaw attained_in_cells(const std::vector<ShiftedNormal>& sums, double mu) {
    return {seen_in_cells(sums, 1 / Bracket(mu)), PairLaw::From::records};
}

Bracket share(Count part, Count whole) {
    return Bracket(static_cast<double>(part)) / static_cast<double>(whole);
}

}  // namespace mizan
