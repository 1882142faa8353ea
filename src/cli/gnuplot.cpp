// SPDX-License-Identifier: Apache-2.0
#include "cli/gnuplot.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include "mizan/units/error.hpp"
#include "mizan/units/quoted.hpp"

#include "cli/descriptor.hpp"

extern char** environ;

namespace mizan::cli {

namespace {

struct Pipe {
    Descriptor reading, writing;

    Pipe() {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0) {
            throw std::runtime_error(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
        }
        reading = Descriptor(ends[0]);
        writing = Descriptor(ends[1]);
    }
};

/// The variables of our environment that do not change what gnuplot draws.
std::vector<char*> neutral_environment() {
    static char locale[] = "LC_ALL=C";
    std::vector<char*> variables{locale};
    for (char** each = ::environ; *each != nullptr; ++each) {
        const std::string_view text = *each;
        const bool is_a_setting =
            std::ranges::any_of(std::array{"GNU", "FIT_", "LC_", "LANG"},
                                [&](const char* start) { return text.starts_with(start); });
        if (!is_a_setting) variables.push_back(*each);
    }
    variables.push_back(nullptr);
    return variables;
}

/// gnuplot with these three streams, none of which is a file: no disk can be too full for it.
pid_t start_gnuplot(const Pipe& in, const Pipe& out, const Pipe& complaint) {
    posix_spawn_file_actions_t streams;
    ::posix_spawn_file_actions_init(&streams);
    ::posix_spawn_file_actions_adddup2(&streams, in.reading.number(), STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&streams, out.writing.number(), STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&streams, complaint.writing.number(), STDERR_FILENO);
    posix_spawnattr_t attributes;  // signals that we ignore shall end it
    sigset_t ignored;
    ::sigemptyset(&ignored);
    for (const int signal : {SIGPIPE, SIGXFSZ}) ::sigaddset(&ignored, signal);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawnattr_setsigdefault(&attributes, &ignored);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);

    std::string name = "gnuplot", no_settings = "-d";
    char* arguments[] = {name.data(), no_settings.data(), nullptr};
    pid_t child = 0;
    const int error = ::posix_spawnp(&child, name.c_str(), &streams, &attributes, arguments,
                                     neutral_environment().data());
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&streams);
    if (error == ENOENT) {
        throw std::runtime_error(
            "pictures are drawn by gnuplot, which is not installed: apt-get install gnuplot-nox");
    }
    if (error != 0) {
        throw std::runtime_error(fmt::format("cannot start gnuplot: {}", std::strerror(error)));
    }
    return child;
}

/// Waits for the end of a process also if an exception passes.
class Child {
public:
    explicit Child(pid_t number) : number_{number} {}
    ~Child() {
        if (number_ > 0) (void)wait();
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    [[nodiscard]] int wait() {
        int status = 0;
        const pid_t number = std::exchange(number_, 0);
        while (::waitpid(number, &status, 0) < 0) {
            if (errno != EINTR) return -1;
        }
        return status;
    }

private:
    pid_t number_;
};

/// Some of what there is to read, or the end, at which the descriptor is closed.
void read_some(Descriptor& from, std::string& all) {
    std::array<char, 1 << 16> part{};
    const ssize_t count = ::read(from.number(), part.data(), part.size());
    if (count > 0) {
        all.append(part.data(), static_cast<std::size_t>(count));
    } else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
        (void)from.close();
    }
}

/// Some of what is left to write; at its end, or if nobody reads it, the descriptor is closed.
void write_some(Descriptor& to, std::string_view& rest) {
    const ssize_t count = ::write(to.number(), rest.data(), rest.size());
    if (count > 0) rest.remove_prefix(static_cast<std::size_t>(count));
    const bool is_over = count < 0 && errno != EINTR && errno != EAGAIN;
    if (rest.empty() || is_over) (void)to.close();
}

/// Hands over the script while taking what comes back, so that neither side waits for the other.
void converse(Descriptor& in, std::string_view script, Descriptor& out, std::string& picture,
              Descriptor& complaint, std::string& complaints) {
    ::fcntl(in.number(), F_SETFL, O_NONBLOCK);
    while (out.is_open() || complaint.is_open()) {
        std::array<pollfd, 3> streams{pollfd{in.number(), POLLOUT, 0},
                                      pollfd{out.number(), POLLIN, 0},
                                      pollfd{complaint.number(), POLLIN, 0}};
        if (::poll(streams.data(), streams.size(), -1) < 0) continue;  // a signal
        if (streams[0].revents != 0) write_some(in, script);
        if (streams[1].revents != 0) read_some(out, picture);
        if (streams[2].revents != 0) read_some(complaint, complaints);
    }
}

/// Whether the picture has its end.
bool is_whole(std::string_view picture) {
    constexpr std::string_view end_of_png("IEND\xAE\x42\x60\x82");
    if (picture.starts_with("\x89PNG")) return picture.ends_with(end_of_png);
    const std::size_t end = picture.find_last_not_of(" \n\r\t");
    return end != std::string_view::npos && picture.substr(0, end + 1).ends_with("</svg>");
}

}  // namespace

std::string draw_with_gnuplot(std::string_view script) {
    Pipe in, out, complaint;
    std::string picture, complaints;
    Child child(start_gnuplot(in, out, complaint));
    (void)in.reading.close();
    (void)out.writing.close();
    (void)complaint.writing.close();
    converse(in.writing, script, out.reading, picture, complaint.reading, complaints);
    (void)in.writing.close();
    if (child.wait() != 0 || !is_whole(picture)) {
        throw std::runtime_error("gnuplot failed: " + printable(complaints, longest_name));
    }
    return picture;
}

std::string gnuplot_number(double x) {
    constexpr double smallest = 1e-300;  // below it gnuplot cannot tell the ends of an axis apart
    if (!std::isfinite(x)) return "NaN";
    return std::abs(x) < smallest ? "0" : shortest(x);
}

std::string gnuplot_quoted(std::string_view text) {
    std::string result = "'";
    for (const char c : text) {
        if (c == '\'') result += c;
        result += c == '\n' ? ' ' : c;
    }
    return result + "'";
}

}  // namespace mizan::cli
