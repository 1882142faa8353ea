// SPDX-License-Identifier: Apache-2.0
#include "mizan/program/without_replacement.hpp"

#include "mizan/units/error.hpp"

namespace mizan {

void WithoutReplacement::check() const {
    check_whole_number("source_dataset_size", 1, source_dataset_size);
    check_whole_number("sample_size", 0, sample_size);
    if (sample_size > source_dataset_size) {
        throw InputError("sample_size must be at most source_dataset_size, got " +
                         std::to_string(sample_size) + " of " +
                         std::to_string(source_dataset_size));
    }
}

// A sample that holds the record has it in the place of another.
Scope WithoutReplacement::inside(const Scope&) const { return {Relation::replace_one}; }

std::vector<std::string> WithoutReplacement::assumes(const Scope& scope, bool) const {
    std::vector<std::string> all{
        "without_replacement: every subset of sample_size records is equally likely, drawn "
        "afresh for every sample, and nobody sees which; sensitivities and guarantees inside "
        "are those of replacing a record of the sample"};
    if (scope.relation == Relation::add_or_remove_one) {
        all.emplace_back(
            "without_replacement: source_dataset_size is the number of records of the larger "
            "dataset");
    }
    return all;
}

Batches WithoutReplacement::batches() const {
    return {{sample_size, source_dataset_size}, 1, true};
}

}  // namespace mizan
