// SPDX-License-Identifier: Apache-2.0
#include "io/account.hpp"

#include "mizan/account/account.hpp"
#include "mizan/numeric/floating_point_environment.hpp"

#include "io/answer.hpp"

namespace mizan {

AccountResponse respond(const AccountRequest& request) {
    const DefaultArithmetic arithmetic;
    static_cast<void>(request.at.read());  // first, because it costs nothing
    const auto [relation, program] = request.about.read();
    Question question = question_of(request.at, relation, request.about.group_size);
    question.verify = request.verify;
    AccountResponse response{program, account(program, question), {}};
    if (request.with_alternatives) response.alternatives = alternatives(program, question);
    return response;
}

AccountRequest read_account_request(json::Members& members) {
    return {.about = read_program_request(members),
            .at = read_asked_at(members),
            .verify = members.truth("verify", false),
            .with_alternatives = members.truth("alternatives", true)};
}

Json::Object to_json(const AccountRequest& request) {
    Json::Object object{{"command", "account"}};
    write(object, request.about);
    write(object, request.at);
    if (request.verify) object.emplace_back("verify", true);
    if (!request.with_alternatives) object.emplace_back("alternatives", false);
    return object;
}

Json::Object to_json(const AccountResponse& response) {
    Json::Object object = to_json(response.program, response.answer);
    if (response.alternatives) {
        object.emplace_back("alternatives", to_json(*response.alternatives));
    }
    return object;
}

}  // namespace mizan
