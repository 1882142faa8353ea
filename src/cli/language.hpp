// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace mizan::cli {

/// For help: every program that can be written, with its fields and its type in JSON.
[[nodiscard]] std::string language();

}  // namespace mizan::cli
