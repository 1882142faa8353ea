// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace mizan::inversion {

/// w = 1 - q + q e^z: how much likelier an output is with the record than without, if a record is
/// in the sample with probability q and e^z is the ratio for a record that is.
struct DensityRatio {
    double w;  ///< may overflow where its logarithm does not
    double log_w;
    double r;          ///< q e^z / w
    double log_error;  ///< of log_w, in units u = 2^-53; docs/proofs/floating-point.md
};

/// For 0 < q < 1; z is off by at most z_error·u.
[[nodiscard]] DensityRatio density_ratio(double q, double z, double z_error);

/// The same at many z at once.
class DensityRatios {
public:
    /// Each z is off by at most relative_error·u of itself.
    DensityRatios(double q, std::span<const double> z, double relative_error);

    [[nodiscard]] std::size_t size() const { return w.size(); }
    [[nodiscard]] DensityRatio operator[](std::size_t j) const {
        return {w[j], log_w[j], r[j], log_error[j]};
    }

    std::vector<double> w, log_w, r, log_error;
};

}  // namespace mizan::inversion
