// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mizan/account/exact.hpp"

namespace mizan::analysis {

/// The least upper bound of all analyses that were considered, and whose it is.
struct BestBound {
    /// Before any analysis: epsilon is at most infinity, delta at most 1.
    explicit BestBound(const Question& question);

    void consider(const Analysis& analysis);

    /// Whether another analysis is worth its work: the bound is farther above the lower end than
    /// the analyses usually are apart.
    [[nodiscard]] bool is_open(const LowerBound& lower) const;

    /// The bracket from the lower end to this bound.
    [[nodiscard]] Bracket above(const LowerBound& lower) const;

    double bound;
    std::string name = "none";
};

/// An upper bound of epsilon at a smaller delta, which holds at the delta asked as well. It helps
/// where the limit of work left the laws wide: at a large delta the profile of many losses is
/// level, and no line finds the place where it falls below delta. Empty if no smaller delta gives
/// less than `best`.
[[nodiscard]] std::optional<Analysis> at_smaller_delta(const std::vector<KnownPart>& parts,
                                                       const Question& question,
                                                       const BestBound& best);

}  // namespace mizan::analysis
