// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/known/scheme/scheme_reading.hpp"

namespace mizan {

/// What is known of a run on a sample for which every record throws a coin.
void know(SchemeReading& reading, const HalfSample& scheme);

}  // namespace mizan
