// SPDX-License-Identifier: Apache-2.0
#include "io/calibrate.hpp"

#include "mizan/numeric/floating_point_environment.hpp"
#include "mizan/program/assumptions.hpp"

#include "io/answer.hpp"
#include "io/expression_print.hpp"

namespace mizan {

namespace {

// The one target that the request names.
Target target_of(const CalibrateRequest& request, Relation relation) {
    const auto& hits = request.true_positive_rate;
    const auto& false_alarms = request.false_positive_rate;
    const bool is_privacy = request.epsilon || request.delta, is_test = hits || false_alarms;
    if (int{is_privacy} + int{is_test} + int{request.advantage.has_value()} != 1) {
        throw InputError(
            "one target is needed: epsilon and delta, or advantage, or true_positive_rate and "
            "false_positive_rate");
    }
    Target target{.keep = ApproxDP{Epsilon{0.0}, Delta{0.0}},
                  .relation = relation,
                  .group_size = request.group_size,
                  .effort = request.effort};
    if (is_privacy) {
        if (!request.epsilon || !request.delta) {
            throw InputError("one target is needed: both epsilon and delta, the privacy to keep");
        }
        target.keep = ApproxDP{*request.epsilon, *request.delta};
    } else if (is_test) {
        if (!hits || !false_alarms) {
            throw InputError(
                "one target is needed: both true_positive_rate and false_positive_rate, how well a "
                "test may do");
        }
        target.keep = TruePositiveRate{*hits, *false_alarms};
    } else {
        target.keep = Advantage{*request.advantage};
    }
    return target;
}

template <class Found>
Found unless_refused(std::variant<Found, Refused> result) {
    if (const auto* refused = std::get_if<Refused>(&result)) {
        throw refused->under("no value will do");
    }
    return std::get<Found>(std::move(result));
}

void check_weights(const CalibrateRequest& request) {
    if (!request.weights) return;
    const auto* several = std::get_if<std::vector<GivenProgram>>(&request.programs);
    const std::size_t wanted = several == nullptr ? 0 : several->size();
    if (wanted == request.weights->size()) return;
    throw InputError("weights: expected " +
                     (several == nullptr
                          ? "none for a single program"
                          : "one for each of " + std::to_string(wanted) + " programs") +
                     ", got " + std::to_string(request.weights->size()));
}

void check_programs(const CalibrateRequest& request) {
    const auto* several = std::get_if<std::vector<GivenProgram>>(&request.programs);
    if (several == nullptr ? std::get<GivenProgram>(request.programs).is_empty()
                           : several->empty()) {
        throw InputError("a program is required");
    }
}

// The cost under the names of what is asked and what is given.
struct CostToJson {
    Json cost;

    Json::Object operator()(const ApproxDP& keep) const {
        if (keep.epsilon.value() == 0 && keep.delta.value() > 0) {
            return {{"epsilon", keep.epsilon.value()}, {"delta", cost}};
        }
        return {{"epsilon", cost}, {"delta", keep.delta.value()}};
    }
    Json::Object operator()(const Advantage&) const { return {{"advantage", cost}}; }
    Json::Object operator()(const TruePositiveRate& keep) const {
        return {{"true_positive_rate", cost},
                {"false_positive_rate", keep.false_positive_rate.value()}};
    }
};

void write_cost(Json::Object& object, const Target& target, const Bracket& cost) {
    for (auto& member : std::visit(CostToJson{to_json(cost)}, target.keep)) {
        object.push_back(std::move(member));
    }
}

void write_found(Json::Object& object, const Unknown& unknown, const Target& target,
                 const Calibration& found) {
    object.emplace_back("unknown", unknown.name);
    object.emplace_back("parameter", found.parameter);
    object.emplace_back("limit", found.limit);
    object.emplace_back("tolerance", found.tolerance);
    object.emplace_back("program", print_expression(found.program));
    write_cost(object, target, found.cost);
}

Json::Object found_to_json(const FoundShares& all, const Target& target) {
    Json::Array shares;
    for (std::size_t i = 0; i < all.shares.size(); ++i) {
        Json::Object share{{"weight", all.shares[i].weight.value()}};
        write_found(share, all.shares[i].program.unknown(), target, all.found.shares[i]);
        shares.emplace_back(std::move(share));
    }
    Json::Object object{{"shares", std::move(shares)},
                        {"program", print_expression(all.found.program)}};
    write_cost(object, target, all.found.cost);
    return object;
}

Json::Object found_to_json(const FoundValue& one, const Target& target) {
    Json::Object object;
    write_found(object, one.unknown, target, one.found);
    return object;
}

CalibrateResponse with_assumptions(std::variant<FoundValue, FoundShares> found, Target target) {
    const Program& program =
        std::visit([](const auto& each) -> const Program& { return each.found.program; }, found);
    auto assumed = assumptions({target.relation, program}, target.group_size);
    return {std::move(found), std::move(target), std::move(assumed)};
}

}  // namespace

CalibrateResponse respond(const CalibrateRequest& request) {
    const DefaultArithmetic arithmetic;
    check_programs(request);
    check_weights(request);
    if (const auto* given = std::get_if<GivenProgram>(&request.programs)) {
        const auto [relation, program] = given->read_template(request.relation);
        const Target target = target_of(request, relation);
        return with_assumptions(
            FoundValue{program.unknown(), unless_refused(calibrate(program, target))}, target);
    }
    std::vector<Share> shares;
    std::optional<Relation> relation = request.relation;
    for (const GivenProgram& given : std::get<std::vector<GivenProgram>>(request.programs)) {
        auto document = given.read_template(relation);
        if (given.is_document()) relation = document.relation;
        const auto weight = request.weights ? (*request.weights)[shares.size()] : Positive{1};
        shares.push_back({std::move(document.program), weight});
    }
    const Target target = target_of(request, relation.value_or(Relation::add_or_remove_one));
    auto found = unless_refused(calibrate(shares, target));
    return with_assumptions(FoundShares{std::move(shares), std::move(found)}, target);
}

CalibrateRequest read_calibrate_request(json::Members& members) {
    CalibrateRequest request{
        .weights = members.quantities<Positive>("weights"),
        .epsilon = members.quantity<Epsilon>("epsilon"),
        .delta = members.quantity<Delta>("delta"),
        .advantage = members.quantity<Probability>("advantage"),
        .true_positive_rate = members.quantity<Probability>("true_positive_rate"),
        .false_positive_rate = members.quantity<Probability>("false_positive_rate"),
        .relation = read_relation(members),
        .group_size = read_group_size(members),
        .effort = read_effort(members)};
    const auto one = read_given_program(members, "program");
    const auto several = read_given_programs(members, "programs");
    if (one && several) throw InputError("either program or programs is needed, got both");
    if (one) request.programs = *one;
    if (several) request.programs = *several;
    return request;
}

Json::Object to_json(const CalibrateRequest& request) {
    Json::Object object{{"command", "calibrate"}};
    if (const auto* one = std::get_if<GivenProgram>(&request.programs)) {
        if (!one->is_empty()) object.emplace_back("program", one->to_json());
    } else {
        Json::Array programs;
        for (const auto& each : std::get<std::vector<GivenProgram>>(request.programs)) {
            programs.push_back(each.to_json());
        }
        object.emplace_back("programs", std::move(programs));
    }
    write(object, "weights", request.weights);
    write(object, "epsilon", request.epsilon);
    write(object, "delta", request.delta);
    write(object, "advantage", request.advantage);
    write(object, "true_positive_rate", request.true_positive_rate);
    write(object, "false_positive_rate", request.false_positive_rate);
    write_neighbours(object, request.relation, request.group_size, request.effort);
    return object;
}

Json::Object to_json(const CalibrateResponse& response) {
    Json::Object object = std::visit(
        [&](const auto& found) { return found_to_json(found, response.target); }, response.found);
    object.emplace_back("neighboring_relation", to_string(response.target.relation));
    object.emplace_back("group_size", response.target.group_size);
    object.emplace_back("assumptions", to_json(response.assumptions));
    return object;
}

}  // namespace mizan
