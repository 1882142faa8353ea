// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/known/scheme/scheme_reading.hpp"

namespace mizan {

/// What is known of Gaussian noise on a Poisson sample of which at most so many records are kept.
void know(SchemeReading& reading, const TruncatedPoisson& scheme);

}  // namespace mizan
