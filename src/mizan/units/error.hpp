// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace mizan {

/// What an error says, in parts. A part that it does not have is empty.
struct ErrorParts {
    std::string place = {};  ///< column 7, $.event.count, --delta
    std::string rule = {};   ///< what is expected there; of a refusal, the reason
    std::string found = {};  ///< what stands there instead
    std::string hint = {};   ///< the nearest thing that works
};

/// The base of all that mizan throws. The message names the place, the rule and the value found.
class Error : public std::runtime_error {
public:
    explicit Error(const std::string& message, ErrorParts parts = {});

    [[nodiscard]] const ErrorParts& parts() const noexcept { return *parts_; }

private:
    std::shared_ptr<const ErrorParts> parts_;  // shared, so that a copy throws nothing
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

/// The answer is no: there is no theorem, no analysis or no curve, or none under this relation.
class Refused : public Error {
public:
    /// `instead` is the nearest thing that works, where one is known.
    explicit Refused(const std::string& reason, const std::string& instead = "");

    /// The same, with what was asked for before its reason.
    [[nodiscard]] Refused under(const std::string& title) const;

    [[nodiscard]] const std::string& reason() const noexcept { return parts().rule; }
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
