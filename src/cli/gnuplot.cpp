// SPDX-License-Identifier: Apache-2.0
#include "cli/gnuplot.hpp"

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include "mizan/units/error.hpp"

extern char** environ;

namespace mizan::cli {

namespace {

// A file that has no name and is gone when it is closed: gnuplot's three streams, so that neither
// side ever waits for the other.
class NamelessFile {
public:
    explicit NamelessFile(std::string_view content = {}) : file_{std::tmpfile()} {
        if (!file_ ||
            std::fwrite(content.data(), 1, content.size(), file_.get()) < content.size() ||
            std::fflush(file_.get()) != 0) {
            throw std::runtime_error(
                fmt::format("cannot write a temporary file: {}", std::strerror(errno)));
        }
        std::rewind(file_.get());
    }

    [[nodiscard]] int number() const { return ::fileno(file_.get()); }

    [[nodiscard]] std::string content() const {
        std::string bytes;
        std::rewind(file_.get());
        for (int c = std::fgetc(file_.get()); c != EOF; c = std::fgetc(file_.get())) {
            bytes += static_cast<char>(c);
        }
        return bytes;
    }

private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace

std::string draw_with_gnuplot(std::string_view script) {
    const NamelessFile in(script), out, complaint;
    posix_spawn_file_actions_t streams;
    ::posix_spawn_file_actions_init(&streams);
    ::posix_spawn_file_actions_adddup2(&streams, in.number(), 0);
    ::posix_spawn_file_actions_adddup2(&streams, out.number(), 1);
    ::posix_spawn_file_actions_adddup2(&streams, complaint.number(), 2);
    std::string name = "gnuplot", no_settings = "-d";
    char* arguments[] = {name.data(), no_settings.data(), nullptr};
    pid_t child = 0;
    const int error = ::posix_spawnp(&child, name.c_str(), &streams, nullptr, arguments, ::environ);
    ::posix_spawn_file_actions_destroy(&streams);
    if (error == ENOENT) {
        throw std::runtime_error(
            "pictures are drawn by gnuplot, which is not installed: apt-get install gnuplot-nox");
    }
    if (error != 0) {
        throw std::runtime_error(fmt::format("cannot start gnuplot: {}", std::strerror(error)));
    }
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    std::string picture = out.content();
    if (status != 0 || picture.empty()) {
        throw std::runtime_error("gnuplot failed: " + complaint.content());
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
