// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/pure_to_zcdp.hpp"

namespace mizan {

Bracket pure_to_zcdp(const PureDP& pure) {
    const Bracket epsilon = pure.epsilon.value();
    return epsilon * tanh(epsilon / 2);
}

}  // namespace mizan
