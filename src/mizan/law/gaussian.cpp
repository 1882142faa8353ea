// SPDX-License-Identifier: Apache-2.0
#include "mizan/law/gaussian.hpp"

namespace mizan {

Precise GaussianLaw::precise_mu() const {
    return sigma && !mu.is_exact() ? 1 / Precise(*sigma) : Precise(mu);
}

}  // namespace mizan
