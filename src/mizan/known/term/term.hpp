// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/known/part/known_part.hpp"
#include "mizan/program/bill.hpp"
#include "mizan/program/program.hpp"

namespace mizan {

/// What is known of one term of a program.
[[nodiscard]] KnownPart known_of(const Term& term, Extent extent = Extent::everything);

}  // namespace mizan
