// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "mizan/known/part/known_part.hpp"

namespace mizan {

/// Fills in what follows from a pair of laws that is at least as bad as the part. Outcomes that
/// only one of the two can have are its failure, as likely for either; the rest has a loss that is
/// bounded.
void know_pair(KnownPart& part, std::vector<Outcome> worst);

/// The same from (ε, δ) promises that all hold, for groups of this many. What keeps them and is as
/// bad as they allow is attained.
void know_promises(KnownPart& part, const std::vector<ApproxDP>& promises, std::uint64_t people);

/// The same from a profile of both directions, known everywhere.
void know_profile(KnownPart& part, const std::function<Bracket(Epsilon)>& profile,
                  std::uint64_t people);

}  // namespace mizan
