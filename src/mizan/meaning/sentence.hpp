// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "mizan/numeric/bracket.hpp"
#include "mizan/units/quantity.hpp"
#include "mizan/units/relation.hpp"

namespace mizan {

/// The two inputs that are compared: they differ, as the relation says, in the data of you and
/// `people` - 1 others.
struct Comparison {
    Relation relation = Relation::add_or_remove_one;
    std::int64_t people = 1;
};

// Sentences for a person without mathematics. Numbers are rounded to the safe side.

/// What taking part can do to the chance of something she fears, if that chance is `q` without her
/// and in the range `with` with her.
[[nodiscard]] std::string bad_outcome_sentence(Probability q, const Bracket& with,
                                               const Comparison& comparison = {});

/// What someone can learn about her who knows everything but which of the two inputs was used: from
/// `prior` to the range `after`, except with probability `failure`.
[[nodiscard]] std::string posterior_sentence(Probability prior, const Bracket& after,
                                             Probability failure,
                                             const Comparison& comparison = {});

/// How often such a person at most guesses right which of the two inputs was used.
[[nodiscard]] std::string best_guess_sentence(Probability prior, Probability most,
                                              const Comparison& comparison = {});

/// How often the release multiplies the odds that such a person gives to the truth by more than
/// `factor`.
[[nodiscard]] std::string large_bayes_factor_sentence(Positive factor, Probability most);

/// A probability in percent, rounded up (down) to `digits` significant digits. A probability that
/// is a short decimal but for rounding errors, 1e-12 of itself, is shown as that decimal.
[[nodiscard]] std::string percent_above(double probability, int digits);
[[nodiscard]] std::string percent_below(double probability, int digits);

}  // namespace mizan
