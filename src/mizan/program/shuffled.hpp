// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mizan/program/count.hpp"
#include "mizan/program/scope.hpp"

namespace mizan {

/// By each of `records` people on the own record; all results are shown in random order.
struct Shuffled {
    Count records;  ///< at least 1

    /// Throws InputError or DomainError if a number is not one of its kind.
    void check() const;
    /// The scope of what is run under the scheme, which itself has the scope `outside`. Throws
    /// Refused, with the reason, if there is no analysis for neighbours of that kind.
    [[nodiscard]] Scope inside(const Scope& outside) const;
    /// What every answer takes for granted of it, one sentence each. `by_record`: everything inside
    /// is measured by what one record adds.
    [[nodiscard]] std::vector<std::string> assumes(const Scope& scope, bool by_record) const;

    /// What people often run instead, and how many plain runs that is: a message of each person.
    static constexpr const char* often_instead = "messages that show whose they are";
    static constexpr bool runs_for_each_person = true;
    [[nodiscard]] std::optional<Count> runs_instead() const { return 1; }

    friend bool operator==(const Shuffled&, const Shuffled&) = default;
};

}  // namespace mizan
