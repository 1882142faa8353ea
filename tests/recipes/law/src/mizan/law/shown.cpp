// SPDX-License-Identifier: Apache-2.0
#include "mizan/law/shown.hpp"

namespace mizan {

void ShownLaw::add_to(Parts& parts, double count) const { parts.add_shown(probability, count); }

Bracket ShownLaw::largest_loss(const Directions&) const {
    return probability.upper > 0 ? Bracket(infinity) : Bracket(0);
}

}  // namespace mizan
