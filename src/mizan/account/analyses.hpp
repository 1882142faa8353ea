// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/account/answer.hpp"
#include "mizan/account/release.hpp"

namespace mizan::analysis {

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
