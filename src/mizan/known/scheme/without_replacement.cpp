// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/scheme/without_replacement.hpp"

#include "mizan/engine/finite_pair.hpp"
#include "mizan/known/scheme/presence.hpp"
#include "mizan/known/scheme/replaced_group.hpp"

namespace mizan {

namespace {

// The number of records to draw from. A group that leaves one by one leaves fewer and fewer.
Count records_left(const SchemeReading& reading, const WithoutReplacement& scheme) {
    const bool leaves = reading.relation == Relation::add_or_remove_one;
    const Count records = scheme.source_dataset_size - (leaves ? reading.leaving - 1 : 0);
    if (records < scheme.sample_size) {
        throw InputError("without_replacement: of a group of " + std::to_string(reading.leaving) +
                         " records that may be there or not, fewer records are left than " +
                         "the sample has");
    }
    return records;
}

// All records of a group add 1 to a sum, or all add nothing.
void know_attained_of_group(SchemeReading& reading, const std::vector<Places>& places) {
    const std::optional<Law>& whole = reading.inside.promises.attained;
    if (reading.inside.beside != Beside::anyone || !is_gaussian(whole)) return;
    std::vector<ShiftedNormal> sums;
    for (const auto& [number, probability] : places) sums.push_back({number, probability});
    const double mu = std::get<GaussianLaw>(*whole).mu.lower;
    if (is_seen_in_cells(mu)) reading.attained_of_group = attained_in_cells(sums, mu);
}

// A record that takes another value is drawn with the same probability. Its worst pair is the same
// in both directions.
void know_replaced_record(SchemeReading& reading, const WithoutReplacement& scheme, Bracket q) {
    const Inside& inside = reading.inside;
    KnownPart& part = reading.part;
    const Count group_size = reading.group_size;
    if (inside.promises.failure.value() == 0) mix_renyi(part, inside.promises, q);
    part.worst.reset();
    const Count others = scheme.source_dataset_size - group_size;
    if (group_size > 1 && group_size <= static_cast<Count>(most_together) &&
        others >= scheme.sample_size && is_gaussian(inside.promises.worst)) {
        const auto places = places_without_replacement(
            static_cast<double>(scheme.sample_size),
            static_cast<double>(scheme.source_dataset_size), static_cast<double>(group_size));
        know_attained_of_group(reading, places);
        return know_replaced(reading, places);
    }
    if (!inside.worst || inside.has_user_pair()) return;
    const auto worse = analysis::worse_direction(analysis::profiles_of(*inside.worst));
    const auto sampled = analysis::on_samples(worse, q).there;
    part.worst = PairLaw{analysis::finite_pair({sampled, sampled, worse.is_costly, true},
                                               compose::Side::pessimistic),
                         PairLaw::From::records};
    part.worst_by = {"BBG18 T9", "BBG18 T2", "Mizan26 C3"};
}

}  // namespace

// A sample of the larger dataset holds the record, or it is a sample of the smaller dataset.
void know(SchemeReading& reading, const WithoutReplacement& scheme) {
    know_pair_of_curve(reading.inside);
    const Inside& inside = reading.inside;
    KnownPart& part = reading.part;
    part.name = "sampled " + inside.promises.name;
    const Bracket q = share(scheme.sample_size, records_left(reading, scheme));
    part.shown = reading.shown_of(q);
    sample_by_presence(part, inside, q, Record::removed);
    const bool leaves = reading.relation == Relation::add_or_remove_one;
    // A single record that leaves the larger dataset is one of a group that may leave.
    if (leaves && reading.leaving > 1) {
        part.attained = attained_by_presence(
            inside, share(scheme.sample_size, scheme.source_dataset_size), Record::removed);
    }
    // Other records, which are drawn by chance as well, would hide what a record adds.
    if (inside.beside != Beside::anyone) part.attained.reset();
    if (!leaves) know_replaced_record(reading, scheme, q);
}

}  // namespace mizan
