// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/known/part/known_part.hpp"
#include "mizan/program/program.hpp"

namespace mizan {

/// How groups are accounted for: by what they do to a sum on Poisson samples, where that is known,
/// or by the chain of neighbours between them, which is true of every mechanism; or not at all: one
/// record of a group, any number of the others being there.
enum class Groups { by_their_sums, by_chains, one_record_of };

/// What a part about one record, run once, is for a group of `size` records, at least two, that
/// each have their own draw of the sample: by the chain of neighbours, and by the sums of their
/// shares where that is wanted and the noise is Gaussian.
[[nodiscard]] KnownPart for_group(const KnownPart& one, Count size, Groups groups);

}  // namespace mizan
