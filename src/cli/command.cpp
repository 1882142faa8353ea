// SPDX-License-Identifier: Apache-2.0
#include "cli/command.hpp"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "mizan/units/error.hpp"

namespace mizan::cli {

double read_number(std::string_view option, std::string_view text) {
    // CLI11 reads doubles through long double, which rounds twice; from_chars rounds once.
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc::result_out_of_range && stopped == end) {
        throw InputError(fmt::format("{}: '{}' is beyond what a double can hold", option, text));
    }
    if (error != std::errc{} || stopped != end || std::isnan(value)) {
        throw InputError(fmt::format("{}: expected a number, got '{}'", option, text));
    }
    return value;
}

CLI::Option* add_number(CLI::App& options, const std::string& name,
                        std::function<void(double)> store, const std::string& meaning) {
    return options
        .add_option_function<std::string>(
            name,
            [name, store = std::move(store)](const std::string& text) {
                store(read_number(name, text));
            },
            meaning)
        ->type_name("NUMBER");
}

CLI::Option* add_numbers(CLI::App& options, const std::string& name,
                         std::function<void(double)> store, const std::string& meaning) {
    return options
        .add_option_function<std::vector<std::string>>(
            name,
            [name, store = std::move(store)](const std::vector<std::string>& texts) {
                for (const std::string& text : texts) store(read_number(name, text));
            },
            meaning)
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("NUMBER");
}

}  // namespace mizan::cli
