// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "mizan/account/question.hpp"
#include "mizan/law/law.hpp"

namespace mizan::analysis {

/// What is asked of a few runs of one Laplace mechanism on samples, whose transform hardly decays: by
/// the sums over one lattice of finite pairs from above and from below (sampled_laplace_cells). Nothing for
/// other laws and for many runs.
[[nodiscard]] std::optional<Bracket> celled(const std::vector<RepeatedLaw>& laws,
                                            const Question& question);

/// Whether these laws are such that `celled` tells something.
[[nodiscard]] bool has_cells(const std::vector<RepeatedLaw>& laws);

}  // namespace mizan::analysis
