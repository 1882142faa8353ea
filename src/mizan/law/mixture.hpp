// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/law/abilities.hpp"
#include "mizan/mechanism/mixture_of_gaussians.hpp"

namespace mizan {

/// Gaussian noise on a sum that the record moves by chance, with the record against without it. Its
/// standard deviation is positive and finite, and some sensitivity is more than 0.
struct MixtureLaw {
    MixtureOfGaussians mechanism;
    friend bool operator==(const MixtureLaw&, const MixtureLaw&) = default;

    static constexpr bool is_seen_by_chance = true;

    [[nodiscard]] static Asymmetry asymmetry() { return {Asymmetry::Of::record}; }
    void add_to(Parts& parts, double count) const;
    [[nodiscard]] Bracket largest_loss(const Directions& directions) const;

    [[nodiscard]] std::optional<analysis::ProfilePair> profiles() const;
    [[nodiscard]] std::optional<ClosedForm> closed_form(const Asked& asked) const;
};

}  // namespace mizan
