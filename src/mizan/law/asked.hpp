// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>

#include "mizan/units/quantity.hpp"

namespace mizan {

/// A question about laws: the epsilon at a delta, or the delta at an epsilon.
struct Asked {
    std::variant<Delta, Epsilon> at;
    bool verify = false;  ///< every digit of both ends, in arithmetic of thirty digits
    double width = 0;     ///< an answer of this relative width is good enough

    /// The delta that was given, or null if an epsilon was.
    [[nodiscard]] const Delta* delta() const { return std::get_if<Delta>(&at); }
    [[nodiscard]] const Epsilon* epsilon() const { return std::get_if<Epsilon>(&at); }
};

}  // namespace mizan
