// SPDX-License-Identifier: Apache-2.0
// Asks mizan, and searches for what contradicts the answer.
#pragma once

#include <string>
#include <vector>

#include "mizan/explain/alternatives.hpp"

#include "questions.hpp"
#include "search.hpp"

namespace mizan::instances {

/// What one question came to.
struct Verdict {
    std::vector<std::string> contradictions;  ///< each one a report in words
    std::vector<std::string> unreached;       ///< lower ends that no instance reached
    std::vector<std::string> unknown;         ///< sentences that the table does not have
    bool refused = false;                     ///< mizan has no answer
    bool executed = false;                    ///< at least one instance was run
    int lower_ends = 0;                       ///< so many were held to an instance
    int alternatives = 0;                     ///< so many of them were run
    double seconds_asking = 0, seconds_searching = 0;
};

/// Asks the question and all of its alternatives, and tries so many instances against each answer.
[[nodiscard]] Verdict judge(const Asked& asked, int tries, std::uint64_t seed);

}  // namespace mizan::instances
