// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "mizan/program/batches.hpp"
#include "mizan/program/count.hpp"
#include "mizan/program/scope.hpp"

namespace mizan {

/// In `num_steps` steps, of which each record takes part in `num_selected`, chosen at random and
/// independently of the others.
struct RandomAllocation {
    Count num_steps;     ///< at least 1
    Count num_selected;  ///< at most num_steps

    /// Throws InputError or DomainError if a number is not one of its kind.
    void check() const;
    /// The scope of what is run under the scheme, which itself has the scope `outside`. Throws
    /// Refused, with the reason, if there is no analysis for neighbours of that kind.
    [[nodiscard]] Scope inside(const Scope& outside) const;
    /// What every answer takes for granted of it, one sentence each. `by_record`: everything inside
    /// is measured by what one record adds.
    [[nodiscard]] std::vector<std::string> assumes(const Scope& scope, bool by_record) const;
    [[nodiscard]] bool takes_nothing() const { return num_selected == 0; }
    /// As batches, for those who run shuffled epochs or batches of a fixed size instead.
    [[nodiscard]] Batches batches() const;

    friend bool operator==(const RandomAllocation&, const RandomAllocation&) = default;
};

}  // namespace mizan
