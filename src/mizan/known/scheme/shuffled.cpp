// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/scheme/shuffled.hpp"

#include <algorithm>

#include "mizan/known/term/term.hpp"
#include "mizan/program/bill.hpp"
#include "mizan/sampling/shuffle.hpp"

namespace mizan {

namespace {

Bracket pure_of(const KnownPart& part) {
    return part.pure.value ? part.count * Bracket(part.pure.value->epsilon.value())
                           : Bracket(infinity);
}

// A pure ε of one message, between any two values of a person. From promises between a value and
// none it is twice their ε. An event that describes its whole mechanism says itself how far two
// values are apart.
double between_two_values(const SchemeReading& reading) {
    const Bill& run = reading.run;
    const Bill any_values = in_scope(run, {.relation = Relation::replace_one, .own_record = true});
    Bracket sum = 0;
    for (std::size_t i = 0; i < run.terms.size(); ++i) {
        const Bracket twice = 2 * pure_of(known_of(run.terms[i]));
        const bool is_said = is_explicit(run.terms[i].leaf);
        sum += is_said ? min(twice, pure_of(known_of(any_values.terms[i]))) : twice;
    }
    for (const Arrangement& each : run.arrangements) sum += 2 * pure_of(reading.known_inside(each));
    return sum.upper;
}

// In some instance, people with a value of their own say yes this many times as often as a person
// who says nothing. The less often they do, the more easily one of them is detected.
Bracket others_say_yes(const Bill& run) {
    if (!run.arrangements.empty() || run.terms.size() != 1) return 1;
    const auto& [leaf, count, group_size, scope] = run.terms.front();
    if (count > 1 || group_size > 1) return 1;
    if (const auto* guarantee = std::get_if<ApproxDP>(&leaf)) {
        return exp(-Bracket(guarantee->epsilon.value()));
    }
    const auto* answers = std::get_if<BucketRandomizedResponse>(&leaf);
    return answers != nullptr ? answers->noise_parameter.value() : 1;
}

// A message says yes if the person's own value makes it more likely. An adversary who counts the
// yes of all messages attains this law.
void know_attained(SchemeReading& reading, double people) {
    KnownPart& part = reading.part;
    if (reading.inside.attained.empty() || reading.inside.has_user_pair()) return;
    Bracket yes = 0, other = 0;
    for (const auto& [p, q, log_ratio] : reading.attained_pair()) {
        if (log_ratio.lower > 0) yes += p, other += q;
    }
    const bool is_special = reading.relation == Relation::replace_special;
    const Bracket others = is_special ? others_say_yes(reading.run) : Bracket(1);
    auto answers = shuffled_answers(yes, other, others * other, people);
    // A sample might draw others that say nothing, and they would hide this person.
    if (others != Bracket(1)) part.beside = Beside::certain;
    if (answers.empty()) {
        answers = shuffled_answers(yes, other, people);
        part.beside = Beside::anyone;
    }
    if (!answers.empty()) part.attained = PairLaw{answers, PairLaw::From::records};
}

}  // namespace

void know(SchemeReading& reading, const Shuffled& scheme) {
    const KnownPart& whole = reading.inside.promises;
    KnownPart& part = reading.part;
    // This comes first, because it refuses events that have no meaning between two values of a
    // person.
    const bool is_special = reading.relation == Relation::replace_special;
    const double apart = is_special ? between_two_values(reading) : 0;
    if (!whole.pure.value || whole.failure.value() > 0) {
        throw Refused("shuffled needs a local randomizer with a pure epsilon, and " +
                          (whole.pure.value ? whole.name + " may fail" : whole.pure.why_not),
                      "laplace, randomized_response and pure have one");
    }
    part.name = "shuffled " + whole.name;
    part.shown = whole.shown;
    know(part, *whole.pure.value);
    cite(part.pure.theorems, whole.pure.theorems);
    const auto people = static_cast<double>(scheme.records);
    const Epsilon local = whole.pure.value->epsilon;
    const Epsilon others{std::max(local.value(), apart)};
    part.worst = on_lattice(shuffled(local, others, people));
    part.worst_by = {others > local ? "Mizan26 H2" : "Mizan26 H1"};
    know_attained(reading, people);
}

}  // namespace mizan
