// SPDX-License-Identifier: Apache-2.0
#include "cli/files.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mizan/units/error.hpp"

namespace mizan::cli {

namespace fs = std::filesystem;

std::string read_input_file(const fs::path& path) {
    constexpr std::size_t largest = std::size_t{16} << 20;
    std::error_code error;
    if (fs::is_directory(path, error)) {
        throw InputError(fmt::format("'{}' is a directory, not a file", path.string()));
    }
    std::ifstream in(path, std::ios::binary);
    std::string bytes;
    std::array<char, 1 << 16> part{};
    while (in && bytes.size() <= largest) {
        in.read(part.data(), part.size());
        bytes.append(part.data(), static_cast<std::size_t>(in.gcount()));
    }
    if (bytes.size() > largest) {
        throw InputError(fmt::format("'{}' is larger than 16 MB", path.string()));
    }
    if (!in.eof()) {
        throw InputError(fmt::format("cannot read '{}': {}", path.string(), std::strerror(errno)));
    }
    return bytes;
}

void write_file(const fs::path& path, std::string_view bytes) {
    std::string name = path.string() + ".XXXXXX";
    const int file = ::mkstemp(name.data());
    const auto fail = [&](int reason) {
        if (file >= 0) ::unlink(name.c_str());
        throw std::runtime_error(
            fmt::format("cannot write '{}': {}", path.string(), std::strerror(reason)));
    };
    if (file < 0) fail(errno);
    int reason = 0;
    while (!bytes.empty() && reason == 0) {
        const ssize_t written = ::write(file, bytes.data(), bytes.size());
        if (written >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno != EINTR) {
            reason = errno;
        }
    }
    // mkstemp makes files that only their owner may read; a result is for whoever may see its
    // directory.
    if (reason == 0 && ::fchmod(file, 0644) != 0) reason = errno;
    if (::close(file) != 0 && reason == 0) reason = errno;
    if (reason == 0 && std::rename(name.c_str(), path.c_str()) != 0) reason = errno;
    if (reason != 0) fail(reason);
}

}  // namespace mizan::cli
