// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/law/directions.hpp"
#include "mizan/mechanism/laplace.hpp"

namespace mizan {

/// Laplace noise on Poisson samples, with the record against without it.
struct SampledLaplaceLaw {
    double q;  ///< in (0, 1)
    Laplace mechanism;
    friend bool operator==(const SampledLaplaceLaw&, const SampledLaplaceLaw&) = default;

    [[nodiscard]] static Asymmetry asymmetry() { return {Asymmetry::Of::record}; }
};

}  // namespace mizan
