// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

namespace mizan::minimize {

// Where a function is small, in plain doubles. Only the place is returned: the caller evaluates
// the function there with brackets, so a search that goes badly costs sharpness, never truth.
// Values that are NaN count as infinite.

/// A point of [low, high] where f is least, found by a scan of seventeen points (f may be flat at
/// both ends) and golden section around the best; `tolerance` is the distance at which it stops.
[[nodiscard]] double on_interval(const std::function<double(double)>& f, double low, double high,
                                 double tolerance);

/// The order in (1, inf] where f is least. Orders are scanned evenly in log(order - 1) from 1e-15
/// to 1e300, the valley around the best one is searched by golden section, and inf and all orders
/// in `candidates` (kinks of f, such as the known points of a Renyi curve) are tried as they are.
[[nodiscard]] double over_orders(const std::function<double(double)>& f,
                                 const std::vector<double>& candidates = {});

}  // namespace mizan::minimize
