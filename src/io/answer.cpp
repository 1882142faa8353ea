// SPDX-License-Identifier: Apache-2.0
#include "io/answer.hpp"

#include "io/expression_print.hpp"

namespace mizan {

namespace {

Json to_json(const Analysis& analysis, const char* asked) {
    Json::Object object{{"name", analysis.name},
                        {asked, analysis.bound ? Json(*analysis.bound) : Json(nullptr)}};
    if (analysis.order) object.emplace_back("order", analysis.order->value());
    if (!analysis.bound) {
        object.emplace_back("why_not", analysis.why_not);
        return object;
    }
    object.emplace_back("theorems", mizan::to_json(analysis.theorems));
    return object;
}

}  // namespace

const char* asked_in(const Question& question) { return question.delta() ? "epsilon" : "delta"; }

Json::Object to_json(const Question& question) {
    Json::Object object;
    if (question.delta()) {
        object.emplace_back("delta", question.delta()->value());
    } else {
        object.emplace_back("epsilon", question.epsilon()->value());
    }
    object.emplace_back("neighboring_relation", to_string(question.relation));
    object.emplace_back("group_size", question.group_size);
    if (question.verify) object.emplace_back("verify", true);
    return object;
}

Json to_json(const std::vector<std::string>& texts) {
    return Json::Array(texts.begin(), texts.end());
}

Json to_json(const Bracket& bracket) {
    return Json::Object{{"lower", bracket.lower}, {"upper", bracket.upper}};
}

Json::Object to_json(const Program& program, const Answer& answer) {
    const char* const asked = asked_in(answer.question);
    Json::Array analyses;
    for (const Analysis& analysis : answer.analyses) analyses.push_back(to_json(analysis, asked));
    Json::Object object{{"program", print_expression(program)},
                        {"question", to_json(answer.question)},
                        {asked, to_json(answer.asked())}};
    if (answer.question.verify) {
        object.emplace_back("verified", answer.unverified.empty());
        if (!answer.unverified.empty()) object.emplace_back("why_not", answer.unverified);
    }
    if (answer.work_limited) object.emplace_back("work_limited", true);
    object.emplace_back("best", answer.best);
    object.emplace_back("lower_from", answer.lower_from);
    object.emplace_back("analyses", std::move(analyses));
    object.emplace_back("assumptions", to_json(answer.assumptions));
    return object;
}

Json::Array to_json(const std::vector<Alternative>& alternatives) {
    Json::Array array;
    for (const auto& [behaviour, program, question, cost] : alternatives) {
        array.push_back(Json::Object{{"behaviour", behaviour},
                                     {"program", print_expression(program)},
                                     {"question", to_json(question)},
                                     {asked_in(question), to_json(cost)}});
    }
    return array;
}

}  // namespace mizan
