// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "mizan/account/directions.hpp"
#include "mizan/compose/loss_law.hpp"

namespace mizan::analysis {

/// A finite pair that is no more private than what has this profile, sup_S P(S) - e^ε Q(S) for every
/// real ε, or no less private. Losses beyond ± `reach` are all but impossible.
[[nodiscard]] std::vector<Outcome> finite_pair(const std::function<Bracket(double)>& profile,
                                               double reach, compose::Side side);

/// The same where both directions have one profile, known for ε ≥ 0.
[[nodiscard]] std::vector<Outcome> symmetric_pair(const std::function<Bracket(Epsilon)>& profile,
                                                  double reach, compose::Side side);

/// The composition of these laws, P with the record and Q without it, as one finite pair.
[[nodiscard]] std::vector<Outcome> finite_pair(const std::vector<RepeatedLaw>& laws,
                                               compose::Side side);

/// An ε from which on this falling profile is below 1e-30, at most some hundreds.
[[nodiscard]] double reach_of(const std::function<Bracket(Epsilon)>& profile);

}  // namespace mizan::analysis
