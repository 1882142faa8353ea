// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mizan/account/exact.hpp"

namespace mizan::analysis {

/// The least upper bound of all analyses that were considered, and whose it is.
struct BestBound {
    /// What is true without any analysis.
    explicit BestBound(const Question& question);

    void consider(const Analysis& analysis);

    /// Whether another analysis is worth asking: hardly any is closer than this to what is
    /// attained.
    [[nodiscard]] bool is_open(const LowerBound& lower) const;

    /// From what is attained to this bound.
    [[nodiscard]] Bracket above(const LowerBound& lower) const;

    double bound;
    std::string name = "none";
};

/// An epsilon at a smaller delta holds at this one. Where the limit of work left the laws wide
/// here, it is often enough there: at a large delta the profile of many losses is level, and lines
/// find no place where it falls below. Nothing where no smaller delta gives less than `best`.
[[nodiscard]] std::optional<Analysis> at_smaller_delta(const std::vector<KnownPart>& parts,
                                                       const Question& question,
                                                       const BestBound& best);

}  // namespace mizan::analysis
