// SPDX-License-Identifier: Apache-2.0
#include "mizan/law/response.hpp"

namespace mizan {

std::function<Precise()> ResponseLaw::precise_epsilon() const {
    if (!p || epsilon.is_exact()) {
        return [epsilon = epsilon] { return Precise(epsilon); };
    }
    return [p = *p] {
        const Precise odds = Precise(p) / (1 - Precise(p));
        return p >= 0.5 ? log(odds) : -log(odds);
    };
}

}  // namespace mizan
