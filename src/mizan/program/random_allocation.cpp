// SPDX-License-Identifier: Apache-2.0
#include "mizan/program/random_allocation.hpp"

#include "mizan/units/error.hpp"

namespace mizan {

void RandomAllocation::check() const {
    check_whole_number("num_steps", 1, num_steps);
    check_whole_number("num_selected", 0, num_selected);
    if (num_selected > num_steps) {
        throw InputError("num_selected must be at most num_steps, got " +
                         std::to_string(num_selected) + " of " + std::to_string(num_steps));
    }
}

Scope RandomAllocation::inside(const Scope& outside) const {
    if (outside.relation == Relation::replace_one) {
        throw Refused(
            "random_allocation has no analysis under replace_one: what a step promises for "
            "records that are there or are not is what counts",
            "use add_or_remove_one or replace_special");
    }
    return outside;
}

std::vector<std::string> RandomAllocation::assumes(const Scope& scope, bool) const {
    std::vector<std::string> all{
        "random_allocation: each record draws its num_selected of the num_steps steps by "
        "itself, at random, and nobody sees which; a loader that shuffles all records is "
        "something else"};
    if (scope.relation == Relation::replace_special) {
        all.emplace_back(
            "random_allocation: in the other steps a record counts as one that says nothing");
    }
    return all;
}

Batches RandomAllocation::batches() const { return {{num_selected, num_steps}, num_steps}; }

}  // namespace mizan
