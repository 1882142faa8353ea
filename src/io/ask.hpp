// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "mizan/units/error.hpp"

#include "io/json_value.hpp"

namespace mizan {

/// What kind of error a response is, by the name that stands in it.
enum class ErrorCode {
    input,     ///< a request that cannot be read or contradicts itself
    domain,    ///< a number lies outside of the set it must belong to
    refused,   ///< the answer is no
    internal,  ///< a promise of mizan's own code did not hold
};

[[nodiscard]] std::string_view name_of(ErrorCode code);
[[nodiscard]] ErrorCode code_of(const Error& error);

/// {"error": {"code": …, "message": …, "place": …, "rule": …, "found": …, "hint": …}}, null for
/// what it does not say.
[[nodiscard]] Json::Object to_json(const Error& error);

/// What a request was answered with.
struct Response {
    Json json;
    std::optional<ErrorCode> error = {};  ///< none: it is an answer
};

/// THE entry point of every door: a request as JSON, such as
///
///     {"command": "account", "program": "100 * gaussian(10)", "delta": 1e-5}
///
/// gives a response (docs/guide/contract.md). Any bytes are a request; what has no answer gives an
/// error, as a value. Throws std::bad_alloc, and nothing else.
[[nodiscard]] Response respond(std::string_view request);

/// The same as text, as --json prints it.
[[nodiscard]] std::string ask(std::string_view request);

}  // namespace mizan
