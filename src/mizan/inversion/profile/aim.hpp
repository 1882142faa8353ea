// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

/// How narrow an answer shall be, and how much work it may take.
struct Aim {
    double content = 1e-9;    ///< an answer of this relative width is good enough
    double negligible = 0;    ///< a δ below this need not be told apart from 0
    double begin = infinity;  ///< no search for an epsilon begins farther out
    double guess = infinity;  ///< a second place to begin, if the first left the answer wide
    bool is_patient = true;   ///< a wide answer may take several times the usual work
    bool is_smoothed = true;  ///< smoothed lines are allowed if no other line ends soon
    double smoothing = 1;     ///< the work of smoothed lines, in multiples of the usual
};

}  // namespace mizan::inversion
