// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mizan::cli {

/// What is read from a descriptor, and how it ended: THE reader of input.
class Input {
public:
    /// `name` is for messages; nothing is closed.
    Input(int descriptor, std::string name);

    /// Some more bytes, at most as many as a buffer holds; none at the end. Throws
    /// std::runtime_error if they cannot be read: an end is never taken for granted.
    [[nodiscard]] std::string_view more();

private:
    int descriptor_;
    std::string name_;
    std::vector<char> buffer_;
};

/// One line without its end, of which no more than a limit is kept.
struct Line {
    std::string text;
    std::size_t length;  ///< of all of it, in bytes

    [[nodiscard]] bool is_whole() const { return text.size() == length; }
};

/// Input line by line, in as much memory as the longest line that is kept.
class Lines {
public:
    /// Calls `before_waiting` whenever it may have to wait for more input.
    Lines(Input input, std::size_t longest, std::function<void()> before_waiting);

    /// The next line, none at the end. The last one need not end. Throws as Input does.
    [[nodiscard]] std::optional<Line> next();

private:
    Input input_;
    std::size_t longest_;
    std::function<void()> before_waiting_;
    std::string_view unread_;
};

/// The bytes of a file that a user named as input. Throws InputError if it cannot be opened, is a
/// directory or is larger than 16 MB, and std::runtime_error if reading it fails.
[[nodiscard]] std::string read_input_file(const std::filesystem::path& path);

/// Writes a file whole or not at all: to a new file beside it, which then takes its name. THE
/// writer of files. An existing file keeps its mode, a new one has that of the umask; a symbolic
/// link stays, and what it points to is written; a device or a pipe is written as it is. Throws
/// InputError if the path cannot be written, std::runtime_error if the storage fails, and leaves
/// nothing behind.
void write_file(const std::filesystem::path& path, std::string_view bytes);

/// Makes a directory, and those above it, unless it is there. Throws as write_file does.
void make_directory(const std::filesystem::path& path);

}  // namespace mizan::cli
