// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/law/directions.hpp"
#include "mizan/mechanism/bounded_range.hpp"

namespace mizan {

/// The pair that dominates bounded range. No run attains this law, but at every epsilon some pair that one run can
/// have is as bad.
struct BoundedRangeLaw {
    BoundedRange mechanism;
    friend bool operator==(const BoundedRangeLaw&, const BoundedRangeLaw&) = default;

    [[nodiscard]] static Asymmetry asymmetry() { return {}; }
};

}  // namespace mizan
