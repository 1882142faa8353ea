// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/known/scheme/scheme_reading.hpp"

namespace mizan {

/// What is known of messages of which nobody sees whose they are.
void know(SchemeReading& reading, const Shuffled& scheme);

}  // namespace mizan
