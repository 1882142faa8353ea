// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>

#include "mizan/program/poisson.hpp"
#include "mizan/program/random_allocation.hpp"
#include "mizan/program/repeat_and_select.hpp"
#include "mizan/program/shuffled.hpp"
#include "mizan/program/truncated_poisson.hpp"
#include "mizan/program/with_replacement.hpp"
#include "mizan/program/without_replacement.hpp"

namespace mizan {

/// A way to run a program other than once on all of the data. Each scheme is a file of its own,
/// which says what its numbers are, which scope it gives to what is run inside, what it takes for
/// granted, and what people often run instead. To add one: write its file, then add its line here.
using Scheme = std::variant<  //
    Poisson,                  //
    WithoutReplacement,       //
    WithReplacement,          //
    TruncatedPoisson,         //
    RepeatAndSelect,          //
    RandomAllocation,         //
    Shuffled>;

/// Throws InputError or DomainError if a number of the scheme is not one of its kind.
void check(const Scheme& scheme);

/// Whether no record has a part in any run.
[[nodiscard]] bool takes_nothing(const Scheme& scheme);

/// The scope of what is run under a scheme that itself has the scope `outside`. Throws Refused,
/// with the reason, if the scheme has no analysis for neighbours of that kind.
[[nodiscard]] Scope scope_inside(const Scheme& scheme, const Scope& outside);

}  // namespace mizan
