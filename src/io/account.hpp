// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/account/answer.hpp"
#include "mizan/explain/alternatives.hpp"

#include "io/request.hpp"

namespace mizan {

/// What does this program cost, by every analysis that applies?
struct AccountRequest {
    ProgramRequest about = {};
    AskedAt at = {};
    bool verify = false;            ///< every digit of both ends
    bool with_alternatives = true;  ///< what is often run in place of what was declared, too
};

struct AccountResponse {
    Program program;
    Answer answer;
    std::optional<std::vector<Alternative>> alternatives;  ///< none if nobody asked
};

/// Throws InputError and DomainError for a request that cannot be read or contradicts itself,
/// Refused if there is no answer. So do the other commands.
[[nodiscard]] AccountResponse respond(const AccountRequest& request);

[[nodiscard]] AccountRequest read_account_request(json::Members& members);
[[nodiscard]] Json::Object to_json(const AccountRequest& request);
[[nodiscard]] Json::Object to_json(const AccountResponse& response);

}  // namespace mizan
