// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "mizan/account/directions.hpp"
#include "mizan/account/release.hpp"

namespace mizan {

using Record = SampledGaussianLaw::Record;

/// All that is known of one run of everything inside of a scheme.
struct Inside {
    Release promises;  ///< of all together; has laws only if they are one law, run once
    std::optional<std::vector<analysis::RepeatedLaw>> worst;  ///< of all, if each has one
    std::vector<analysis::RepeatedLaw> attained;              ///< of those that have one
    Beside beside = Beside::anyone;                           ///< of all these
    double between_two_values = 0;  ///< a pure ε for any two values, if that is more than promised
    Bracket others_say_yes = 1;     ///< times as often as somebody who says nothing, in an instance

    [[nodiscard]] bool has_user_pair() const;

    /// Of Gaussian noise that is measured by what one record adds: its laws with and without the record,
    /// in place of those with either of two values. All else as it is.
    [[nodiscard]] Inside of_one_record() const;
};

/// What an (ε, δ) promise becomes on samples, for a release that has its name.
void promise_on_samples(Release& release, const Release& whole, Bracket q);

/// The Rényi curve of (1 - q) R + q P against (1 - q) R + q Q, where `whole` cannot fail and has that
/// of P against Q.
void mix_renyi(Release& release, const Release& whole, Bracket q);

/// A record is there or is not, and is in the sample with probability q: the laws of the output are
/// (1 - q) Q + q P and Q. A replaced record is meant for Gaussian noise only, by its own worst pair.
void sample_by_presence(Release& release, const Inside& inside, Bracket q, Record record,
                        Extent extent = Extent::everything);

/// What is attained then, if anything is known to be.
[[nodiscard]] std::optional<Law> attained_by_presence(const Inside& inside, Bracket q,
                                                      Record record);

/// A record takes another value, and is in the sample with probability q; of the output without it
/// nothing is known: (1 - q) R + q P against (1 - q) R + q Q.
void sample_by_value(Release& release, const Inside& inside, Bracket q);

}  // namespace mizan
