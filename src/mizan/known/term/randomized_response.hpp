// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/known/term/term_reading.hpp"

namespace mizan {

/// What is known of an answer that is true with some probability: one answer about the whole
/// dataset, or one from each record.
void know(TermReading& reading, const RandomizedResponse& leaf);
void know(TermReading& reading, const BucketRandomizedResponse& leaf);

}  // namespace mizan
