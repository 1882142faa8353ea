// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace mizan {

/// How often something happens, or how many records change together. Every count up to
/// `max_count` and its successor are exact doubles, so no count is ever rounded on its way.
using Count = std::int64_t;
inline constexpr Count max_count = (Count{1} << 53) - 1;

/// Throws InputError, naming the number, unless it lies between `least` and max_count.
void check_whole_number(const char* name, Count least, Count found);

/// Throws InputError, naming the numbers, if the product exceeds max_count. Both lie in [0,
/// max_count].
[[nodiscard]] Count checked_product(const char* name, Count a, Count b);

}  // namespace mizan
