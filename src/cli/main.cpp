// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <exception>
#include <iostream>
#include <new>
#include <span>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "cli/command.hpp"
#include "io/ask.hpp"

namespace mizan::cli {
namespace {

const Command* const commands[] = {
    &account_command, &calibrate_command, &curve_command,   &convert_command,  &divergence_command,
    &explain_command, &game_command,      &figures_command, &theorems_command, &ask_command,
};

// Written as it is, without a stream: one that could not be set up must not keep us silent.
Status complain(std::string_view message, Status status) {
    for (std::string_view part : {std::string_view("mizan: "), message, std::string_view("\n")}) {
        while (!part.empty()) {
            const ssize_t written = ::write(STDERR_FILENO, part.data(), part.size());
            if (written < 0 && errno != EINTR) return status;
            part.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
        }
    }
    return status;
}

// A stream that our parent closed is opened such that its use fails. Otherwise the next file that
// we open would take its place, and our results would go into that.
void keep_closed_streams_apart() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) != -1) continue;
        (void)::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

// Whether somebody reads JSON, so that an error is written as such, too.
bool speaks_json(std::span<const char* const> arguments) {
    return std::ranges::any_of(arguments, [](std::string_view word) { return word == "--json"; });
}

Status run_and_report(int argc, const char* const* argv) {
    try {
        std::ios::sync_with_stdio(false);
        return read_command_line(commands, argc, argv)(std::cout);
    } catch (const Error& error) {
        if (speaks_json({argv, static_cast<std::size_t>(argc)})) {
            std::cout << to_pretty_text(to_json(error)) << '\n';
        }
        return complain(error.what(), status_of(code_of(error)));
    } catch (const std::bad_alloc&) {
        return complain("out of memory", Status::failure);
    } catch (const std::exception& error) {
        return complain(error.what(), Status::failure);
    }
}

// Whether the reader of standard output is gone, as after `| head -1`. This asks the pipe itself:
// when a failed write is noticed, errno may already belong to another call.
bool is_reader_gone() {
    pollfd output{STDOUT_FILENO, POLLOUT, 0};
    return ::poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

}  // namespace
}  // namespace mizan::cli

int main(int argc, char** argv) {
    using namespace mizan::cli;
    keep_closed_streams_apart();
    // Without these signals a failed write returns an error, which we report: the reader is gone,
    // a file may not grow, or gnuplot ended early.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    Status status = run_and_report(argc, argv);
    if (!std::cout.flush()) {
        status = is_reader_gone() ? Status::reader_gone
                                  : complain("cannot write to standard output", Status::failure);
    }
    return static_cast<int>(status);
}
