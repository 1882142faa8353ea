// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "mizan/account/inverted.hpp"
#include "mizan/loss/privacy_loss.hpp"

namespace mizan::analysis {

/// The law of the whole composition where that is the law of a single run with a closed form: for
/// Gaussians, and for anything else that is run once, but not on a sample.
[[nodiscard]] std::optional<Law> single_law(const std::vector<RepeatedLaw>& laws);

/// How often the best test finds the first of two neighbours that it shall tell from the second, for
/// a composition of known laws and its worst order of the neighbours. Remembers what it computed:
/// many rates cost little more than one.
class Detection {
public:
    explicit Detection(const std::vector<RepeatedLaw>& laws);

    /// The largest true-positive rate at this false-positive rate.
    ///
    /// Theorem    Mizan26 P1: the best test from the privacy profile
    /// States     If P is to be told from Q, the true-positive rate at the false-positive rate x is the
    ///            least δ(ε) + e^ε x over all real ε, where δ is the profile of P against Q. With
    ///            t = e^ε it is the least value of a convex function h(t) = δ(log t) + t x; if h is
    ///            above h(t₁) at t₀ < t₁ and at t₂ > t₁, that is at least
    ///            h(t₁) - max((h(t₂) - h(t₁)) (t₁ - t₀)/(t₂ - t₁), (h(t₀) - h(t₁)) (t₂ - t₁)/(t₁ - t₀)).
    /// Needs      0 < x < 1
    /// Guarantee  exact; the bracket holds what δ and the three points leave open
    /// Source     Mizan26 (docs/inversion.md, with proof)
    /// Test       Detection.OfGaussiansIsThatOfTheirTest
    [[nodiscard]] Bracket rate(Probability false_positive_rate);

private:
    // One order of the neighbours: the profile, and where it was looked at.
    struct Direction {
        inversion::Profile profile;
        std::map<double, Bracket> deltas = {};
        double epsilon = 0;  // at which the last test decided

        Bracket delta(double epsilon);
        bool is_slow();
        void explore(double false_positive_rate);
        void tabulate();
        Bracket rate(double false_positive_rate);
    };

    std::optional<Law> single_;        // has a closed form; otherwise
    std::vector<PrivacyLoss> finite_;  // all atoms, one for each order; otherwise
    std::vector<Direction> directions_;
};

}  // namespace mizan::analysis
