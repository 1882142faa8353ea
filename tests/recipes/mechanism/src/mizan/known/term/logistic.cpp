// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/term/logistic.hpp"

#include "mizan/known/term/dominating_pair.hpp"

namespace mizan {

void know(TermReading& reading, const Logistic& leaf) {
    const auto profile = [&](Epsilon epsilon) { return leaf.delta(epsilon); };
    reading.part.name = Logistic::name;
    know_profile(reading.part, profile, reading.people);
    reading.cite_chain("Toy26 L1");
}

}  // namespace mizan
