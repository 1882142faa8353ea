// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>

#include "mizan/program/neighbours.hpp"
#include "mizan/units/quantity.hpp"
#include "mizan/units/relation.hpp"

namespace mizan {

struct Asked;

/// What is asked about a program: the epsilon at a delta, or the delta at an epsilon, for groups of
/// `group_size` records that change together.
struct Question {
    std::variant<Delta, Epsilon> at;
    Relation relation = Relation::add_or_remove_one;
    Count group_size = 1;
    bool verify = false;  ///< every digit of both ends, in arithmetic of thirty digits

    /// The delta that was given, or null if an epsilon was.
    [[nodiscard]] const Delta* delta() const { return std::get_if<Delta>(&at); }
    [[nodiscard]] const Epsilon* epsilon() const { return std::get_if<Epsilon>(&at); }

    /// What is asked of the laws that the program has under this relation.
    // NOLINTNEXTLINE(google-explicit-constructor): a question about a program is one about its laws
    operator Asked() const;
};

}  // namespace mizan
