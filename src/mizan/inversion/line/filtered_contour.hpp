// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mizan/inversion/line/line.hpp"
#include "mizan/numeric/filter.hpp"

namespace mizan::inversion {

/// The sum of the least losses of all runs, and what their laws do beyond the real axis.
struct Analyticity {
    Bracket least = 0;
    double spread = 0;  ///< Σ over the runs
    double runs = 0;

    /// Empty if a law has no known continuation there.
    static std::optional<Analyticity> of(const Composition& parts);

    /// log of a bound of e^{Re z} Π ∫ e^{-Re ℓ} |f_i(ℓ) dℓ| for complex |z - e| < r, r < e - least,
    /// along the rays to z - least; inf where none is known.
    [[nodiscard]] Bracket log_growth(Bracket e, double r) const;

    /// log of a bound of |e^{-ct} δ(ε - t)| for complex |t| < r, r < ε - least; inf where none is
    /// known.
    [[nodiscard]] Bracket log_bound(double c, Bracket epsilon, double r) const;
};

/// Where the filtered integral of docs/proofs/few-runs.md is taken. Any choice gives a true
/// bracket.
struct FilteredContour {
    double c;          ///< the line is Re s = c > 0
    double period;     ///< Λ
    double reference;  ///< c' > c, from which the right aliases are bounded
    double reach;      ///< r: of the disc around ε in which δ is analytic and bounded
    Filter filter;
    double last;       ///< about the frequency from which on the integrand is negligible
    double log_delta;  ///< about log δ
    double epsilon;    ///< near which the line is to be used

    [[nodiscard]] double nodes() const;
};

/// For ε near that of the contour of a plain line, where log δ is about `log_delta`. Empty where δ
/// is not known to be analytic enough.
[[nodiscard]] std::optional<FilteredContour> filtered_contour(const Composition& parts,
                                                              const Contour& near, double log_delta,
                                                              double tolerance);

}  // namespace mizan::inversion
