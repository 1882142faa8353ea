// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/known/scheme/scheme_reading.hpp"
#include "mizan/program/bill.hpp"

namespace mizan {

/// What is known of a run on a Poisson sample.
void know(SchemeReading& reading, const Poisson& scheme);

/// Whether the laws of an arrangement take next to no time to read: one run of noise on Poisson
/// samples.
[[nodiscard]] bool has_quick_laws(const Arrangement& arrangement);

}  // namespace mizan
