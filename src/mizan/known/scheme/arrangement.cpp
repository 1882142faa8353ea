// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/scheme/arrangement.hpp"

#include <algorithm>

// A new scheme is one file beside this one, and one line here.
#include "mizan/known/scheme/poisson.hpp"
#include "mizan/known/scheme/random_allocation.hpp"
#include "mizan/known/scheme/repeat_and_select.hpp"
#include "mizan/known/scheme/shuffled.hpp"
#include "mizan/known/scheme/truncated_poisson.hpp"
#include "mizan/known/scheme/with_replacement.hpp"
#include "mizan/known/scheme/without_replacement.hpp"
#include "mizan/program/bill.hpp"
#include "mizan/units/doubles.hpp"

namespace mizan {

namespace {

// What is known of a group. Each record of it makes its own choice of steps, so all runs of the
// scheme are taken together as one.
void know_group(SchemeReading& reading, Groups groups) {
    std::vector<std::string> group_by = reading.part.worst_by;
    if (reading.group_size > 1) {
        if (reading.runs > 1) reading.part = as_one(std::move(reading.part), reading.runs);
        reading.runs = 1;
        const bool by_sums = reading.draws_each_of_group && groups == Groups::by_their_sums;
        reading.part = for_group(reading.part, reading.group_size,
                                 by_sums ? Groups::by_their_sums : Groups::by_chains);
    }
    if (reading.worst_of_group) {
        reading.part.worst = std::move(reading.worst_of_group);
        reading.part.worst_by = std::move(group_by);
    }
    if (reading.attained_of_group) reading.part.attained = std::move(reading.attained_of_group);
}

// A randomized response with the same ε and failure is the worst of all mechanisms that keep such a
// promise.
void know_worst_of_promise(KnownPart& part) {
    show_by_promise(part);
    if (part.worst || !part.pure.value) return;
    const double epsilon = part.pure.value->epsilon.value();
    part.worst =
        epsilon < largest_exponent ? ResponseLaw{epsilon, part.failure} : shown_at_most(part.shown);
    part.worst_by = {"KOV15 T3.3"};
}

}  // namespace

KnownPart known_of(const Arrangement& arrangement, Inside inside, Groups groups, Extent extent,
                   KnownPart (*known_inside)(const Arrangement&)) {
    const Count group_size = groups == Groups::one_record_of ? 1 : arrangement.group_size;
    SchemeReading reading{
        std::move(inside), *arrangement.inside,    known_inside, arrangement.scope.relation,
        group_size,        arrangement.group_size, extent};
    std::visit([&](const auto& scheme) { know(reading, scheme); }, arrangement.scheme);
    reading.part.beside = std::max(reading.part.beside, reading.inside.beside);
    know_group(reading, groups);
    know_worst_of_promise(reading.part);
    reading.part.count = static_cast<double>(arrangement.count) * reading.runs;
    if (reading.part.count > static_cast<double>(max_count)) {
        throw InputError("the counts multiply to more than " + std::to_string(max_count) +
                         " runs of a step");
    }
    return std::move(reading.part);
}

}  // namespace mizan
