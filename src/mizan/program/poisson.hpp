// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "mizan/numeric/bracket.hpp"
#include "mizan/program/batches.hpp"
#include "mizan/program/scope.hpp"

namespace mizan {

/// On a sample, drawn afresh each time: every record is in it with this probability, independently
/// of the others.
struct Poisson {
    Bracket probability;  ///< in [0, 1]; a bracket where it is a product

    /// Throws InputError or DomainError if a number is not one of its kind.
    void check() const;
    /// The scope of what is run under the scheme, which itself has the scope `outside`. Throws
    /// Refused, with the reason, if there is no analysis for neighbours of that kind.
    [[nodiscard]] Scope inside(const Scope& outside) const;
    /// What every answer takes for granted of it, one sentence each. `by_record`: everything inside
    /// is measured by what one record adds.
    [[nodiscard]] std::vector<std::string> assumes(const Scope& scope, bool by_record) const;
    /// As batches, for those who run shuffled epochs or batches of a fixed size instead.
    [[nodiscard]] Batches batches() const;

    friend bool operator==(const Poisson&, const Poisson&) = default;
};

}  // namespace mizan
