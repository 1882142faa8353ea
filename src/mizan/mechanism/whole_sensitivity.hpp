// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/units/quantity.hpp"

namespace mizan {

namespace domain {
struct WholeSensitivity {
    static constexpr bool is_unit = false;
    static constexpr double most = 0x1p53 - 1;  ///< every one and its successor are exact doubles
    static constexpr std::string_view name = "sensitivity",
                                      rule = "a whole number from 1 to 2^53 - 1";
    static constexpr bool contains(double x) {
        return 1 <= x && x <= most && x == static_cast<double>(static_cast<long long>(x));
    }
};
}  // namespace domain

/// The most that a query with whole answers moves between neighbours.
using WholeSensitivity = Quantity<domain::WholeSensitivity>;

}  // namespace mizan
