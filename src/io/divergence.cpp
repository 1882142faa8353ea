// SPDX-License-Identifier: Apache-2.0
#include "io/divergence.hpp"

#include "mizan/numeric/floating_point_environment.hpp"

#include "io/json.hpp"

namespace mizan {

namespace {

Divergences divergences(const PrivacyLoss& loss, const DivergenceRequest& request) {
    Divergences all{{},
                    kl_divergence(loss.atoms()),
                    max_divergence(loss.atoms()),
                    total_variation(loss.atoms()),
                    {},
                    subgaussian_divergence(loss)};
    for (const Order order : request.orders) all.renyi.emplace_back(order, loss.renyi(order));
    for (const Epsilon e : request.epsilons) all.hockey_stick.emplace_back(e, loss.delta(e));
    return all;
}

template <class Place>
Json rows(const char* name, const std::vector<std::pair<Place, Bracket>>& values) {
    Json::Array array;
    for (const auto& [at, value] : values) {
        array.push_back(
            Json::Object{{name, at.value()}, {"value", value.upper}, {"lower", value.lower}});
    }
    return array;
}

Json::Object one_way(const Divergences& all) {
    return {{"renyi", rows("order", all.renyi)},
            {"kl", all.kl.upper},
            {"max", all.max.upper},
            {"total_variation", all.total_variation.upper},
            {"hockey_stick", rows("epsilon", all.hockey_stick)},
            {"subgaussian", Json::Object{{"mean", all.subgaussian.mean.upper},
                                         {"tau", all.subgaussian.tau.upper}}}};
}

FiniteDistribution distribution(json::Members& members, std::string_view name) {
    const Json* found = members.find(name);
    if (found == nullptr) {
        throw json::error("missing member '" + std::string(name) + "'", members.root());
    }
    return distribution_in(*found, members.root() / name);
}

Json to_json(const FiniteDistribution& distribution) {
    const auto& weights = distribution.weights();
    return Json::Array(weights.begin(), weights.end());
}

template <class Quantity>
Json to_json(const std::vector<Quantity>& quantities) {
    Json::Array array;
    for (const Quantity& quantity : quantities) array.emplace_back(quantity.value());
    return array;
}

}  // namespace

DivergenceResponse respond(const DivergenceRequest& request) {
    const DefaultArithmetic arithmetic;
    const PrivacyLoss loss(request.p, request.q);
    return {divergences(loss, request), divergences(loss.reversed(), request)};
}

DivergenceRequest read_divergence_request(json::Members& members) {
    FiniteDistribution p = distribution(members, "p"), q = distribution(members, "q");
    DivergenceRequest request{std::move(p), std::move(q)};
    if (auto orders = members.quantities<Order>("orders")) request.orders = std::move(*orders);
    if (auto epsilons = members.quantities<Epsilon>("epsilons")) {
        request.epsilons = std::move(*epsilons);
    }
    return request;
}

Json::Object to_json(const DivergenceRequest& request) {
    return {{"command", "divergence"},
            {"p", to_json(request.p)},
            {"q", to_json(request.q)},
            {"orders", to_json(request.orders)},
            {"epsilons", to_json(request.epsilons)}};
}

Json::Object to_json(const DivergenceResponse& response) {
    Json::Object object = one_way(response.there);
    object.emplace_back("reverse", one_way(response.back));
    return object;
}

}  // namespace mizan
