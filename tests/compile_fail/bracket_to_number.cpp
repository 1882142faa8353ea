// SPDX-License-Identifier: Apache-2.0
// A bracket becomes a number only by naming the end that is meant.
#include "mizan/numeric/bracket.hpp"
#include "mizan/units/quantity.hpp"

const mizan::Bracket bracket{1.0, 2.0};

#ifdef MUST_NOT_COMPILE
const mizan::Epsilon epsilon{bracket};
#else
const mizan::Epsilon epsilon{bracket.upper};
#endif
