// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/mechanism/mechanism.hpp"

namespace mizan {

// Noise that shows something outright with a small probability of its own.

/// Releases a number with Laplace noise that is drawn anew until it lies within ± `bound`.
struct TruncatedLaplace {
    static constexpr std::string_view name = "truncated_laplace";
    /// What every answer takes for granted of it.
    static constexpr std::string_view assumes =
        "truncated_laplace: one number; noise beyond the bound is drawn anew, not cut off";

    NoiseScale noise_multiplier;
    NonNegative bound;

    static constexpr auto fields = std::tuple{
        Field{"noise_multiplier",
              &TruncatedLaplace::noise_multiplier,
              "scale of the noise / sensitivity",
              {"scale", "lambda", "λ"}},
        Field{"bound", &TruncatedLaplace::bound, "largest noise / sensitivity"},
    };

    /// The profile, alike in both directions. The noise has a log-concave density, so moving the
    /// number by less than the sensitivity costs less, and sets {y ≤ t} are the best tests.
    ///
    /// Theorem    GDGK20 truncated: truncated Laplace noise
    /// States     δ(ε) = F(t) - e^ε F(t - 1), F the distribution function of the noise in units of
    ///            the sensitivity; t = (1 - λε)/2, no less than 1 - bound and no more than bound,
    ///            for |ε| < 1/λ, and t = 1 - bound for larger ε
    /// Needs      λ > 0; bound > 1/2, else everything is shown
    /// Guarantee  exact
    /// Source     the mechanism is that of GDGK20 (arXiv:1810.00877); the profile follows as that
    ///            of Laplace noise
    /// Test       Thresholded.TruncatedLaplaceHasTheProfileOfItsDensities
    [[nodiscard]] Bracket delta(Epsilon epsilon) const;

    friend bool operator==(const TruncatedLaplace&, const TruncatedLaplace&) = default;
};

/// What every answer takes for granted of both kinds of thresholded noise.
inline constexpr std::string_view assumed_of_thresholds =
    "thresholded noise: a record adds to one key of a run, for several keys run it as "
    "often; a key without records is never shown";

/// Shows the keys of a table whose counts exceed a threshold after noise, with the noisy counts. A
/// record adds at most the sensitivity to the count of one key, which it may be the first to have.
struct ThresholdedLaplace {
    static constexpr std::string_view name = "thresholded_laplace";
    static constexpr std::string_view assumes = assumed_of_thresholds;

    NoiseScale noise_multiplier;
    NonNegative threshold;

    static constexpr auto fields = std::tuple{
        Field{"noise_multiplier",
              &ThresholdedLaplace::noise_multiplier,
              "scale of the noise / what a record adds to a count",
              {"scale", "lambda", "λ"}},
        Field{"threshold", &ThresholdedLaplace::threshold,
              "least noisy count that is shown / what a record adds to a count"},
    };

    /// The worse of two pairs: a count that moves, and a key that only one neighbour has.
    ///
    /// Theorem    Mizan26 TH1: noise above a threshold
    /// States     δ(ε) = max(δ of the noise, Pr[1 + noise ≥ threshold]), in units of what a record
    ///            adds
    /// Needs      a record adds to one key; a key without records is never shown
    /// Guarantee  exact for one run, a dominating pair in compositions
    /// Source     KKMN09, with the maximum in place of the sum: docs/proofs/cells.md
    /// Test       Thresholded.KeysCostTheWorseOfTwo
    [[nodiscard]] Bracket delta(Epsilon epsilon) const;

    /// Pr[1 + noise ≥ threshold].
    [[nodiscard]] Bracket new_key() const;

    friend bool operator==(const ThresholdedLaplace&, const ThresholdedLaplace&) = default;
};

/// The same with Gaussian noise.
struct ThresholdedGaussian {
    static constexpr std::string_view name = "thresholded_gaussian";
    static constexpr std::string_view assumes = assumed_of_thresholds;

    NoiseScale noise_multiplier;
    NonNegative threshold;

    static constexpr auto fields = std::tuple{
        Field{"noise_multiplier",
              &ThresholdedGaussian::noise_multiplier,
              "standard deviation of the noise / what a record adds to a count",
              {"sigma", "σ"}},
        Field{"threshold", &ThresholdedGaussian::threshold,
              "least noisy count that is shown / what a record adds to a count"},
    };

    [[nodiscard]] Bracket delta(Epsilon epsilon) const;
    [[nodiscard]] Bracket new_key() const;

    friend bool operator==(const ThresholdedGaussian&, const ThresholdedGaussian&) = default;
};

}  // namespace mizan
