// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "io/event_description.hpp"

namespace mizan {

// Every event a program can be made of is described here once: what it is called in expressions
// and in JSON, which fields it has, how it is built and taken apart. Readers, writers and help
// text all work from this table.

/// All events. Two may share a name and differ in their fields.
[[nodiscard]] const std::vector<EventDescription>& vocabulary();

}  // namespace mizan
