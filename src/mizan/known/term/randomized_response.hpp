// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/known/term/term_reading.hpp"

namespace mizan {

/// What is known of an answer that is given truthfully with some probability: one about the whole
/// dataset, or one of each record.
void know(TermReading& reading, const RandomizedResponse& leaf);
void know(TermReading& reading, const BucketRandomizedResponse& leaf);

}  // namespace mizan
