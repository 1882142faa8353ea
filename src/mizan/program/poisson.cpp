// SPDX-License-Identifier: Apache-2.0
#include "mizan/program/poisson.hpp"

#include "mizan/units/quantity.hpp"

namespace mizan {

void Poisson::check() const {
    static_cast<void>(Probability{probability.lower});
    static_cast<void>(Probability{probability.upper});
}

// The sample holds the record or not. Under replace_one both neighbours have the record if it is
// drawn, and the outputs with both values are compared with the sample without it.
Scope Poisson::inside(const Scope& outside) const {
    Scope scope = outside;
    if (scope.relation == Relation::replace_one) scope.by_record = true;
    return scope;
}

std::vector<std::string> Poisson::assumes(const Scope& scope, bool by_record) const {
    std::vector<std::string> all{
        "poisson: every record is drawn independently, afresh for every sample, and nobody "
        "sees which were"};
    if (scope.relation == Relation::replace_special) {
        all.emplace_back("poisson: a record that is not drawn counts as one that says nothing");
    }
    if (scope.relation == Relation::replace_one && !by_record) {
        all.emplace_back(
            "poisson where a record takes another value: of all but gaussian noise it is not "
            "known what the output would be without the record, so that samples lower delta "
            "alone; under add_or_remove_one they lower epsilon, too");
    }
    return all;
}

Batches Poisson::batches() const { return {fraction_of(probability)}; }

}  // namespace mizan
