// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/account/answer.hpp"
#include "mizan/program/program.hpp"

namespace mizan {

/// What `program` costs, by every analysis that applies.
///
/// Throws Refused if the program has no meaning or no analysis under the question's relation, and
/// InputError if its counts exceed what can be counted. Every other program is answered, in the
/// worst case by infinity (for epsilon) or 1 (for delta).
[[nodiscard]] Answer account(const Program& program, const Question& question);

[[nodiscard]] inline Answer account(const Program& program, Delta delta) {
    return account(program, Question{.at = delta});
}
[[nodiscard]] inline Answer account(const Program& program, Epsilon epsilon) {
    return account(program, Question{.at = epsilon});
}

/// The bracket of account() without its derivation, for callers who ask often. If the laws of the
/// program bring the two ends within 0.3 % of each other, no other analysis is asked; account() may
/// then find an upper end that is smaller by up to 0.3 %. Throws as account does.
[[nodiscard]] Bracket cost(const Program& program, const Question& question);

}  // namespace mizan
