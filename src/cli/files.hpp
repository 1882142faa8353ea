// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace mizan::cli {

/// The bytes of a file that a user named as input. Throws InputError if it cannot be read or is
/// larger than 16 MB.
[[nodiscard]] std::string read_input_file(const std::filesystem::path& path);

/// Writes a file whole or not at all: to a new file beside it, which then takes its name. Throws
/// std::runtime_error if that fails, and leaves nothing behind.
void write_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace mizan::cli
