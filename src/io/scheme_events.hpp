// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "io/event_description.hpp"

namespace mizan {

/// Samples, repetitions, groups and sums: every event that is made of other programs; and the two
/// of dp_accounting that stand for a promise.
[[nodiscard]] std::vector<EventDescription> scheme_events();

}  // namespace mizan
