// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mizan/program/count.hpp"
#include "mizan/program/scope.hpp"

namespace mizan {

/// Several times on the same data, of which only the best result is shown. How often is random: a
/// truncated negative binomial number of this shape, Poisson's if the shape is infinite.
struct RepeatAndSelect {
    double mean;   ///< at least 1; with Poisson's law more than 0
    double shape;  ///< in (-1, ∞]

    /// Throws InputError or DomainError if a number is not one of its kind.
    void check() const;
    /// The scope of what is run under the scheme, which itself has the scope `outside`. Throws
    /// Refused, with the reason, if there is no analysis for neighbours of that kind.
    [[nodiscard]] Scope inside(const Scope& outside) const;
    /// What every answer takes for granted of it, one sentence each. `by_record`: everything inside
    /// is measured by what one record adds.
    [[nodiscard]] std::vector<std::string> assumes(const Scope& scope, bool by_record) const;

    /// What people often run instead, and how many plain runs that is; none if they cannot be
    /// counted.
    static constexpr const char* often_instead = "the best of a fixed number of runs";
    static constexpr bool runs_for_each_person = false;
    [[nodiscard]] std::optional<Count> runs_instead() const;

    friend bool operator==(const RepeatAndSelect&, const RepeatAndSelect&) = default;
};

}  // namespace mizan
