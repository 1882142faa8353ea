// SPDX-License-Identifier: Apache-2.0
#include "io/convert.hpp"

#include "mizan/numeric/floating_point_environment.hpp"

#include "io/answer.hpp"
#include "io/definition.hpp"

namespace mizan {

namespace {

// Orders at which a curve is shown if none was asked for.
constexpr double shown_orders[] = {1, 1.5, 2, 3, 4, 6, 8, 16, 32, 64, infinity};

struct Parameters {
    At at;

    using List = std::vector<ConvertedParameter>;
    List operator()(const PureDP& d) const { return {{"epsilon", d.epsilon.value(), false}}; }
    List operator()(const ApproxDP& d) const {
        return {{"epsilon", d.epsilon.value(), at.epsilon.has_value()},
                {"delta", d.delta.value(), at.delta.has_value()}};
    }
    List operator()(const RenyiDP& d) const {
        if (!at.order) return {};
        return {{"divergence", d.curve(*at.order).upper, false}};
    }
    List operator()(const ZCDP& d) const {
        List list{{"rho", d.rho.value(), false}};
        if (d.xi.value() != 0) list.push_back({"xi", d.xi.value(), false});
        return list;
    }
    List operator()(const CDP& d) const {
        return {{"mu", d.mu.value(), false}, {"tau", d.tau.value(), false}};
    }
    List operator()(const GDP& d) const { return {{"mu", d.mu.value(), false}}; }
};

void check(const ConvertRequest& request) {
    const auto& [delta, epsilon, order] = request.at;
    if ((delta || epsilon) && request.to != Notion::approximate) {
        throw InputError(std::string(delta ? "delta" : "epsilon") + " belongs to approximate");
    }
    if (order && request.to != Notion::renyi) throw InputError("order belongs to renyi");
}

Definition definition_from(const GivenProgram& from) {
    try {
        return definition_in(from.read({}).program);
    } catch (const InputError& problem) {
        throw under("from", problem);
    } catch (const DomainError& problem) {
        throw under("from", problem);
    }
}

// The notions that do follow, for somebody to whom another was refused.
std::string what_follows(const Definition& from) {
    constexpr Notion all[] = {Notion::approximate, Notion::renyi, Notion::zcdp, Notion::cdp,
                              Notion::gdp};
    constexpr Delta any_delta{1e-6};
    std::vector<std::string_view> names;
    for (const Notion to : all) {
        if (to == notion_of(from)) continue;
        const At at{.delta = to == Notion::approximate ? std::optional(any_delta) : std::nullopt};
        if (std::holds_alternative<Implication>(convert(from, to, at)))
            names.push_back(name_of(to));
    }
    return names.empty() ? "" : "from it follows " + listed(names);
}

Json::Object question_of(const ConvertRequest& request) {
    Json::Object question{{"from", request.from.to_json()}, {"to", name_of(request.to)}};
    write(question, "delta", request.at.delta);
    write(question, "epsilon", request.at.epsilon);
    write(question, "order", request.at.order);
    return question;
}

}  // namespace

bool ConvertResponse::is_curve() const {
    return std::holds_alternative<RenyiDP>(found.result) && !request.at.order;
}

std::vector<ConvertedParameter> ConvertResponse::parameters() const {
    return std::visit(Parameters{request.at}, found.result);
}

std::vector<std::pair<double, double>> ConvertResponse::points() const {
    std::vector<std::pair<double, double>> points;
    if (!is_curve()) return points;
    for (const double order : shown_orders) {
        points.emplace_back(order, std::get<RenyiDP>(found.result).curve(Order{order}).upper);
    }
    return points;
}

ConvertResponse respond(const ConvertRequest& request) {
    const DefaultArithmetic arithmetic;
    check(request);
    const Definition from = definition_from(request.from);
    auto found = convert(from, request.to, request.at);
    if (const auto* refused = std::get_if<Refused>(&found)) {
        throw Refused("no conversion: " + refused->reason(), what_follows(from));
    }
    return {request, notion_of(from), std::get<Implication>(std::move(found))};
}

ConvertRequest read_convert_request(json::Members& members) {
    ConvertRequest request{.from = read_given_program(members, "from").value_or(GivenProgram()),
                           .at = {.delta = members.quantity<Delta>("delta"),
                                  .epsilon = members.quantity<Epsilon>("epsilon"),
                                  .order = members.quantity<Order>("order")}};
    const std::string name = members.required_text("to");
    request.to = members.at("to", [&] { return read_notion(name); });
    return request;
}

Json::Object to_json(const ConvertRequest& request) {
    Json::Object object{{"command", "convert"}};
    for (auto& member : question_of(request)) object.push_back(std::move(member));
    return object;
}

Json::Object to_json(const ConvertResponse& response) {
    const std::string_view name = name_of(response.from);
    const auto& [_, theorems, order] = response.found;
    Json::Object object{{"question", question_of(response.request)}};
    Json::Object analysis{{"name", name}};
    if (response.is_curve()) {
        Json::Array points;
        for (const auto& [at, divergence] : response.points()) {
            points.push_back(Json::Array{at, divergence});
        }
        object.emplace_back("points", std::move(points));
    }
    for (const auto& [parameter, value, is_given] : response.parameters()) {
        if (is_given) continue;
        object.emplace_back(parameter, to_json(Bracket(0, value)));
        analysis.emplace_back(parameter, value);
    }
    if (order) analysis.emplace_back("order", order->value());
    analysis.emplace_back("theorems", to_json(theorems));
    object.emplace_back("best", name);
    object.emplace_back("analyses", Json::Array{std::move(analysis)});
    return object;
}

}  // namespace mizan
