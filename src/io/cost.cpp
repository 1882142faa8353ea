// SPDX-License-Identifier: Apache-2.0
#include "io/cost.hpp"

#include "mizan/account/account.hpp"
#include "mizan/numeric/floating_point_environment.hpp"

#include "io/answer.hpp"
#include "io/expression_print.hpp"

namespace mizan {

CostResponse respond(const CostRequest& request) {
    const DefaultArithmetic arithmetic;
    static_cast<void>(request.at.read());  // first, because it costs nothing
    const auto [relation, program] = request.about.read();
    const Question question = question_of(request.at, relation, request.about.group_size);
    return {program, question, cost(program, question)};
}

CostRequest read_cost_request(json::Members& members) {
    return {.about = read_program_request(members), .at = read_asked_at(members)};
}

Json::Object to_json(const CostRequest& request) {
    Json::Object object{{"command", "cost"}};
    write(object, request.about);
    write(object, request.at);
    return object;
}

Json::Object to_json(const CostResponse& response) {
    return {{"program", print_expression(response.program)},
            {"question", to_json(response.question)},
            {asked_in(response.question), to_json(response.cost)}};
}

}  // namespace mizan
