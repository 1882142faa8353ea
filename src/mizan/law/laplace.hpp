// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/law/directions.hpp"
#include "mizan/mechanism/laplace.hpp"

namespace mizan {

/// Laplace noise, moved by one sensitivity.
struct LaplaceLaw {
    Laplace mechanism;
    friend bool operator==(const LaplaceLaw&, const LaplaceLaw&) = default;

    [[nodiscard]] static Asymmetry asymmetry() { return {}; }
};

}  // namespace mizan
