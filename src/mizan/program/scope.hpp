// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/units/relation.hpp"

namespace mizan {

/// What a part of a program sees of the data, and what its numbers are relative to. Every line of a
/// bill carries its own scope. The law of a part and the sentences that answers print about it are
/// both made from this value (docs/guide/neighbours.md), so that they cannot disagree.
struct Scope {
    /// How the data that one run of the part sees differs between neighbours.
    Relation relation = Relation::add_or_remove_one;
    /// Gaussian noise is measured by what one record adds: on Poisson samples of which a record
    /// takes another value, because the sample without the record matters there, too.
    bool by_record = false;
    /// The data is the record of one person, who sends a message: inside of shuffled.
    bool own_record = false;
    friend bool operator==(const Scope&, const Scope&) = default;
};

/// What a noise multiplier or a sensitivity is relative to.
enum class Measure {
    change,  ///< the most that a change between neighbours moves the answer
    record,  ///< the most that one record adds to the answer
};

}  // namespace mizan
