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

/// Three points of which the middle one is lowest, so that a function with one valley has it
/// between the outer two.
struct Valley {
    double left, bottom, right;
};

/// The valley next to `start` of a function that has no other, found by steps that double, and then
/// narrowed by parabolas until it is `sharpness` times as wide as it was, or thereabouts.
[[nodiscard]] Valley valley(const std::function<double(double)>& f, double start, double step,
                            double sharpness);

/// The order in (1, inf] where f is least. Orders are scanned evenly in log(order - 1) from 1e-15
/// to 1e300, the valley around the best one is searched by golden section, and inf and all orders
/// in `candidates` (kinks of f, such as the known points of a Renyi curve) are tried as they are.
[[nodiscard]] double over_orders(const std::function<double(double)>& f,
                                 const std::vector<double>& candidates = {});

}  // namespace mizan::minimize
