// SPDX-License-Identifier: Apache-2.0
#include "io/effort.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <system_error>

#include "mizan/units/quoted.hpp"

namespace mizan {

namespace {

double number_of(std::string_view name, std::string_view digits) {
    double value = 0;
    const char* end = digits.data() + digits.size();
    const auto [stop, problem] = std::from_chars(digits.data(), end, value);
    if (stop != end || problem != std::errc{} || std::isnan(value)) {
        throw InputError("effort: " + std::string(name) + ": expected a number, got " +
                         in_quotes(digits));
    }
    return value;
}

void read_member(std::string_view member, Effort& effort) {
    const std::size_t equals = std::min(member.find('='), member.size());
    const std::string_view name = member.substr(0, equals);
    if (equals == member.size() || (name != "work" && name != "width")) {
        throw InputError("effort: expected work=NUMBER or width=NUMBER, got " + in_quotes(member));
    }
    const double value = number_of(name, member.substr(equals + 1));
    if (name == "work") {
        if (!(value >= 0)) throw DomainError("effort: work", "at least 0", value);
        effort.work = value;
    } else {
        if (!(0 <= value && value < infinity)) {
            throw DomainError("effort: width", "finite and at least 0", value);
        }
        effort.width = value;
    }
}

}  // namespace

Effort read_effort(std::string_view text) {
    Effort effort;
    if (text.empty()) return effort;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        read_member(text.substr(begin, end - begin), effort);
        begin = end + 1;
    }
    return effort;
}

}  // namespace mizan
