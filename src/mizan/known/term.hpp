// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/known/known_part.hpp"
#include "mizan/program/program.hpp"

namespace mizan {

/// How much is read of a term, or of one on Poisson samples: the laws are enough for composing them, and
/// take next to no time.
enum class Extent { laws, everything };

/// What is known of one term of a program.
[[nodiscard]] KnownPart known_of(const Term& term, Extent extent = Extent::everything);

}  // namespace mizan
