// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "mizan/explain/explanation.hpp"

#include "io/request.hpp"

namespace mizan {

/// What does it mean for a person? About a bad outcome if a probability is given, about what can be
/// learned if a prior is given, about both if neither is.
struct ExplainRequest {
    ProgramRequest about = {};
    std::optional<Probability> probability = {};  ///< of something bad with the other input
    std::optional<Probability> prior = {};  ///< that somebody gives to one input before the release
    std::optional<Delta> delta = {};        ///< how often a statement about beliefs may fail
    Positive factor = 10.0;                 ///< from where on evidence is called strong
    Order order{2.0};                       ///< of the moment of the Bayes factor
};

struct BadOutcome {
    Probability probability;
    Range range;
};

/// What somebody can learn about a person.
struct Learning {
    Probability prior;
    Explanation::Posterior posterior;
    Range best_guess;
    Positive factor;
    Range large_bayes_factor;
    Range mean_log_bayes_factor;
    Order order;
    Range bayes_factor_moment;
};

struct ExplainResponse {
    Program program;
    std::optional<BadOutcome> bad_outcome;
    std::optional<Learning> learning;
    std::vector<std::string> sentences;
};

/// Throws as the others do.
[[nodiscard]] ExplainResponse respond(const ExplainRequest& request);

[[nodiscard]] ExplainRequest read_explain_request(json::Members& members);
[[nodiscard]] Json::Object to_json(const ExplainRequest& request);
[[nodiscard]] Json::Object to_json(const ExplainResponse& response);

}  // namespace mizan
