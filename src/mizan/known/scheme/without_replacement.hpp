// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/known/scheme/scheme_reading.hpp"

namespace mizan {

/// What is known of a run on a sample of a fixed size, all choices being equally likely.
void know(SchemeReading& reading, const WithoutReplacement& scheme);

}  // namespace mizan
