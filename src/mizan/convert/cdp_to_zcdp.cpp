// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/cdp_to_zcdp.hpp"

namespace mizan {

Bracket cdp_to_zcdp(const CDP& cdp) { return square(cdp.tau.value()) / 2; }

}  // namespace mizan
