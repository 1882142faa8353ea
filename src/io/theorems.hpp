// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "mizan/theorems/theorems.hpp"

#include "io/request.hpp"

namespace mizan {

/// Which theorem is this?
struct TheoremsRequest {
    std::string words = {};  ///< a key, or words that all occur; none: all theorems
    bool errata = false;     ///< only those that are wrong as published
};

struct TheoremsResponse {
    std::vector<Theorem> found;
};

/// Throws as the others do; Refused if nothing is found.
[[nodiscard]] TheoremsResponse respond(const TheoremsRequest& request);

[[nodiscard]] TheoremsRequest read_theorems_request(json::Members& members);
[[nodiscard]] Json::Object to_json(const TheoremsRequest& request);
[[nodiscard]] Json to_json(const TheoremsResponse& response);

}  // namespace mizan
