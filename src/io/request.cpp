// SPDX-License-Identifier: Apache-2.0
#include "io/request.hpp"

#include "io/expression_print.hpp"
#include "io/json.hpp"

namespace mizan {

namespace {

constexpr std::string_view relation_member = "neighboring_relation";

GivenProgram given_program(const Json& json, const json::Path& path) {
    if (const auto* text = std::get_if<std::string>(&json.value())) return *text;
    if (std::holds_alternative<Json::Object>(json.value())) return {json, path};
    throw json::wrong_kind("an expression or an object", json, path);
}

// What `read` makes of a part of a request, told where it stands.
auto at_its_place(const auto& part, const auto& read) {
    const json::Path root, member = root / part.member;
    return read(part.index ? member / *part.index : member);
}

}  // namespace

GivenProgram::GivenProgram(Json json, const json::Path& path) {
    const bool is_item = path.member.data() == nullptr;
    given_ = Part{std::move(json), std::string(is_item ? path.parent->member : path.member),
                  is_item ? std::optional(path.index) : std::nullopt};
}

bool GivenProgram::is_empty() const {
    const auto* text = std::get_if<std::string>(&given_);
    return text != nullptr && text->empty();
}

bool GivenProgram::is_document() const {
    const auto* text = std::get_if<std::string>(&given_);
    return text != nullptr ? is_json(*text) : std::holds_alternative<Part>(given_);
}

ProgramDocument GivenProgram::read(std::optional<Relation> relation) const {
    if (const auto* text = std::get_if<std::string>(&given_)) return read_any(*text, relation);
    if (const auto* part = std::get_if<Part>(&given_)) {
        return at_its_place(
            *part, [&](const json::Path& path) { return program_in(part->json, relation, path); });
    }
    return {relation.value_or(Relation::add_or_remove_one), std::get<Program>(given_)};
}

TemplateDocument GivenProgram::read_template(std::optional<Relation> relation) const {
    if (const auto* text = std::get_if<std::string>(&given_)) {
        return mizan::read_template(*text, relation);
    }
    if (const auto* part = std::get_if<Part>(&given_)) {
        return at_its_place(
            *part, [&](const json::Path& path) { return template_in(part->json, relation, path); });
    }
    throw InputError("expected one '?' in the program, in place of what to look for");
}

Json GivenProgram::to_json() const {
    if (const auto* text = std::get_if<std::string>(&given_)) return *text;
    if (const auto* part = std::get_if<Part>(&given_)) return part->json;
    return print_expression(std::get<Program>(given_));
}

std::optional<GivenProgram> read_given_program(json::Members& members, std::string_view name) {
    const Json* found = members.find(name);
    if (found == nullptr) return {};
    return given_program(*found, members.root() / name);
}

std::optional<std::vector<GivenProgram>> read_given_programs(json::Members& members,
                                                             std::string_view name) {
    const Json* found = members.find(name);
    if (found == nullptr) return {};
    const json::Path path = members.root() / name;
    return json::each(json::get<Json::Array>(*found, path, "an array of programs"), path,
                      given_program);
}

ProgramDocument ProgramRequest::read() const {
    if (program.is_empty()) throw InputError("a program is required");
    return program.read(relation);
}

std::variant<Delta, Epsilon> AskedAt::read() const {
    if (delta.has_value() == epsilon.has_value()) {
        const std::string rule = "exactly one of delta and epsilon is needed";
        const std::string found = delta ? "both" : "neither";
        throw InputError(rule + ", got " + found, {.rule = rule, .found = found});
    }
    if (delta) return *delta;
    return *epsilon;
}

Question question_of(const AskedAt& at, Relation relation, Count group_size) {
    return {.at = at.read(), .relation = relation, .group_size = group_size};
}

std::optional<Relation> read_relation(json::Members& members) {
    const auto name = members.text(relation_member);
    if (!name) return {};
    return members.at(relation_member, [&] { return read_relation(*name); });
}

Count read_group_size(json::Members& members) {
    return members.whole("group_size", 1, max_count).value_or(1);
}

ProgramRequest read_program_request(json::Members& members) {
    return {.program = read_given_program(members, "program").value_or(GivenProgram()),
            .relation = read_relation(members),
            .group_size = read_group_size(members)};
}

AskedAt read_asked_at(json::Members& members) {
    return {.delta = members.quantity<Delta>("delta"),
            .epsilon = members.quantity<Epsilon>("epsilon")};
}

void write(Json::Object& object, const ProgramRequest& request) {
    if (!request.program.is_empty()) object.emplace_back("program", request.program.to_json());
    write_neighbours(object, request.relation, request.group_size);
}

void write(Json::Object& object, const AskedAt& at) {
    write(object, "delta", at.delta);
    write(object, "epsilon", at.epsilon);
}

void write_neighbours(Json::Object& object, std::optional<Relation> relation, Count group_size) {
    if (relation) object.emplace_back(relation_member, to_string(*relation));
    if (group_size != 1) object.emplace_back("group_size", group_size);
}

}  // namespace mizan
