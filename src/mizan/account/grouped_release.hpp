// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/account/release.hpp"

namespace mizan {

/// What a release about one record, run once, is for a group of `size` records, at least two, that each
/// have their own draw of the sample: by the chain of neighbours, and by the sums of their shares where
/// that is wanted and the noise is Gaussian.
[[nodiscard]] Release for_group(const Release& one, Count size, Groups groups);

}  // namespace mizan
