// SPDX-License-Identifier: Apache-2.0
#include "mizan/units/error.hpp"

#include <array>
#include <charconv>

namespace mizan {

namespace {

std::string must_be(std::string_view name, std::string_view rule) {
    return std::string(name) + " must be " + std::string(rule);
}

std::string with_hint(const std::string& message, const std::string& hint) {
    return hint.empty() ? message : message + "; " + hint;
}

}  // namespace

Error::Error(const std::string& message, ErrorParts parts)
    : std::runtime_error(message), parts_{std::make_shared<const ErrorParts>(std::move(parts))} {}

DomainError::DomainError(std::string_view name, std::string_view rule, double found)
    : Error(must_be(name, rule) + ", got " + shortest(found),
            {.rule = must_be(name, rule), .found = shortest(found)}) {}

Refused::Refused(const std::string& reason, const std::string& instead)
    : Error(with_hint(reason, instead), {.rule = reason, .hint = instead}) {}

Refused Refused::under(const std::string& title) const {
    return Refused(title + ": " + reason(), parts().hint);
}

std::string shortest(double value) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), end.ptr};
}

}  // namespace mizan
