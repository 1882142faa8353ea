// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/law/directions.hpp"
#include "mizan/sampling/grouped_sample.hpp"

namespace mizan {

/// Gaussian noise of standard deviation `sigma` on Poisson samples.
struct SampledGaussianLaw {
    double q;  ///< in (0, 1)
    double sigma;
    enum class Record {
        removed,   ///< (1 - q) N(0, σ²) + q N(1, σ²) against N(0, σ²)
        replaced,  ///< (1 - q) N(0, σ²) + q N(1, σ²) against (1 - q) N(0, σ²) + q N(-1, σ²)
    } record = Record::removed;
    int people = 1;  ///< who change together, each drawn for itself (Mizan26 S6)
    Drawn drawn = Drawn::exactly;
    friend bool operator==(const SampledGaussianLaw&, const SampledGaussianLaw&) = default;

    [[nodiscard]] Asymmetry asymmetry() const;

    [[nodiscard]] bool is_replaced() const { return record == Record::replaced; }

    /// All that its people can do. One of these changes is the worst.
    [[nodiscard]] std::vector<GroupChange> changes() const;
};

}  // namespace mizan
