// SPDX-License-Identifier: Apache-2.0
#include "mizan/units/error.hpp"

#include <array>
#include <charconv>

namespace mizan {

DomainError::DomainError(std::string_view name, std::string_view rule, double found)
    : Error(std::string(name) + " must be " + std::string(rule) + ", got " + shortest(found)) {}

std::string shortest(double value) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), end.ptr};
}

}  // namespace mizan
