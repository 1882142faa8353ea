// SPDX-License-Identifier: Apache-2.0
// An epsilon is not a delta, even though both are numbers.
#include "mizan/definition/definition.hpp"

const mizan::Delta delta{1e-5};
const mizan::Epsilon epsilon{1.0};

#ifdef MUST_NOT_COMPILE
const mizan::ApproxDP guarantee{.epsilon = delta, .delta = epsilon};
#else
const mizan::ApproxDP guarantee{.epsilon = epsilon, .delta = delta};
#endif
