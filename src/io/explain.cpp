// SPDX-License-Identifier: Apache-2.0
#include "io/explain.hpp"

#include "mizan/meaning/sentence.hpp"
#include "mizan/numeric/floating_point_environment.hpp"

#include "io/answer.hpp"
#include "io/expression_print.hpp"

namespace mizan {

namespace {

constexpr double usual_probability = 0.01, usual_prior = 0.5;

Learning learning_of(const Explanation& explanation, const ExplainRequest& request) {
    const Probability prior = request.prior.value_or(usual_prior);
    std::optional<Probability> allowed;
    if (request.delta) allowed = request.delta->value();
    return {prior,
            explanation.posterior(prior, allowed),
            explanation.best_guess(prior),
            request.factor,
            explanation.large_bayes_factor(request.factor),
            explanation.mean_log_bayes_factor(),
            request.order,
            explanation.bayes_factor_moment(request.order)};
}

void say(std::vector<std::string>& sentences, const Learning& learning,
         const Comparison& comparison) {
    const auto& [after, failure] = learning.posterior;
    sentences.push_back(posterior_sentence(learning.prior, after.bracket(), failure, comparison));
    sentences.push_back(
        best_guess_sentence(learning.prior, learning.best_guess.upper.value, comparison));
    sentences.push_back(
        large_bayes_factor_sentence(learning.factor, learning.large_bayes_factor.upper.value));
}

Json source_of(const End& end) {
    if (end.definition.empty()) {
        return end.why_not.empty() ? Json(nullptr) : Json::Object{{"why_not", end.why_not}};
    }
    return Json::Object{{"definition", end.definition}, {"theorems", to_json(end.theorems)}};
}

// What was given, and the range that follows from it.
Json with_range(Json::Object object, const Range& range) {
    object.emplace_back("lower", range.lower.value);
    object.emplace_back("upper", range.upper.value);
    object.emplace_back("lower_from", source_of(range.lower));
    object.emplace_back("upper_from", source_of(range.upper));
    return object;
}

void write(Json::Object& object, const Learning& learning) {
    const double prior = learning.prior.value();
    const auto& [after, failure] = learning.posterior;
    object.emplace_back("posterior",
                        with_range({{"prior", prior}, {"failure", failure.value()}}, after));
    object.emplace_back("best_guess", with_range({{"prior", prior}}, learning.best_guess));
    object.emplace_back("bayes_factor",
                        Json::Object{{"large", with_range({{"factor", learning.factor.value()}},
                                                          learning.large_bayes_factor)},
                                     {"mean_log", with_range({}, learning.mean_log_bayes_factor)},
                                     {"moment", with_range({{"order", learning.order.value()}},
                                                           learning.bayes_factor_moment)}});
}

std::string joined(const std::vector<std::string>& sentences) {
    std::string text;
    for (const std::string& sentence : sentences) text += (text.empty() ? "" : " ") + sentence;
    return text;
}

}  // namespace

ExplainResponse respond(const ExplainRequest& request) {
    const DefaultArithmetic arithmetic;
    if (request.delta && request.probability && !request.prior) {
        throw InputError("delta belongs to prior; bounds of a bad outcome always hold");
    }
    const auto [relation, program] = request.about.read();
    const Neighbours neighbours{relation, request.about.group_size};
    const Comparison comparison{neighbours.relation, neighbours.group_size};
    const Explanation explanation(program, neighbours);
    const bool is_open = !request.probability && !request.prior;
    ExplainResponse response{program, {}, {}, {}};
    if (is_open || request.probability) {
        const Probability q = request.probability.value_or(usual_probability);
        response.bad_outcome = BadOutcome{q, explanation.bad_outcome(q)};
        response.sentences.push_back(
            bad_outcome_sentence(q, response.bad_outcome->range.bracket(), comparison));
    }
    if (is_open || request.prior) {
        response.learning = learning_of(explanation, request);
        say(response.sentences, *response.learning, comparison);
    }
    return response;
}

ExplainRequest read_explain_request(json::Members& members) {
    ExplainRequest request{.about = read_program_request(members),
                           .probability = members.quantity<Probability>("probability"),
                           .prior = members.quantity<Probability>("prior"),
                           .delta = members.quantity<Delta>("delta")};
    if (const auto factor = members.quantity<Positive>("factor")) request.factor = *factor;
    if (const auto order = members.quantity<Order>("order")) request.order = *order;
    return request;
}

Json::Object to_json(const ExplainRequest& request) {
    const ExplainRequest usual;
    Json::Object object{{"command", "explain"}};
    write(object, request.about);
    write(object, "probability", request.probability);
    write(object, "prior", request.prior);
    write(object, "delta", request.delta);
    if (request.factor != usual.factor) object.emplace_back("factor", request.factor.value());
    if (request.order != usual.order) object.emplace_back("order", request.order.value());
    return object;
}

Json::Object to_json(const ExplainResponse& response) {
    Json::Object object{{"program", print_expression(response.program)}};
    if (const auto& bad = response.bad_outcome) {
        object.emplace_back("bad_outcome",
                            with_range({{"probability", bad->probability.value()}}, bad->range));
    }
    if (response.learning) write(object, *response.learning);
    object.emplace_back("sentence", joined(response.sentences));
    return object;
}

}  // namespace mizan
