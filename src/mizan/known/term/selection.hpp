// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/known/term/term_reading.hpp"

namespace mizan {

/// What is known of mechanisms that choose a candidate, and of the sparse vector technique, which
/// says which answers of a stream are large.
void know(TermReading& reading, const Exponential& leaf);
void know(TermReading& reading, const PermuteAndFlip& leaf);
void know(TermReading& reading, const ReportNoisyMax& leaf);
void know(TermReading& reading, const SparseVector& leaf);

}  // namespace mizan
