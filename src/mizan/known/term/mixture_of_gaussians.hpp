// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/known/term/term_reading.hpp"

namespace mizan {

/// What is known of Gaussian noise on a sum that a record moves by chance.
void know(TermReading& reading, const MixtureOfGaussians& leaf);

}  // namespace mizan
