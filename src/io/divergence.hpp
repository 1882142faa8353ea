// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "mizan/divergence/finite.hpp"
#include "mizan/loss/subgaussian.hpp"

#include "io/request.hpp"

namespace mizan {

/// How far apart are these two distributions?
struct DivergenceRequest {
    FiniteDistribution p, q;
    std::vector<Order> orders = {Order{1.0}, Order{2.0}, Order{10.0}, Order{infinity}};
    std::vector<Epsilon> epsilons = {Epsilon{0.0}, Epsilon{1.0}};
};

/// Everything about one direction.
struct Divergences {
    std::vector<std::pair<Order, Bracket>> renyi;
    Bracket kl, max, total_variation;
    std::vector<std::pair<Epsilon, Bracket>> hockey_stick;
    SubgaussianDivergence subgaussian;
};

struct DivergenceResponse {
    Divergences there, back;  ///< P against Q, and Q against P
};

/// Throws as the others do.
[[nodiscard]] DivergenceResponse respond(const DivergenceRequest& request);

[[nodiscard]] DivergenceRequest read_divergence_request(json::Members& members);
[[nodiscard]] Json::Object to_json(const DivergenceRequest& request);
[[nodiscard]] Json::Object to_json(const DivergenceResponse& response);

}  // namespace mizan
