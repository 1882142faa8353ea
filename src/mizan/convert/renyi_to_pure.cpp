// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/renyi_to_pure.hpp"

namespace mizan {

std::optional<PureDP> renyi_to_pure(const RenyiCurve& curve) {
    const double bound = curve(Order{infinity}).upper;
    if (bound == infinity) return std::nullopt;
    return PureDP{Epsilon{bound}};
}

}  // namespace mizan
