// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/law/directions.hpp"
#include "mizan/mechanism/mixture_of_gaussians.hpp"

namespace mizan {

/// Gaussian noise on a sum that the record moves by chance, with the record against without it. Its standard
/// deviation is positive and finite, and some sensitivity is more than 0.
struct MixtureLaw {
    MixtureOfGaussians mechanism;
    friend bool operator==(const MixtureLaw&, const MixtureLaw&) = default;

    [[nodiscard]] static Asymmetry asymmetry() { return {Asymmetry::Of::record}; }
};

}  // namespace mizan
