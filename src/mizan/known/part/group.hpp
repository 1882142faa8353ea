// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/known/part/known_part.hpp"
#include "mizan/program/program.hpp"

namespace mizan {

/// How groups are accounted for. By their sums: by what they do to a sum on Poisson samples, where
/// that is known. By chains: by the chain of neighbours between them, which holds for every
/// mechanism. One record: only one record of the group is asked about, while any number of the
/// others may be there.
enum class Groups { by_their_sums, by_chains, one_record_of };

/// What is known of a part for a group of `size` records (at least two), from what is known of one
/// record and one run. Each record of the group is drawn independently. The chain of neighbours
/// always applies; sums of the group's records apply if they are asked for and the noise is
/// Gaussian.
[[nodiscard]] KnownPart for_group(const KnownPart& one, Count size, Groups groups);

}  // namespace mizan
