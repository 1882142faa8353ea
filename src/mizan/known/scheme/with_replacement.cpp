// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/scheme/with_replacement.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/convert/gdp_to_approximate.hpp"
#include "mizan/known/scheme/presence.hpp"
#include "mizan/known/scheme/replaced_group.hpp"
#include "mizan/sampling/with_replacement.hpp"

namespace mizan {

namespace {

/// When the group is drawn so often, or moved so far, that the output shows everything. The number
/// of draws of the group is then assumed to be smaller than it is likely to be, and δ of that few
/// draws is compared with 1.
struct AllShown {
    static constexpr double deviations = 15;       ///< below the mean number of draws
    static constexpr double nothing_left = 1e-12;  ///< what δ at the largest loss may leave to 1
};

// A sum shows how often the record was drawn; other outputs only show whether it was.
std::optional<Law> attained_with_replacement(const Inside& inside, double draws, double records,
                                             double group = 1) {
    if (inside.beside != Beside::anyone) return std::nullopt;
    const std::optional<Law>& whole = inside.promises.attained;
    if (is_gaussian(whole)) {
        const double mu = std::get<GaussianLaw>(*whole).mu.lower;
        if (is_seen_in_cells(mu)) {
            return attained_in_cells(drawn_at_least(draws, records, group), mu);
        }
    }
    return attained_by_presence(inside, drawn_at_all(draws, records), Record::removed);
}

void know_gaussian(SchemeReading& reading, double draws, double records) {
    const Bracket mu = std::get<GaussianLaw>(*reading.inside.promises.worst).mu;
    // The record is in at most all places of the sample, whatever is drawn.
    reading.know_moved((draws * mu).upper, {"DRS19 T2.14"});
    const auto group = static_cast<double>(reading.group_size);
    if (reading.group_size > 1) {
        reading.attained_of_group =
            attained_with_replacement(reading.inside, draws, records, group);
    }
    const double mean = draws * std::min(1.0, group / records);
    const double few = std::max(0.0, mean - AllShown::deviations * std::sqrt(mean));
    const GDP least{Mu{(few * mu).upper}};
    if (gdp_to_delta_at_most(least, Epsilon{analysis::farthest_loss + 1}) >
        1 - AllShown::nothing_left) {
        return know_replaced_by_all_shown(reading);
    }
    know_replaced(reading, places_with_replacement(draws, records, group));
}

}  // namespace

void know(SchemeReading& reading, const WithReplacement& scheme) {
    const KnownPart& whole = reading.inside.promises;
    KnownPart& part = reading.part;
    part.name = "sampled " + whole.name;
    const auto draws = static_cast<double>(scheme.sample_size);
    const auto records = static_cast<double>(scheme.source_dataset_size);
    const std::string why_not =
        part.name + ": sampling with replacement is not known to lower this";
    part.zcdp.why_not = part.cdp.why_not = part.gdp.why_not = part.renyi.why_not =
        part.pure.why_not = why_not;
    part.shown =
        std::min(drawn_at_all(draws, records).upper, reading.shown_of(draws / Bracket(records)));
    part.attained = attained_with_replacement(reading.inside, draws, records);
    if (whole.pure.value && whole.failure.value() == 0) {
        know(part, with_replacement(*whole.pure.value, draws, records));
        cite(part.pure.theorems, {"Mizan26 S5"});
    }
    if (is_gaussian(whole.worst)) return know_gaussian(reading, draws, records);
    if (!part.pure.value) {
        throw Refused(
            "with_replacement is known to help gaussian noise and what has a pure epsilon, and " +
                whole.name + " is neither",
            "without_replacement and poisson take every program");
    }
}

}  // namespace mizan
