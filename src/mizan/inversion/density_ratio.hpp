// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace mizan::inversion {

/// w = 1 - q + q e^z: how much likelier an output is with the record than without, if a record is
/// in the sample with probability q and e^z is the ratio for a record that is.
struct DensityRatio {
    double w;  ///< may overflow where its logarithm does not
    double log_w;
    double r;          ///< q e^z / w
    double log_error;  ///< of log_w, in units u = 2^-53; docs/floating-point.md
};

/// For 0 < q < 1; z is off by at most z_error·u.
[[nodiscard]] DensityRatio density_ratio(double q, double z, double z_error);

}  // namespace mizan::inversion
