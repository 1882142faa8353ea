// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mizan/inversion/line/composition.hpp"

namespace mizan::inversion {

/// Where a line ends.
struct Cutoff {
    double omega;
    double integral;  ///< at least ∫ B(v)/v² dv over v > omega
    double fall;      ///< up to there B(v) ≤ e^{-v²/2fall²}, about
};

/// An Ω in [first, last) beyond which ∫ B(v)/v² dv is at most `wanted`, where B bounds |Φ| and
/// never grows. Empty if there is none.
[[nodiscard]] std::optional<Cutoff> cut_off(const Composition& parts, const Tilted& tilted,
                                            double first, double last, double wanted);

}  // namespace mizan::inversion
