// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/known/term/term_reading.hpp"

namespace mizan {

/// What is known of a mechanism that is given by its two output distributions.
void know(TermReading& reading, const DistributionPair& leaf);

}  // namespace mizan
