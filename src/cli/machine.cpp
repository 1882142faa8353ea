// SPDX-License-Identifier: Apache-2.0
#include "cli/machine.hpp"

namespace mizan::cli {

void add_machine(Arguments& arguments, MachineOptions& options, const std::string& meaning) {
    arguments.add_flag("--json", options.json, meaning);
    arguments.add_flag("--request", options.request,
                       "Write the request as JSON, for mizan ask, and do not answer it");
}

}  // namespace mizan::cli
