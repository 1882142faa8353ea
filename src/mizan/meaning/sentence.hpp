// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "mizan/definition/definition.hpp"
#include "mizan/units/relation.hpp"

namespace mizan {

/// The two inputs that are compared: they differ, as the relation says, in the data of you and
/// `people` - 1 others.
struct Comparison {
    Relation relation = Relation::add_or_remove_one;
    std::int64_t people = 1;
};

// Sentences for a person without mathematics. Numbers are rounded to the safe side.

/// What taking part can do to the chance of something she fears, if that chance is `q` without her.
[[nodiscard]] std::string bad_outcome_sentence(const Definition& definition, Probability q,
                                               const Comparison& comparison = {});

/// What someone can learn about her who knows everything but which of the two inputs was used.
[[nodiscard]] std::string posterior_sentence(const PureDP& pure, Probability prior,
                                             const Comparison& comparison = {});

/// The same for a promise that may fail with probability `failure`.
[[nodiscard]] std::string likely_posterior_sentence(const RenyiCurve& curve, Probability prior,
                                                    Probability failure,
                                                    const Comparison& comparison = {});

/// A probability in percent with `digits` significant digits, never below (above) it by more than
/// 1e-12 of itself: what misses a short decimal by no more than rounding errors is that decimal.
[[nodiscard]] std::string percent_above(double probability, int digits);
[[nodiscard]] std::string percent_below(double probability, int digits);

}  // namespace mizan
