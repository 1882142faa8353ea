// SPDX-License-Identifier: Apache-2.0
#include "mizan/program/truncated_poisson.hpp"

#include "mizan/units/quantity.hpp"

namespace mizan {

void TruncatedPoisson::check() const {
    check_whole_number("dataset_size", 1, dataset_size);
    check_whole_number("truncated_batch_size", 0, truncated_batch_size);
    static_cast<void>(Probability{sampling_probability});
}

Scope TruncatedPoisson::inside(const Scope& outside) const {
    Scope scope = outside;
    scope.by_record = true;
    return scope;
}

std::vector<std::string> TruncatedPoisson::assumes(const Scope&, bool) const {
    return {
        "truncated_poisson_gaussian: every record is drawn independently, afresh for every "
        "sample; of a sample that is too large a random subset is kept, and nobody sees which; "
        "noise_multiplier is standard deviation / largest L2 norm of what one record adds"};
}

Batches TruncatedPoisson::batches() const { return {fraction_of(sampling_probability)}; }

}  // namespace mizan
