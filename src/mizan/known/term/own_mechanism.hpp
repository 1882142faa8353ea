// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/known/term/term_reading.hpp"

namespace mizan {

/// What is known of a mechanism of the user's own. Throws InputError if no privacy profile passes
/// through its brackets, because they rise or are not convex in e^ε.
void know(TermReading& reading, const OwnMechanism& leaf);

}  // namespace mizan
