// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "mizan/calibrate/shares.hpp"

#include "io/request.hpp"

namespace mizan {

/// How much noise is enough, how often may it be run, how large may a sample be? Of a program with
/// a "?" in it, or of several that share a target.
struct CalibrateRequest {
    std::variant<GivenProgram, std::vector<GivenProgram>> programs = {};
    std::optional<std::vector<Positive>> weights = {};  ///< of several programs; none: all alike

    // One target of three: an epsilon at a delta, an advantage, or a rate at another.
    std::optional<Epsilon> epsilon = {};
    std::optional<Delta> delta = {};
    std::optional<Probability> advantage = {};
    std::optional<Probability> true_positive_rate = {};
    std::optional<Probability> false_positive_rate = {};

    std::optional<Relation> relation = {};
    Count group_size = 1;
};

/// What was found for one program.
struct FoundValue {
    Unknown unknown;
    Calibration found;
};

/// What was found for several.
struct FoundShares {
    std::vector<Share> shares;
    SharedCalibration found;
};

struct CalibrateResponse {
    std::variant<FoundValue, FoundShares> found;
    Target target;
    std::vector<std::string> assumptions;
};

/// Throws as the others do; Refused if no value will do.
[[nodiscard]] CalibrateResponse respond(const CalibrateRequest& request);

[[nodiscard]] CalibrateRequest read_calibrate_request(json::Members& members);
[[nodiscard]] Json::Object to_json(const CalibrateRequest& request);
[[nodiscard]] Json::Object to_json(const CalibrateResponse& response);

}  // namespace mizan
