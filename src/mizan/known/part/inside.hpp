// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "mizan/known/part/known_part.hpp"

namespace mizan {

/// All that is known of one run of everything inside of a scheme.
struct Inside {
    /// of all parts together; it has laws only if there is a single law, run once
    KnownPart promises;
    std::optional<std::vector<analysis::RepeatedLaw>> worst;  ///< of all parts, if each has one
    std::vector<analysis::RepeatedLaw> attained;              ///< of the parts that have one
    Beside beside = Beside::anyone;                           ///< what all these take together

    [[nodiscard]] bool has_user_pair() const;

    /// The same, but Gaussian noise measured by what one record adds has its laws with and without
    /// the record, in place of its laws between two values.
    [[nodiscard]] Inside of_one_record() const;
};

/// All that is known of one run of these parts together; each part runs as often as its count says.
[[nodiscard]] Inside together(std::vector<KnownPart> parts);

/// Adds the pair of laws that follows from the Rényi curve, if only that curve is known.
void know_pair_of_curve(Inside& inside);

/// Several runs of a part as one run.
[[nodiscard]] KnownPart as_one(KnownPart part, double runs);

}  // namespace mizan
