// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mizan/account/answer.hpp"
#include "mizan/known/part/known_part.hpp"
#include "mizan/law/law.hpp"

namespace mizan::analysis {

/// What some adversary really attains.
struct LowerBound {
    double value = 0;
    std::string from;  ///< the laws that attain it, or why it is 0
};

/// The two ends that the laws of the releases give.
struct Exact {
    Analysis analysis;       ///< by the worst laws, where all are known
    LowerBound lower;        ///< by the attained laws: an adversary sees all releases, so these too
    std::string unverified;  ///< why not every digit was verified, if that was asked
    bool is_tight = false;   ///< the worst laws are attained: both ends are one number but for work
    bool is_left_wide = false;  ///< work ended before the worst laws were as narrow as aimed at
};

/// The composition of the laws themselves, by a closed form where there is one and by numerical
/// inversion elsewhere.
[[nodiscard]] Exact exact(const std::vector<KnownPart>& releases, const Question& question);

/// The analysis of exact() alone, to fewer digits.
enum class Patience { little, usual };
[[nodiscard]] Analysis by_worst_laws(const std::vector<KnownPart>& releases,
                                     const Question& question, Patience patience = Patience::usual);

}  // namespace mizan::analysis
