// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/request.hpp"

namespace mizan {

/// The bracket of account without its derivation, for those who ask often.
struct CostRequest {
    ProgramRequest about = {};
    AskedAt at = {};
};

struct CostResponse {
    Program program;
    Question question;
    Bracket cost;
};

/// Throws as the others do.
[[nodiscard]] CostResponse respond(const CostRequest& request);

[[nodiscard]] CostRequest read_cost_request(json::Members& members);
[[nodiscard]] Json::Object to_json(const CostRequest& request);
[[nodiscard]] Json::Object to_json(const CostResponse& response);

}  // namespace mizan
