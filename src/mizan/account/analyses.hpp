// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/account/answer.hpp"
#include "mizan/known/part/known_part.hpp"

namespace mizan::analysis {

/// Answers the question by the total variation of all outputs (most_shown), without any
/// composition. Empty if the total variation exceeds the delta asked, or is 1.
[[nodiscard]] std::optional<Analysis> by_most_shown(const std::vector<KnownPart>& parts,
                                                    const Question& question);

// Each analysis composes the parts within one definition of privacy and converts the sum into what
// was asked. If some part does not satisfy the definition, the analysis says which part and why.

[[nodiscard]] Analysis basic(const std::vector<KnownPart>& parts, const Question& question);
[[nodiscard]] Analysis advanced(const std::vector<KnownPart>& parts, const Question& question);
[[nodiscard]] Analysis optimal(const std::vector<KnownPart>& parts, const Question& question);
[[nodiscard]] Analysis cdp(const std::vector<KnownPart>& parts, const Question& question);
[[nodiscard]] Analysis zcdp(const std::vector<KnownPart>& parts, const Question& question);
[[nodiscard]] Analysis renyi(const std::vector<KnownPart>& parts, const Question& question);
[[nodiscard]] Analysis gdp(const std::vector<KnownPart>& parts, const Question& question);

/// All of the above, in the order in which they are shown.
[[nodiscard]] std::vector<Analysis> all(const std::vector<KnownPart>& parts,
                                        const Question& question);

/// The analyses of all() that may give less than `bound`.
[[nodiscard]] std::vector<Analysis> all_below(double bound, const std::vector<KnownPart>& parts,
                                              const Question& question);

}  // namespace mizan::analysis
