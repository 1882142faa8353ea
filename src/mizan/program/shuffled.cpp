// SPDX-License-Identifier: Apache-2.0
#include "mizan/program/shuffled.hpp"

#include "mizan/units/error.hpp"

namespace mizan {

void Shuffled::check() const { check_whole_number("records", 1, records); }

Scope Shuffled::inside(const Scope& outside) const {
    if (outside.relation == Relation::add_or_remove_one) {
        throw Refused(
            "shuffled has no analysis under add_or_remove_one: a record more changes how many "
            "answers there are",
            "use replace_one or replace_special");
    }
    return {.relation = outside.relation, .own_record = true};
}

std::vector<std::string> Shuffled::assumes(const Scope& scope, bool) const {
    return {
        "shuffled: every record is answered for by the same randomizer, chosen in advance, and "
        "nobody sees which answer is whose",
        scope.relation == Relation::replace_special
            ? "shuffled: sensitivities and guarantees inside are those between the value of "
              "one person and one that says nothing; the other people have any values"
            : "shuffled: sensitivities and guarantees inside are those between any two values "
              "of one person"};
}

}  // namespace mizan
