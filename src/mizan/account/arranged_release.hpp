// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/account/grouped_release.hpp"
#include "mizan/account/inside.hpp"
#include "mizan/account/term_release.hpp"

namespace mizan {

/// What is known of everything that is run under one scheme, of which all that is run inside is known.
/// Throws InputError if nothing is.
[[nodiscard]] Release arranged(const Arrangement& arrangement, const Inside& inside, Groups groups,
                               Extent extent);

}  // namespace mizan
