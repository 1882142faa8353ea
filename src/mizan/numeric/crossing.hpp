// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

namespace mizan {

/// Where to look for the place at which a function that grows from `low_end` to `high_end` exceeds
/// a level. The ends are at least 0, may be infinite, and may stand in either order.
struct CrossingSearch {
    double low_end;   ///< where the function is least
    double high_end;  ///< where it is largest
    double start;     ///< where to begin, between them
    bool is_whole;    ///< only whole arguments make sense
    double tolerance =
        2e-11;         ///< relative distance of the two ends found; whole numbers differ by 1
    double power = 1;  ///< near the start the function is about this power of x, or of 1/x
};

/// Two arguments close to each other, between which the function exceeds the level.
struct Crossing {
    std::optional<double> within;  ///< the level is kept here; none: not even at the low end
    std::optional<double> beyond;  ///< the level is exceeded here; none: not even at the high end
};

/// A guess of the crossing from few evaluations, for a function that may be wrong or NaN: nothing
/// is proved. Returns the search with its start and power improved, or as it was.
[[nodiscard]] CrossingSearch guess_crossing(const std::function<double(double)>& f, double level,
                                            CrossingSearch search);

/// Looks for the crossing by secants of log f over log x, so that whatever is nearly a power of x
/// is found in a few evaluations, and by halving where that fails. Both ends of the result were
/// evaluated. Of a function that does not grow, some place where it crosses the level is found.
[[nodiscard]] Crossing find_crossing(const std::function<double(double)>& f, double level,
                                     const CrossingSearch& search);

}  // namespace mizan
