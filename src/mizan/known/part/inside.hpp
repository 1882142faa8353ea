// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "mizan/known/part/known_part.hpp"

namespace mizan {

/// All that is known of one run of everything inside of a scheme.
struct Inside {
    KnownPart promises;  ///< of all together; has laws only if they are one law, run once
    std::optional<std::vector<analysis::RepeatedLaw>> worst;  ///< of all, if each has one
    std::vector<analysis::RepeatedLaw> attained;              ///< of those that have one
    Beside beside = Beside::anyone;                           ///< of all these

    [[nodiscard]] bool has_user_pair() const;

    /// Of Gaussian noise that is measured by what one record adds: its laws with and without the
    /// record, in place of those with either of two values. All else as it is.
    [[nodiscard]] Inside of_one_record() const;
};

/// All that is known of one run of these parts together, in which each runs as often as it counts.
[[nodiscard]] Inside together(std::vector<KnownPart> parts);

/// Adds the pair of laws that follows from its Rényi curve, where that is all that is known.
void know_pair_of_curve(Inside& inside);

/// Several runs of a part as one.
[[nodiscard]] KnownPart as_one(KnownPart part, double runs);

}  // namespace mizan
