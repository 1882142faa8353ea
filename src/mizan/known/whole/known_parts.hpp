// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/known/part/group.hpp"
#include "mizan/known/part/known_part.hpp"
#include "mizan/known/term/term.hpp"
#include "mizan/program/bill.hpp"
#include "mizan/program/program.hpp"

namespace mizan {

/// What is known of everything that is run under one scheme. Throws Refused if nothing is known.
[[nodiscard]] KnownPart known_of(const Arrangement& arrangement,
                                 Groups groups = Groups::by_their_sums,
                                 Extent extent = Extent::everything);

/// What is known of each line of a bill; equal lines are one. Groups are accounted for by their
/// sums only if all groups have the same size.
[[nodiscard]] std::vector<KnownPart> known_parts(const Bill& bill,
                                                 Groups groups = Groups::by_their_sums,
                                                 Extent extent = Extent::everything);

/// What is known of each different term of a program, followed by each arrangement.
[[nodiscard]] std::vector<KnownPart> known_parts(const Program& program, Relation relation,
                                                 Count group_size);

}  // namespace mizan
