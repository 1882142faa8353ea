// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "mizan/units/effort.hpp"

namespace mizan {

/// The effort that a text such as "work=1e10,width=1e-6" says; what it leaves out is as usual.
/// Throws InputError, or DomainError, for any other text.
[[nodiscard]] Effort read_effort(std::string_view text);

}  // namespace mizan
