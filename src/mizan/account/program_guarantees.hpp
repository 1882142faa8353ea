// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/account/question.hpp"
#include "mizan/known/part/guarantees.hpp"
#include "mizan/program/program.hpp"

namespace mizan {

/// What a whole program promises.
/// Throws Refused if the program has no meaning under the relation.
[[nodiscard]] Guarantees guarantees(const Program& program, const Neighbours& neighbours);

}  // namespace mizan
