// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/known/term/term_reading.hpp"

namespace mizan {

/// What is known of noise that shows something outright with a small probability.
void know(TermReading& reading, const TruncatedLaplace& leaf);
void know(TermReading& reading, const ThresholdedLaplace& leaf);
void know(TermReading& reading, const ThresholdedGaussian& leaf);

}  // namespace mizan
