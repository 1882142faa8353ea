// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

/// How well an answer is wanted to be known.
struct Aim {
    double content = 1e-9;    ///< an answer of this relative width is good enough
    double negligible = 0;    ///< a δ below this need not be told apart from 0
    double begin = infinity;  ///< no search for an epsilon begins farther out
    double guess = infinity;  ///< a second place to begin, if the first left the answer wide
    bool is_patient = true;   ///< several times the usual work is allowed where that leaves it wide
    bool is_smoothed = true;  ///< smoothed lines are allowed, where no other ends soon
    double smoothing = 1;     ///< work allowed for those, over the usual
};

}  // namespace mizan::inversion
