// SPDX-License-Identifier: Apache-2.0
#include "io/theorems.hpp"

namespace mizan {

namespace {

Json::Object to_json(const Theorem& theorem) {
    return {{"key", theorem.key},
            {"title", theorem.title},
            {"statement", theorem.statement},
            {"conditions", theorem.conditions},
            {"guarantee", theorem.guarantee},
            {"source", theorem.source},
            {"function", theorem.function},
            {"header", theorem.header},
            {"test", theorem.test},
            {"erratum", theorem.erratum}};
}

}  // namespace

TheoremsResponse respond(const TheoremsRequest& request) {
    std::vector<Theorem> found = find_theorems(request.words);
    if (request.errata) {
        std::erase_if(found, [](const Theorem& theorem) { return theorem.erratum.empty(); });
    }
    if (found.empty()) {
        const std::string which = request.errata ? "that is wrong as published " : "";
        throw Refused("no theorem " + which + "mentions " + in_quotes(request.words, longest_name));
    }
    return {std::move(found)};
}

TheoremsRequest read_theorems_request(json::Members& members) {
    return {.words = members.text("words").value_or(""), .errata = members.truth("errata", false)};
}

Json::Object to_json(const TheoremsRequest& request) {
    Json::Object object{{"command", "theorems"}};
    if (!request.words.empty()) object.emplace_back("words", request.words);
    if (request.errata) object.emplace_back("errata", true);
    return object;
}

Json to_json(const TheoremsResponse& response) {
    Json::Array array;
    for (const Theorem& theorem : response.found) array.emplace_back(to_json(theorem));
    return array;
}

}  // namespace mizan
