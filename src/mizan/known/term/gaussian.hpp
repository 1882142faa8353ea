// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/known/term/term_reading.hpp"

namespace mizan {

/// What is known of Gaussian noise: on one vector, on all sums of a tree, on the rows of a matrix.
void know(TermReading& reading, const Gaussian& leaf);
void know(TermReading& reading, const TreeAggregation& leaf);
void know(TermReading& reading, const MatrixMechanism& leaf);

}  // namespace mizan
