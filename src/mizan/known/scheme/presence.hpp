// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "mizan/known/part/inside.hpp"
#include "mizan/known/scheme/renyi_on_samples.hpp"

namespace mizan {

/// What an (ε, δ) promise becomes on samples, for a part that has its name.
void promise_on_samples(KnownPart& part, const KnownPart& whole, Bracket q);

/// The Rényi curve of (1 - q) R + q P against (1 - q) R + q Q, where `whole` cannot fail and has
/// that of P against Q.
void mix_renyi(KnownPart& part, const KnownPart& whole, Bracket q);

/// A record is there or is not, and is in the sample with probability q: the laws of the output are
/// (1 - q) Q + q P and Q. A replaced record is meant for Gaussian noise only, by its own worst
/// pair.
void sample_by_presence(KnownPart& part, const Inside& inside, Bracket q, Record record,
                        Extent extent = Extent::everything);

/// What is attained then, if anything is known to be.
[[nodiscard]] std::optional<Law> attained_by_presence(const Inside& inside, Bracket q,
                                                      Record record);

/// A record takes another value, and is in the sample with probability q; of the output without it
/// nothing is known: (1 - q) R + q P against (1 - q) R + q Q.
void sample_by_value(KnownPart& part, const Inside& inside, Bracket q);

}  // namespace mizan
