// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/account/answer.hpp"
#include "mizan/account/release.hpp"

namespace mizan::analysis {

/// A bound of the total variation of all outputs together, and so of δ at every ε.
///
/// Theorem    Mizan26 V1: what is seldom used is seldom shown
/// States     If the output has one law unless a record is used, which happens with probability q, and then laws of
///            total variation t, then its laws have total variation at most q t; those of independent or adaptive
///            releases together at most 1 - Π(1 - t_i). No δ(ε) exceeds the total variation
/// Needs      nothing
/// Guarantee  upper bound; reached by what shows all when the record is used
/// Source     Mizan26 (docs/proofs/sampling.md, with proof)
/// Test       Metamorphic.WhatIsSeldomUsedIsSeldomShown
[[nodiscard]] double most_shown(const std::vector<Release>& releases);

/// What that says of a question, at once; nothing where it says nothing.
[[nodiscard]] std::optional<Analysis> by_most_shown(const std::vector<Release>& releases,
                                                    const Question& question);

// Each analysis composes the releases within one definition of privacy and converts the sum into
// what was asked. One that needs what some release does not have says which and why.

[[nodiscard]] Analysis basic(const std::vector<Release>& releases, const Question& question);
[[nodiscard]] Analysis advanced(const std::vector<Release>& releases, const Question& question);
[[nodiscard]] Analysis optimal(const std::vector<Release>& releases, const Question& question);
[[nodiscard]] Analysis cdp(const std::vector<Release>& releases, const Question& question);
[[nodiscard]] Analysis zcdp(const std::vector<Release>& releases, const Question& question);
[[nodiscard]] Analysis renyi(const std::vector<Release>& releases, const Question& question);
[[nodiscard]] Analysis gdp(const std::vector<Release>& releases, const Question& question);

/// All of the above, in the order in which they are shown.
[[nodiscard]] std::vector<Analysis> all(const std::vector<Release>& releases,
                                        const Question& question);

}  // namespace mizan::analysis
