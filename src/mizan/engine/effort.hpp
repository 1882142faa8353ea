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
    static constexpr double wide = 1e4;      ///< times the aim: a second method is worth its work
    static constexpr double narrow = 10;     ///< times the aim: no other method is tried
    static constexpr double lattice = 3e-4;  ///< a sum over a lattice of losses is this narrow
    static constexpr double rough_lattice = 2.5e-3;  ///< the same if the aim is not the finest
};

/// Whether a second method may make the answer narrower.
[[nodiscard]] inline bool is_wide(Bracket x, Aim aim = {}) {
    if (x.upper == infinity) return x.lower < infinity;
    return x.width() > Widths::wide * aim.content * x.upper;
}

/// Whether a sum over a lattice of losses, which takes much work, may make the answer narrower.
[[nodiscard]] inline bool is_very_wide(Bracket x, Aim aim) {
    const double reached = aim.content > Aim{}.content ? Widths::rough_lattice : Widths::lattice;
    return is_wide(x, aim) && !(x.upper < infinity && x.width() <= reached * x.upper);
}

/// Whether the answer needs no other method.
[[nodiscard]] inline bool is_narrow(Bracket x, Aim aim) {
    return x.width() <= Widths::narrow * aim.content * x.upper;
}

}  // namespace mizan::analysis
