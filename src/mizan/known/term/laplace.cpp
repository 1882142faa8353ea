// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/term/laplace.hpp"

namespace mizan {

void know(TermReading& reading, const Laplace& leaf) {
    KnownPart& part = reading.part;
    const double size = reading.size, scale = leaf.noise_multiplier.value();
    part.name = Laplace::name;
    const Laplace shared = laplace_with(leaf.noise_multiplier, size);
    reading.know_all(shared, {{"DR14 T3.6"}, {"Mironov17 C2"}, {"HM25"}, {"DR16 T4"}});
    if (part.pure.value) {  // sharper than through the rounded scale of `shared`
        part.pure.value = PureDP{Epsilon{(size / Bracket(scale)).upper}};
    }
    part.worst = LaplaceLaw{shared};
    part.attained = LaplaceLaw{Laplace{(scale / Bracket(size)).upper}};
}

}  // namespace mizan
