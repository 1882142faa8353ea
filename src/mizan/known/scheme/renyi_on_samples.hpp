// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/known/part/known_part.hpp"

namespace mizan {

using Record = SampledGaussianLaw::Record;

/// The worst ε-private mechanism, as outcomes with sharp log-ratios.
[[nodiscard]] std::vector<Outcome> worst_response(Bracket epsilon);

/// The Rényi divergence on samples of a part that cannot fail: exact where the worst law is known,
/// else by its own curve and by what is known of every mechanism as private as this one.
[[nodiscard]] Known<RenyiDP> renyi_on_samples(const KnownPart& whole, Bracket q, Record record);

}  // namespace mizan
