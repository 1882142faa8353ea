// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "mizan/convert/convert.hpp"

#include "io/request.hpp"

namespace mizan {

/// What does one notion of privacy say in another?
struct ConvertRequest {
    GivenProgram from = {};  ///< one definition, such as pure(1)
    Notion to = Notion::approximate;
    At at = {};
};

/// A parameter of a definition, an upper bound unless the request fixed it.
struct ConvertedParameter {
    std::string name;
    double value;
    bool is_given;
};

struct ConvertResponse {
    ConvertRequest request;
    Notion from;
    Implication found;

    /// Whether it is a whole Rényi curve, which has points and no parameters.
    [[nodiscard]] bool is_curve() const;
    [[nodiscard]] std::vector<ConvertedParameter> parameters() const;
    /// Orders at which it is shown, and the divergence there.
    [[nodiscard]] std::vector<std::pair<double, double>> points() const;
};

/// Throws as the others do; Refused if nothing follows.
[[nodiscard]] ConvertResponse respond(const ConvertRequest& request);

[[nodiscard]] ConvertRequest read_convert_request(json::Members& members);
[[nodiscard]] Json::Object to_json(const ConvertRequest& request);
[[nodiscard]] Json::Object to_json(const ConvertResponse& response);

}  // namespace mizan
