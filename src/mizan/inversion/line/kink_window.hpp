// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "mizan/numeric/bracket.hpp"

namespace mizan::inversion {

/// What takes the place of 1/(s(s+1)) so that the sum over the nodes s = c + ikh ends at k = N
/// without an error of unknown sign. 1/(s(s+1)) is the transform of e^{-cv} (1 - e^{-v})₊, whose
/// kink at v = 0 has all frequencies. These two are transforms of functions below and above it that
/// have none beyond Ω = Nh.
///
/// Theorem    Mizan26 T2: band-limited bracket
/// States     With τ = 2π/Ω let m have no frequencies beyond Ω and the values and slopes of e^{-cv}
///            (1 - e^{-v})₊ at all multiples of τ, at 0 the slope
///            c/(e^{cτ}-1) - (c+1)/(e^{(c+1)τ}-1). Then m(v) ≤ e^{-cv} (1 - e^{-v})₊ ≤ m(v) + (τ/6)
///            (sin(πv/τ)/(πv/τ))² for all v. The same holds for -1 < c < 0 with -min(1, e^{-v}) in
///            place of (1 - e^{-v})₊ and c added to the slope at 0
/// Needs      c > 0 or -1 < c < 0
/// Guarantee  exact, bracketed
/// Source     Mizan26 (docs/proofs/inversion.md, with proof)
/// Test       KinkWindow.LiesOnBothSidesOfTheKink
class KinkWindow {
public:
    /// Needs h > 0 and a whole N > 0.
    KinkWindow(double c, double step, std::size_t nodes);

    /// The transform of m at node k: this complex number, off by at most `error`. 0 for k ≥ N.
    struct Value {
        double real, imag, error;
    };
    [[nodiscard]] Value lower(std::size_t k) const;

    /// The transform of the second function over τ²/6, good to 2u: 1 - k/N.
    [[nodiscard]] double gap(std::size_t k) const;

    /// τ²/6, which also bounds the distance of both transforms from 1/(s(s+1)).
    [[nodiscard]] Bracket gap_size() const { return gap_size_; }

    /// Whether c and Ω are such that nothing overflows.
    [[nodiscard]] bool finite() const;

private:
    // For λ = c and c + 1.
    struct Exponent {
        double power;  // e^{-λτ}
        double rest;   // 1 - e^{-λτ}
        double slope;  // λτ/(e^{λτ} - 1)
        double doubt;  // of power and rest, relative, in units u
    };
    double nodes_, tau_;
    std::array<Exponent, 2> exponents_;
    Bracket gap_size_;
};

}  // namespace mizan::inversion
