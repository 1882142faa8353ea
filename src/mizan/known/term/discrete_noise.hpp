// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/known/term/term_reading.hpp"

namespace mizan {

/// What is known of noise in whole numbers. A group may move the answer by more than a sensitivity
/// can hold; then only a promise is known.
void know(TermReading& reading, const DiscreteLaplace& leaf);
void know(TermReading& reading, const DiscreteGaussian& leaf);

}  // namespace mizan
