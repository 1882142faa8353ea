// SPDX-License-Identifier: Apache-2.0
// Adding two epsilons is a theorem, not an operator: compose says which one.
#include "mizan/numeric/bracket.hpp"
#include "mizan/units/quantity.hpp"

const mizan::Epsilon epsilon{1.0};

#ifdef MUST_NOT_COMPILE
const auto sum = epsilon + epsilon;
#else
const auto sum = mizan::Bracket{epsilon.value()} + epsilon.value();
#endif
