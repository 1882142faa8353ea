// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/known/part/known_part.hpp"

namespace mizan {

using Record = SampledGaussianLaw::Record;

/// The outcomes of the worst ε-private mechanism, with sharp log-ratios.
[[nodiscard]] std::vector<Outcome> worst_response(Bracket epsilon);

/// The Rényi divergence on samples of a part that cannot fail: exact if the worst law is known,
/// otherwise a bound by the part's own curve and by what holds for every mechanism with the same
/// promise.
[[nodiscard]] Known<RenyiDP> renyi_on_samples(const KnownPart& whole, Bracket q, Record record);

}  // namespace mizan
