// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/known/group.hpp"
#include "mizan/known/inside.hpp"
#include "mizan/known/term.hpp"

namespace mizan {

/// What is known of everything that is run under one scheme, of which all that is run inside is known.
/// Throws InputError if nothing is.
[[nodiscard]] KnownPart arranged(const Arrangement& arrangement, const Inside& inside,
                                 Groups groups, Extent extent);

}  // namespace mizan
