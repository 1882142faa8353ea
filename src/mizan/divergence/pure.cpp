// SPDX-License-Identifier: Apache-2.0
#include "mizan/divergence/pure.hpp"

#include "mizan/numeric/floating_point_environment.hpp"

namespace mizan {

Epsilon classic_kl_bound(Epsilon epsilon) {
    const DefaultArithmetic arithmetic;
    if (epsilon.value() == 0) return epsilon;
    return Epsilon{(epsilon.value() * expm1(Bracket(epsilon.value()))).upper};
}

Epsilon refined_kl_bound(Epsilon epsilon) {
    const DefaultArithmetic arithmetic;
    if (epsilon.value() == 0) return epsilon;
    return Epsilon{(epsilon.value() * expm1(Bracket(epsilon.value())) / 2).upper};
}

Bracket largest_kl(Epsilon epsilon) {
    const DefaultArithmetic arithmetic;
    return epsilon.value() * largest_total_variation(epsilon);
}

Bracket largest_total_variation(Epsilon epsilon) {
    const DefaultArithmetic arithmetic;
    return tanh(Bracket(epsilon.value()) / 2);
}

}  // namespace mizan
