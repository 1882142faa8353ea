// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mizan/account/question.hpp"
#include "mizan/numeric/bracket.hpp"

namespace mizan {

/// One way to bound what a program costs: the bound and the theorems it rests on, or the reason why
/// this way gives none.
struct Analysis {
    std::string name;             ///< basic, advanced, optimal, cdp, zcdp, renyi, gdp, pld
    std::optional<double> bound;  ///< a true upper bound on what was asked; empty: see why_not
    std::optional<Order> order;   ///< the Renyi order that gave it, where one was chosen
    std::vector<std::string> theorems;
    std::string why_not;
};

/// The answer to a Question: every analysis, and the bracket they leave. No adversary can do worse
/// than `upper`; some mechanism of this description really costs `lower`.
struct Answer {
    Question question;
    Bracket epsilon;  ///< exact if it was given
    Bracket delta;    ///< exact if it was given
    std::string best;
    std::vector<Analysis> analyses;
    std::string lower_from;  ///< where the lower end comes from, or why it is 0
    std::string unverified;  ///< why not every digit was verified; empty if it was or no one asked
    bool work_limited =
        false;  ///< all laws are known, so that more work would have made the bracket narrower
    std::vector<std::string> assumptions;

    /// What was asked for: `epsilon` or `delta`.
    [[nodiscard]] const Bracket& asked() const { return question.delta() ? epsilon : delta; }
};

}  // namespace mizan
