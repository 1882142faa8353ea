// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

namespace mizan {

/// Loops over many points take so many at a time: as many doubles as the widest vector instructions
/// hold.
inline constexpr std::size_t lanes = 8;
using Lanes = std::array<double, lanes>;

}  // namespace mizan
