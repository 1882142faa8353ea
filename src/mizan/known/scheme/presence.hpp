// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "mizan/known/part/inside.hpp"
#include "mizan/known/scheme/renyi_on_samples.hpp"

namespace mizan {

/// Fills in what an (ε, δ) promise becomes on samples. The part must have its name.
void promise_on_samples(KnownPart& part, const KnownPart& whole, Bracket q);

/// Fills in the Rényi curve of (1 - q) R + q P against (1 - q) R + q Q, where `whole` cannot fail
/// and has the curve of P against Q.
void mix_renyi(KnownPart& part, const KnownPart& whole, Bracket q);

/// The laws if a record is there or not, and is in the sample with probability q: (1 - q) Q + q P
/// and Q. A replaced record is allowed for Gaussian noise only, which has a worst pair of its own.
void sample_by_presence(KnownPart& part, const Inside& inside, Bracket q, Record record,
                        Extent extent = Extent::everything);

/// The attained law in that case, if one is known.
[[nodiscard]] std::optional<Law> attained_by_presence(const Inside& inside, Bracket q,
                                                      Record record);

/// The laws if a record takes another value, and is in the sample with probability q. Nothing is
/// known of the output R without the record: (1 - q) R + q P against (1 - q) R + q Q.
void sample_by_value(KnownPart& part, const Inside& inside, Bracket q);

}  // namespace mizan
