// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/known/term/term_reading.hpp"

namespace mizan {

/// What is known of logistic noise.
void know(TermReading& reading, const Logistic& leaf);

}  // namespace mizan
