// SPDX-License-Identifier: Apache-2.0
#include "cli/files.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mizan/units/error.hpp"
#include "mizan/units/quoted.hpp"

#include "cli/descriptor.hpp"

namespace mizan::cli {

namespace fs = std::filesystem;

namespace {

std::string quoted_name(const fs::path& path) { return in_quotes(path.string(), longest_name); }

}  // namespace

Input::Input(int descriptor, std::string name)
    : descriptor_{descriptor}, name_{std::move(name)}, buffer_(std::size_t{1} << 16) {}

std::string_view Input::more() {
    for (;;) {
        const ssize_t count = ::read(descriptor_, buffer_.data(), buffer_.size());
        if (count >= 0) return {buffer_.data(), static_cast<std::size_t>(count)};
        if (errno == EAGAIN) {
            wait_for(descriptor_, POLLIN);
        } else if (errno != EINTR) {
            throw std::runtime_error(
                fmt::format("cannot read {}: {}", name_, std::strerror(errno)));
        }
    }
}

Lines::Lines(Input input, std::size_t longest, std::function<void()> before_waiting)
    : input_{std::move(input)}, longest_{longest}, before_waiting_{std::move(before_waiting)} {}

std::optional<Line> Lines::next() {
    Line line{{}, 0};
    for (bool has_begun = false;;) {
        if (unread_.empty()) {
            before_waiting_();
            unread_ = input_.more();
            if (unread_.empty()) return has_begun ? std::optional(std::move(line)) : std::nullopt;
        }
        has_begun = true;
        const std::size_t end = unread_.find('\n');
        const std::string_view part = unread_.substr(0, end);
        line.text += part.substr(0, longest_ - line.text.size());
        line.length += part.size();
        unread_.remove_prefix(std::min(part.size() + 1, unread_.size()));
        if (end != std::string_view::npos) return line;
    }
}

std::string read_input_file(const fs::path& path) {
    constexpr std::size_t largest = std::size_t{16} << 20;
    std::error_code error;
    if (fs::is_directory(path, error)) {
        throw InputError(fmt::format("{} is a directory, not a file", quoted_name(path)));
    }
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
    if (!file.is_open()) {
        throw InputError(
            fmt::format("cannot read {}: {}", quoted_name(path), std::strerror(errno)));
    }
    Input input(file.number(), quoted_name(path));
    std::string bytes;
    for (std::string_view part = input.more(); !part.empty(); part = input.more()) {
        bytes += part;
        if (bytes.size() > largest) {
            throw InputError(fmt::format("{} is larger than 16 MB", quoted_name(path)));
        }
    }
    return bytes;
}

namespace {

/// Keeps the signals that end a program until a file is whole or gone.
class SignalsHeld {
public:
    SignalsHeld() {
        sigset_t endings;
        ::sigemptyset(&endings);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaddset(&endings, signal);
        ::pthread_sigmask(SIG_BLOCK, &endings, &found_);
    }
    ~SignalsHeld() { ::pthread_sigmask(SIG_SETMASK, &found_, nullptr); }
    SignalsHeld(const SignalsHeld&) = delete;
    SignalsHeld& operator=(const SignalsHeld&) = delete;

private:
    sigset_t found_;
};

/// Throws InputError if the path is at fault, which the user gave, and std::runtime_error
/// otherwise, as for a full disk.
[[noreturn]] void fail(std::string_view to_do_what, const fs::path& path, int reason) {
    const std::string message =
        fmt::format("cannot {} {}: {}", to_do_what, quoted_name(path), std::strerror(reason));
    constexpr std::array of_the_path{ENOENT, ENOTDIR, EISDIR,       EACCES, EPERM,
                                     EROFS,  ELOOP,   ENAMETOOLONG, EINVAL, ENXIO};
    if (std::ranges::find(of_the_path, reason) != of_the_path.end()) throw InputError(message);
    throw std::runtime_error(message);
}

[[noreturn]] void fail_to_write(const fs::path& path, int reason) { fail("write", path, reason); }

/// The path at the end of a chain of symbolic links. No file need exist there.
fs::path end_of_links(fs::path path) {
    constexpr int most_links = 40;  // as many as Linux follows
    std::error_code error;
    const fs::path start = path;
    for (int i = 0; fs::is_symlink(path, error); ++i) {
        if (i == most_links) fail_to_write(start, ELOOP);
        const fs::path target = fs::read_symlink(path, error);
        if (error) fail_to_write(start, error.value());
        path = path.parent_path() / target;  // an absolute target replaces all of it
    }
    return path;
}

/// 0, or the reason why not all was written.
int write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EAGAIN) {
            wait_for(descriptor, POLLOUT);
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

/// A device, a pipe or a terminal, which has no whole.
int write_in_place(const fs::path& path, std::string_view bytes) {
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
    if (!file.is_open()) return errno;
    const int reason = write_all(file.number(), bytes);
    const int at_closing = file.close();
    return reason != 0 ? reason : at_closing;
}

/// A new file that is gone at the end unless it took the name of another.
class NewFile {
public:
    NewFile(const fs::path& directory, mode_t mode) {
        constexpr int most_tries = 1000;
        for (int i = 0; i < most_tries; ++i) {
            path_ = directory / fmt::format(".mizan-{}-{}.tmp", ::getpid(), i);
            number_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
            if (number_ >= 0 || errno != EEXIST) break;
        }
        if (number_ < 0) {
            reason_ = errno;
            path_.clear();
        }
    }
    ~NewFile() {
        if (!path_.empty()) ::unlink(path_.c_str());
    }
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;

    /// Why it could not be made, or 0.
    [[nodiscard]] int reason() const { return reason_; }
    [[nodiscard]] int number() const { return number_; }

    /// 0, or the reason why the file is not called so now.
    [[nodiscard]] int rename_to(const fs::path& path) {
        if (std::rename(path_.c_str(), path.c_str()) != 0) return errno;
        path_.clear();
        return 0;
    }

private:
    fs::path path_;
    int number_ = -1;
    int reason_ = 0;
};

/// The mode, and the owner as far as we may give files away, of a file that is replaced.
int keep_mode(int descriptor, const struct stat& found) {
    mode_t mode = found.st_mode & 07777;
    if (::fchown(descriptor, found.st_uid, found.st_gid) != 0) mode &= 0777;
    return ::fchmod(descriptor, mode) == 0 ? 0 : errno;
}

int replace_file(const fs::path& path, std::string_view bytes, const struct stat* found) {
    if (found != nullptr && ::access(path.c_str(), W_OK) != 0) return errno;
    const fs::path directory = path.has_parent_path() ? path.parent_path() : fs::path(".");
    constexpr mode_t of_the_umask = 0666, private_until_whole = 0600;
    const SignalsHeld held;
    NewFile file(directory, found == nullptr ? of_the_umask : private_until_whole);
    if (file.reason() != 0) return file.reason();
    Descriptor opened(file.number());
    int reason = write_all(opened.number(), bytes);
    if (reason == 0 && found != nullptr) reason = keep_mode(opened.number(), *found);
    // Some file systems cannot be told to keep what they have.
    if (reason == 0 && ::fsync(opened.number()) != 0 && errno != EINVAL) reason = errno;
    const int at_closing = opened.close();
    if (reason == 0) reason = at_closing;
    return reason != 0 ? reason : file.rename_to(path);
}

}  // namespace

void write_file(const fs::path& given, std::string_view bytes) {
    const fs::path path = end_of_links(given);
    struct stat found {};
    const bool exists = ::stat(path.c_str(), &found) == 0;
    if (!exists && errno != ENOENT) fail_to_write(given, errno);
    if (exists && S_ISDIR(found.st_mode)) fail_to_write(given, EISDIR);
    const int reason = exists && !S_ISREG(found.st_mode)
                           ? write_in_place(path, bytes)
                           : replace_file(path, bytes, exists ? &found : nullptr);
    if (reason != 0) fail_to_write(given, reason);
}

void make_directory(const fs::path& path) {
    std::error_code error;
    fs::create_directories(path, error);
    if (error) fail("make the directory", path, error.value());
}

}  // namespace mizan::cli
