// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "mizan/inversion/transform/loss_transform.hpp"

namespace mizan::inversion {

/// A composition all whose finite losses lie on one lattice, or as good as on it: the loss is
/// offset + k·step with a whole k, up to `doubt` in either direction, and k is the sum of
/// independent whole numbers. Equal or commensurable mechanisms are like that, and laws that were
/// cut into cells.
struct Lattice {
    struct Point {
        std::int64_t index;
        Bracket probability;
    };
    /// One mechanism. Its probabilities add up to 1 less that of an infinite loss.
    struct Part {
        std::vector<Point> points;
        double count;
    };

    double step;
    double offset;
    double doubt;
    std::vector<Part> parts;

    /// Empty where no lattice of some ten thousand points per mechanism is found.
    static std::optional<Lattice> of(const Composition& parts);
};

}  // namespace mizan::inversion
