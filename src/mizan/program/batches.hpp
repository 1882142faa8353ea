// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mizan/numeric/bracket.hpp"
#include "mizan/program/count.hpp"

namespace mizan {

/// `part` out of `whole` records.
struct Fraction {
    Count part;
    Count whole;
};

/// A share of the records as a fraction, by continued fractions: the first that is q to all digits
/// of a double, or else one that is a little larger.
[[nodiscard]] Fraction fraction_of(Bracket q);

/// A scheme as batches: `steps` of them, each of this share of the records, on average at least.
struct Batches {
    Fraction share;
    Count steps = 1;
    bool fixed_size = false;  ///< inside, a record takes the place of another
};

}  // namespace mizan
