// SPDX-License-Identifier: Apache-2.0
#include "mizan/program/with_replacement.hpp"

#include "mizan/units/error.hpp"

namespace mizan {

void WithReplacement::check() const {
    check_whole_number("source_dataset_size", 1, source_dataset_size);
    check_whole_number("sample_size", 0, sample_size);
}

Scope WithReplacement::inside(const Scope& outside) const {
    if (outside.relation == Relation::add_or_remove_one) {
        throw Refused(
            "with_replacement has no analysis under add_or_remove_one: a record more changes "
            "the chances of all others",
            "use replace_one, or poisson");
    }
    return {Relation::replace_one};
}

std::vector<std::string> WithReplacement::assumes(const Scope&, bool) const {
    return {
        "with_replacement: every draw is any of the records, independently, afresh for every "
        "sample, and nobody sees which; sensitivities and guarantees inside are those of "
        "replacing a record once in the sample"};
}

Batches WithReplacement::batches() const { return {{sample_size, source_dataset_size}, 1, true}; }

}  // namespace mizan
