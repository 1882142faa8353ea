// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/program/leaf.hpp"
#include "mizan/program/scheme.hpp"
#include "mizan/units/relation.hpp"

namespace mizan {

/// What a part of a program sees of the data, and what its numbers are relative to. Every line of a
/// bill carries its own scope. The law of a part and the sentences that answers print about it are
/// both made from this value (docs/guide/neighbours.md), so that they cannot disagree.
struct Scope {
    /// How the data that one run of the part sees differs between neighbours.
    Relation relation = Relation::add_or_remove_one;
    /// Gaussian noise is measured by what one record adds: on Poisson samples of which a record takes
    /// another value, because the sample without the record matters there, too.
    bool by_record = false;
    /// The data is the record of one person, who sends a message: inside of shuffled.
    bool own_record = false;
    friend bool operator==(const Scope&, const Scope&) = default;
};

/// The scope of what is run under a scheme that itself has the scope `outside`. Throws InputError,
/// with the reason, if the scheme has no analysis for neighbours of that kind.
[[nodiscard]] Scope scope_inside(const Scheme& scheme, const Scope& outside);

/// What a noise multiplier or a sensitivity is relative to.
enum class Measure {
    change,  ///< the most that a change between neighbours moves the answer
    record,  ///< the most that one record adds to the answer
};

[[nodiscard]] Measure measure_of(const Leaf& leaf, const Scope& scope);

/// By how many units a change between neighbours moves the answer: a replaced record takes away what it
/// added and adds something else.
[[nodiscard]] double units_moved(const Leaf& leaf, const Scope& scope);

/// Whether the event says all of its mechanism, whatever the neighbours are. Of other events the
/// numbers are promises for neighbours of its scope.
[[nodiscard]] bool is_explicit(const Leaf& leaf);

}  // namespace mizan
