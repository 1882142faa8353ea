// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/account/law.hpp"

namespace mizan::analysis {

/// A law and how often it is drawn from.
struct RepeatedLaw {
    Law law;
    double count;
    friend bool operator==(const RepeatedLaw&, const RepeatedLaw&) = default;
};

/// Which of the two neighbours comes first, in the pairs that the user wrote and in the laws of
/// single records; and how many records of a group are in the second neighbour only, while all others
/// are in the first only. All other laws are alike in both directions.
struct Directions {
    bool user_backward = false, records_backward = false;
    int added = 0;

    [[nodiscard]] std::vector<Outcome> of(const PairLaw& law) const;
};

/// The directions that differ for these laws. A composition costs the most that it costs in any.
[[nodiscard]] std::vector<Directions> all_directions(const std::vector<RepeatedLaw>& laws);

}  // namespace mizan::analysis
