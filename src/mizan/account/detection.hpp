// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "mizan/account/convex_profile.hpp"
#include "mizan/loss/privacy_loss.hpp"

namespace mizan::analysis {

/// The whole composition as the law of a single run with a closed form, where it is one: a
/// composition of Gaussians, or any law that is run once and not on a sample.
[[nodiscard]] std::optional<Law> single_law(const std::vector<RepeatedLaw>& laws);

/// How often the best test detects the first of two neighbours, for a composition of known laws in
/// the worse order of the neighbours. It remembers what it computed, so that many rates cost little
/// more than one.
class Detection {
public:
    /// Whether many rates will be asked for, or one that has to be sharp.
    enum class Wanted { many, one };
    explicit Detection(const std::vector<RepeatedLaw>& laws, Wanted wanted = Wanted::many);

    /// The largest true-positive rate at this false-positive rate.
    ///
    /// Theorem    Mizan26 P1: the best test from the privacy profile
    /// States     If P is to be told from Q, the true-positive rate at the false-positive rate x is
    ///            the least δ(ε) + e^ε x over all real ε, where δ is the profile of P against Q.
    ///            With t = e^ε it is the least value of a convex function h(t) = δ(log t) + t x. If
    ///            the loss is λ with probability p, h(t) - (p - t p e^(-λ))₊ is convex too. Between
    ///            two places a convex function is below the line through them, and above every line
    ///            through two places that lie both to the left or both to the right.
    /// Needs      0 < x < 1
    /// Guarantee  exact; the bracket holds what δ and the places where it was asked for leave open
    /// Source     Mizan26 (docs/proofs/inversion.md, with proof)
    /// Test       Detection.OfGaussiansIsThatOfTheirTest
    [[nodiscard]] Bracket rate(Probability false_positive_rate);

    /// The largest difference of true-positive rate and false-positive rate over all tests: δ at
    /// epsilon 0. It is [0, 1] for laws with a closed form or with all atoms known, which are asked
    /// directly.
    [[nodiscard]] Bracket advantage();

    /// An estimate of the rate in plain numbers, with little work.
    [[nodiscard]] double estimated_rate(Probability false_positive_rate);

private:
    std::optional<Law> single_;        // where the composition has a closed form
    std::vector<PrivacyLoss> finite_;  // else all atoms, one list for each order of the neighbours
    std::vector<ConvexProfile> directions_;
};

}  // namespace mizan::analysis
