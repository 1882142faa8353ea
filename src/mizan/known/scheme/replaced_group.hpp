// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/known/scheme/scheme_reading.hpp"
#include "mizan/sampling/replaced_places.hpp"

namespace mizan {

/// Fills in Gaussian noise on a sample of a fixed size, of which this many places may take other
/// values: the worst law (Mizan26 S7) of the group or of a single record.
void know_replaced(SchemeReading& reading, const std::vector<Places>& places);

/// The same if an output shows everything whenever a record of the group is in the sample.
void know_replaced_by_all_shown(SchemeReading& reading);

}  // namespace mizan
