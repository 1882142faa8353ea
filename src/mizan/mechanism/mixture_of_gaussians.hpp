// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "mizan/divergence/finite.hpp"
#include "mizan/divergence/mixed_normals.hpp"
#include "mizan/numeric/bracket.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan {

/// Gaussian noise of standard deviation σ on a sum that the record moves by s_i with probability
/// p_i: Σ p_i N(s_i, σ²) with the record against N(0, σ²) without it.
class MixtureOfGaussians {
public:
    static constexpr std::string_view name = "mixture_of_gaussians";
    /// What every answer takes for granted of it.
    static constexpr std::string_view assumes =
        "mixture_of_gaussians: with the record the sum moves by one of the sensitivities, "
        "each with its probability and afresh for every run; without it by nothing";

    /// Throws InputError or DomainError unless there are as many probabilities as sensitivities,
    /// which are finite and at least 0, and the probabilities are some.
    MixtureOfGaussians(NoiseScale standard_deviation, std::vector<double> sensitivities,
                       std::vector<double> sampling_probs);

    [[nodiscard]] NoiseScale standard_deviation() const { return standard_deviation_; }
    [[nodiscard]] const std::vector<double>& sensitivities() const { return sensitivities_; }
    [[nodiscard]] const std::vector<double>& sampling_probs() const { return probs_.weights(); }

    /// max s_i/σ, over those that happen.
    [[nodiscard]] Bracket farthest() const;

    /// How often the record moves the sum at all.
    ///
    /// Theorem    Mizan26 MG1: a mixture hides a record as well as a sample does
    /// States     Σ p_i N(s_i, σ²) against N(0, σ²) can be made, without knowing which of them it
    ///            was, from (1-q) N(0, σ²) + q N(s, σ²) against N(0, σ²), with q = Σ p_i over
    ///            s_i > 0 and s the largest of them
    /// Needs      s_i ≥ 0
    /// Guarantee  upper bound; exact if all s_i > 0 are equal
    /// Source     Mizan26 (docs/proofs/sampling.md, with proof)
    /// Test       MixtureOfGaussians.IsNoWorseThanASampleThatMovesItAsFar
    [[nodiscard]] Bracket moves() const;

    /// Whether all that can happen is one sensitivity.
    [[nodiscard]] bool moves_surely() const;

    /// The laws with the record and without it.
    [[nodiscard]] MixedNormals pair() const;

    /// sup_S P(S) - e^ε Q(S) with the record's P against Q, for every real ε. Needs σ > 0 finite.
    ///
    /// Theorem    CGST23 mixtures: the profile of a mixture of Gaussians
    /// States     δ(ε) = P(y > z) - e^ε Q(y > z), log(Σ p_i e^((2 s_i z - s_i²)/2σ²)) = ε at z
    /// Needs      s_i ≥ 0, so that the ratio grows with y
    /// Guarantee  exact
    /// Source     CGST23, mixtures of Gaussians (arXiv:2310.15526)
    /// Test       MixtureOfGaussians.ProfileIsThatOfTheBestThreshold
    [[nodiscard]] Bracket delta(double epsilon) const;

    /// The divergence in the worse direction, from above.
    ///
    /// Theorem    EH14 T13a: joint convexity
    /// States     D_α(Σ p_i P_i‖Q) and D_α(Q‖Σ p_i P_i) are at most
    ///            1/(α-1) log Σ p_i exp((α-1) α s_i²/2σ²)
    /// Needs      α > 1; at α = 1 the limit Σ p_i s_i²/2σ²
    /// Guarantee  upper bound
    /// Source     EH14 Theorem 13 (arXiv:1206.2459v2), for exp((α-1) D_α)
    /// Test       MixtureOfGaussians.RenyiBoundHoldsInBothDirections
    [[nodiscard]] Bracket renyi(Order order) const;

    /// D_α of the law with the record against the one without it, α > 1, at once: with
    /// t = (α-1)/2σ² between α/(α-1) (log p + t s²) of the largest sensitivity s, because P ≥ p
    /// N(s, σ²), and α/(α-1) log Σ p_i e^{t s_i²}, by Minkowski's inequality in L^α. At high orders
    /// both are the same.
    [[nodiscard]] Bracket renyi_at_once(Order order) const;

    /// D_α of the law without the record against the one with it is at most this: because P ≥ p_i
    /// N(s_i, σ²), the least of all -log p_i + α s_i²/2σ².
    [[nodiscard]] double renyi_of_added(Order order) const;

    friend bool operator==(const MixtureOfGaussians&, const MixtureOfGaussians&) = default;

private:
    /// Of those that happen.
    [[nodiscard]] double largest_sensitivity() const;
    /// What moves the sum by exactly this much has this probability.
    [[nodiscard]] Bracket probability(double sensitivity) const;

    NoiseScale standard_deviation_;
    std::vector<double> sensitivities_;
    FiniteDistribution probs_;
};

}  // namespace mizan
