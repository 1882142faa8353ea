// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "mizan/definition/definition.hpp"

namespace mizan {

/// One sentence for a person without mathematics: what taking part can do to the chance of something
/// she fears, if that chance is `q` without her. Numbers are rounded to the safe side.
[[nodiscard]] std::string bad_outcome_sentence(const Definition& definition, Probability q);

/// One sentence on what someone can learn about her who gave the fact the chance `prior` before.
[[nodiscard]] std::string posterior_sentence(const PureDP& pure, Probability prior);

/// A probability in percent with `digits` significant digits, never below (above) it.
[[nodiscard]] std::string percent_above(double probability, int digits);
[[nodiscard]] std::string percent_below(double probability, int digits);

}  // namespace mizan
