// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <variant>

#include "mizan/program/neighbours.hpp"
#include "mizan/units/effort.hpp"
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
    Effort effort = {};

    /// An answer of which every digit is verified may take so many times the work.
    static constexpr double times_to_verify = 10;

    /// The limit of work is for a program of so many parts. A larger one may take as many times
    /// more.
    static constexpr double usual_parts = 1000;

    /// The effort with the limit of work that holds for this question about a program of so many
    /// parts.
    [[nodiscard]] Effort allowed(int parts) const {
        Effort all = effort;
        const double times = std::max(1.0, parts / usual_parts);
        all.work = (verify ? times_to_verify : 1) * times * effort.work.value();
        return all;
    }

    /// The delta that was given, or null if an epsilon was.
    [[nodiscard]] const Delta* delta() const { return std::get_if<Delta>(&at); }
    [[nodiscard]] const Epsilon* epsilon() const { return std::get_if<Epsilon>(&at); }

    /// What is asked of the laws that the program has under this relation.
    // NOLINTNEXTLINE(google-explicit-constructor): a question about a program is one about its laws
    operator Asked() const;
};

}  // namespace mizan
