// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/law/abilities.hpp"

namespace mizan {

/// A mechanism that shows its input with this probability, and otherwise nothing.
struct ShownLaw {
    Bracket probability;
    friend bool operator==(const ShownLaw&, const ShownLaw&) = default;

    [[nodiscard]] static Asymmetry asymmetry() { return {}; }
    void add_to(Parts& parts, double count) const;
    [[nodiscard]] Bracket largest_loss(const Directions& directions) const;
};

}  // namespace mizan
