// SPDX-License-Identifier: Apache-2.0
// Quantities of different kinds have no order between them.
#include "mizan/units/quantity.hpp"

#ifdef MUST_NOT_COMPILE
const bool smaller = mizan::Order{2.0} < mizan::Epsilon{3.0};
#else
const bool smaller = mizan::Order{2.0} < mizan::Order{3.0};
#endif
