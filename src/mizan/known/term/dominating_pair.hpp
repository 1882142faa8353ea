// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "mizan/known/part/known_part.hpp"

namespace mizan {

/// Fills in what follows from a pair of laws that is at least as bad as the part. Outcomes that
/// only one of the two laws can have are the part's failure, equally likely for both. All other
/// outcomes have a bounded loss.
void know_pair(KnownPart& part, std::vector<Outcome> worst);

/// The same from (ε, δ) promises that all hold, for groups of this many. Some mechanism keeps them
/// and is as bad as they allow; it gives the attained law.
void know_promises(KnownPart& part, const std::vector<ApproxDP>& promises, std::uint64_t people);

/// The same from a profile that holds in both directions and is known everywhere.
void know_profile(KnownPart& part, const std::function<Bracket(Epsilon)>& profile,
                  std::uint64_t people);

}  // namespace mizan
