// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/mechanism/mechanism.hpp"

namespace mizan {

/// Releases a number with logistic noise: of density e^{-y/s} / (s (1 + e^{-y/s})²), where s is
/// noise_multiplier times the most that the number moves between neighbours.
struct Logistic {
    static constexpr std::string_view name = "logistic";
    static constexpr std::string_view assumes =
        "logistic: one number; noise_multiplier is scale / sensitivity";

    NoiseScale noise_multiplier;

    static constexpr auto fields = std::tuple{
        Field{"noise_multiplier", &Logistic::noise_multiplier, "scale of the noise / sensitivity"},
    };

    /// The profile, alike in both directions.
    ///
    /// Theorem    Toy26 L1: privacy profile of logistic noise
    /// States     δ(ε) = (1 - e^{(ε - 1/s)/2})² / (1 - e^{-1/s}) up to ε = 1/s, and 0 from there on
    /// Needs      s > 0
    /// Guarantee  exact
    /// Source     examples/own_mechanism.cpp, with proof
    /// Test       Logistic.HasTheProfileOfItsDensities
    [[nodiscard]] Bracket delta(Epsilon epsilon) const;

    friend bool operator==(const Logistic&, const Logistic&) = default;
};

}  // namespace mizan
