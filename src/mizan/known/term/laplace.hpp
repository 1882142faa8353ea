// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/known/term/term_reading.hpp"

namespace mizan {

/// What is known of Laplace noise.
void know(TermReading& reading, const Laplace& leaf);

}  // namespace mizan
