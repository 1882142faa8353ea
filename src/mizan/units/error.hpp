// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace mizan {

/// The base of all that mizan throws. The message names the place, the rule and the value found.
class Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A number lies outside the set it must belong to.
class DomainError : public Error {
public:
    DomainError(std::string_view name, std::string_view rule, double found);
    using Error::Error;
};

/// A program or a question that mizan cannot read or that contradicts itself.
class InputError : public Error {
public:
    using Error::Error;
};

/// A promise of mizan's own code did not hold. Always a bug, never the user's mistake.
class InternalError : public Error {
public:
    using Error::Error;
};

/// Stops with InternalError unless `holds`. On in every build: a wrong bound is worse than none.
inline void ensure(bool holds, const char* promise) {
    if (!holds) throw InternalError(std::string("internal error: ") + promise);
}

/// The shortest text that reads back as exactly `value`; infinity is "inf".
[[nodiscard]] std::string shortest(double value);

}  // namespace mizan
