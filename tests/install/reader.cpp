// SPDX-License-Identifier: Apache-2.0
// Somebody whose configuration names programs of mizan: as expressions, as JSON, or as requests.
#include <io/ask.hpp>
#include <io/json.hpp>
#include <mizan/account/account.hpp>

int main() {
    const mizan::ProgramDocument written = mizan::read_any("10 * laplace(20)");
    const mizan::ProgramDocument same = mizan::read_any(mizan::write_program(written));
    const double epsilon = mizan::account(same.program, mizan::Delta{0.0}).epsilon.upper;
    const std::string response =
        mizan::ask(R"json({"command": "cost", "program": "10 * laplace(20)", "delta": 0})json");
    const bool is_wrong = mizan::ask("{").find("\"error\"") == std::string::npos;
    return written == same && epsilon >= 0.5 && epsilon < 0.6 && !is_wrong &&
                   response.find("\"upper\": 0.5") != std::string::npos
               ? 0
               : 1;
}
