// SPDX-License-Identifier: Apache-2.0
// A computed bound that nobody looks at is a mistake (compiled with warnings as errors).
#include "mizan/numeric/normal.hpp"

void compute() {
#ifdef MUST_NOT_COMPILE
    mizan::normal::tail(1.0);
#else
    const mizan::Bracket tail = mizan::normal::tail(1.0);
    static_cast<void>(tail);
#endif
}
