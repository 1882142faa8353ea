// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/gdp_to_zcdp.hpp"

namespace mizan {

Bracket gdp_to_zcdp(const GDP& gdp) { return square(gdp.mu.value()) / 2; }

}  // namespace mizan
