// SPDX-License-Identifier: Apache-2.0
// A bare number does not say what it measures.
#include "mizan/definition/definition.hpp"

#ifdef MUST_NOT_COMPILE
const mizan::ApproxDP guarantee{.epsilon = 1.0, .delta = 1e-5};
#else
const mizan::ApproxDP guarantee{.epsilon = mizan::Epsilon{1.0}, .delta = mizan::Delta{1e-5}};
#endif
