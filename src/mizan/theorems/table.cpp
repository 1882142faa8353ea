// SPDX-License-Identifier: Apache-2.0
// Written by tools/theorems.py from the tags in the headers. Change those instead.
// clang-format off
#include <array>

#include "mizan/theorems/theorems.hpp"

namespace mizan {

namespace {

constexpr std::array<Theorem, 0> table{{
}};

}  // namespace

std::span<const Theorem> all_theorems() { return table; }

}  // namespace mizan
