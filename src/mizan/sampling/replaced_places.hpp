// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/numeric/bracket.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan {

// A sample of a fixed size, as a list, of records some of which take other values: a group.

/// How many places of a sample hold records of the group, and how likely that is. The probabilities
/// of all numbers add up to 1.
struct Places {
    double number;  ///< infinity: any number
    Bracket probability;
};

/// Without replacement: each number for itself. Throws DomainError if there are fewer records than
/// draws, or a group of more than `most_together` records.
inline constexpr double most_together = 64;
[[nodiscard]] std::vector<Places> places_without_replacement(double draws, double records,
                                                             double group);

/// Theorem    Mizan26 S7: replaced records in samples of a fixed size
/// States     If K places hold records that take other values, δ'(ε) ≤ sup_z Σ_k Pr[K = k] T_k(z).
///            Here T_k(z) = Φ(-w) - e^ε Φ(-w - kμ), where w is ε/kμ - kμ/2 or else the nearest
///            number to it in [z - kμ, z], and T_0(z) = (1 - e^ε) Φ(-z)
/// Needs      a mechanism that is kμ-GDP if k places of the list take other values; K does not
///            depend on what the other places hold; ε ≥ 0
/// Guarantee  upper bound; exact where w = z - kμ for every k, in one direction
/// Source     Mizan26 (docs/proofs/sampling.md, with proof); at most what BBG18 Theorem 10 says of
///            Gaussian noise (arXiv:1807.01647)
/// Test       ReplacedPlaces.BoundVectorsThatMoveAnywhere
///            ReplacedPlaces.BoundNoiseOnEverySample
///            ReplacedPlaces.AreHardlyAboveWhatIsReached
class ReplacedPlaces {
public:
    /// Needs a finite positive mu.
    ReplacedPlaces(const std::vector<Places>& places, double mu);

    /// An upper bound of δ'.
    [[nodiscard]] double delta(Epsilon epsilon) const;

private:
    struct Part {
        double apart;  // kμ, rounded up
        Bracket often;
    };
    struct Slope;

    [[nodiscard]] Slope slope_near(double z, double epsilon) const;
    [[nodiscard]] Bracket slope(double z, double epsilon) const;
    [[nodiscard]] Bracket height(double z, double epsilon) const;
    [[nodiscard]] double at_every_place(Epsilon epsilon) const;

    std::vector<Part> parts_;
    Bracket never_ = 1, lost_ = 0;
};

}  // namespace mizan
