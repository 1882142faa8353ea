// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/known/scheme/scheme_reading.hpp"

namespace mizan {

/// What is known of steps of which each record takes part in some, chosen at random.
void know(SchemeReading& reading, const RandomAllocation& scheme);

}  // namespace mizan
