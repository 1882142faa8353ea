// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/term/logistic.hpp"

#include "mizan/known/term/dominating_pair.hpp"

namespace mizan {

void know(TermReading& reading, const Logistic& leaf) {
    // A group moves the number by at most so many times the sensitivity.
    const Logistic whole{(Bracket(leaf.noise_multiplier.value()) / reading.size).lower};
    const auto profile = [&](Epsilon epsilon) { return whole.delta(epsilon); };
    reading.part.name = Logistic::name;
    know_profile(reading.part, profile, 1);
    reading.cite_first({"Toy26 L1"});
}

}  // namespace mizan
