// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "mizan/account/question.hpp"
#include "mizan/known/part/known_part.hpp"
#include "mizan/known/term/term.hpp"
#include "mizan/program/bill.hpp"
#include "mizan/program/program.hpp"

namespace mizan::analysis {

/// What one program costs, for many questions about the same neighbours. The program is read once.
/// The answers are those of cost().
class Costs {
public:
    /// Throws as cost() does.
    Costs(const Program& program, Relation relation, Count group_size);

    [[nodiscard]] Bracket at(const Question& question);

private:
    Bill terms_;
    Extent extent_;                                     // of parts_
    std::vector<KnownPart> parts_;                      // read once, because that may take long
    std::optional<std::vector<KnownPart>> everything_;  // with promises; read when first needed
};

}  // namespace mizan::analysis
