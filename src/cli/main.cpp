// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <exception>
#include <iostream>
#include <new>

#include <poll.h>
#include <unistd.h>

#include "mizan/units/error.hpp"

#include "cli/command.hpp"

namespace mizan::cli {
namespace {

const Command* const commands[] = {
    &account_command, &calibrate_command, &curve_command,   &convert_command,  &divergence_command,
    &explain_command, &game_command,      &figures_command, &theorems_command,
};

Status complain(std::string_view message, Status status) {
    std::cerr << "mizan: " << message << '\n';
    return status;
}

Status run_and_report(int argc, const char* const* argv) {
    try {
        return read_command_line(commands, argc, argv)(std::cout);
    } catch (const InternalError& error) {
        return complain(error.what(), Status::failure);
    } catch (const Error& error) {
        return complain(error.what(), Status::bad_input);
    } catch (const std::bad_alloc&) {
        return complain("out of memory", Status::failure);
    } catch (const std::exception& error) {
        return complain(error.what(), Status::failure);
    }
}

// Whether nobody reads standard output any more, as after `| head -1`. Asked of the pipe itself:
// by the time a failed write is noticed, errno may be that of something else.
bool is_reader_gone() {
    pollfd output{STDOUT_FILENO, POLLOUT, 0};
    return ::poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

}  // namespace
}  // namespace mizan::cli

int main(int argc, char** argv) {
    using namespace mizan::cli;
    // A failed write is noticed below; gnuplot going away must not take us along.
    std::signal(SIGPIPE, SIG_IGN);
    std::ios::sync_with_stdio(false);
    Status status = run_and_report(argc, argv);
    if (!std::cout.flush()) {
        status = is_reader_gone() ? Status::reader_gone
                                  : complain("cannot write to standard output", Status::failure);
    }
    return static_cast<int>(status);
}
