// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/known/scheme/scheme_reading.hpp"

namespace mizan {

/// What is known of the best of several runs.
void know(SchemeReading& reading, const RepeatAndSelect& scheme);

}  // namespace mizan
