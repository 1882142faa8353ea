// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/known/part/group.hpp"
#include "mizan/known/scheme/scheme_reading.hpp"
#include "mizan/program/bill.hpp"

namespace mizan {

/// What is known of everything that is run under one scheme, from what is known of one run inside.
/// `known_inside` reads a scheme inside of this one. Throws Refused if nothing is known of it.
[[nodiscard]] KnownPart known_of(const Arrangement& arrangement, Inside inside, Groups groups,
                                 Extent extent, KnownPart (*known_inside)(const Arrangement&));

}  // namespace mizan
