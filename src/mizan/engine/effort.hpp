// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/inversion/profile/profile.hpp"

namespace mizan::analysis {

/// How sharply an answer is wanted.
using Aim = inversion::Profile::Aim;

/// The widths at which the next method is tried. All are relative to the upper end. Smaller
/// ones try more methods and take more time; larger ones leave answers wider. None makes a bound
/// untrue.
struct Widths {
    static constexpr double wide = 1e4;      ///< times the aim: worth a second method
    static constexpr double narrow = 10;     ///< times the aim: not worth another method
    static constexpr double lattice = 3e-4;  ///< what a sum over a lattice of losses can reach
    static constexpr double rough_lattice = 2.5e-3;  ///< the same, where the aim is not the finest
};

/// Whether a second method may make the answer narrower.
[[nodiscard]] inline bool is_wide(Bracket x, Aim aim = {}) {
    if (x.upper == infinity) return x.lower < infinity;
    return x.width() > Widths::wide * aim.content * x.upper;
}

/// Whether even a lattice of losses or cells may make it narrower, at a price that is worth it.
[[nodiscard]] inline bool is_very_wide(Bracket x, Aim aim) {
    const double reached = aim.content > Aim{}.content ? Widths::rough_lattice : Widths::lattice;
    return is_wide(x, aim) && !(x.upper < infinity && x.width() <= reached * x.upper);
}

/// Whether no other method needs to be tried.
[[nodiscard]] inline bool is_narrow(Bracket x, Aim aim) {
    return x.width() <= Widths::narrow * aim.content * x.upper;
}

}  // namespace mizan::analysis
