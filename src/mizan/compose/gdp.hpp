// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "mizan/compose/repeated.hpp"
#include "mizan/numeric/bracket.hpp"

namespace mizan::compose {

/// √Σ n μ² of these μ, each with its n, also where a square is no double.
[[nodiscard]] Bracket root_of_squares(const std::vector<std::pair<Bracket, double>>& all);

/// A Gaussian guarantee and how often it is used.
struct RepeatedGDP {
    GDP guarantee;
    Count count = 1.0;
};

/// The parameters of Gaussian privacy add like standard deviations.
///
/// Theorem    DRS19 C3.3: composition of Gaussian privacy
/// States     adaptive steps that are μ_i-GDP are together √(Σμ_i²)-GDP
/// Needs      step i keeps its promise for every value of all earlier outputs, fixed in advance
/// Guarantee  exact for Gaussian mechanisms, an upper bound for others
/// Source     DRS19 Corollary 3.3 (arXiv:1905.02383)
/// Test       Attack.GaussianCompositionHolds GdpComposition.AddsInSquares
[[nodiscard]] GDP gdp(const std::vector<RepeatedGDP>& steps);

}  // namespace mizan::compose
