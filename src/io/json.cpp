// SPDX-License-Identifier: Apache-2.0
#include "io/json.hpp"

#include <array>

#include "mizan/numeric/floating_point_environment.hpp"

#include "io/binding.hpp"
#include "io/expression.hpp"
#include "io/json_parse.hpp"
#include "io/text.hpp"

namespace mizan {

namespace {

constexpr Spelling by_type = &EventDescription::type;

constexpr std::array relations{Relation::add_or_remove_one, Relation::replace_one,
                               Relation::replace_special};

using json::each;
using json::error;
using json::get;
using json::number;
using json::number_in;
using json::Path;

Program event(const Json& json, const Path& path);

std::pair<double, double> point(const Json& json, const Path& path) {
    constexpr std::string_view rule = "a pair of numbers such as [2, 0.1]";
    const auto& items = get<Json::Array>(json, path, rule);
    if (items.size() != 2) throw error("expected " + std::string(rule), path);
    return {number(items[0], path / 0), number(items[1], path / 1)};
}

// The kind of a value follows from its JSON: an object is an event, a number a number; the first
// item decides the kind of an array.
FieldValue field_value(const Json& json, const Path& path) {
    if (std::holds_alternative<Json::Object>(json.value())) return event(json, path);
    if (const auto* items = std::get_if<Json::Array>(&json.value())) {
        if (items->empty()) return Numbers{};
        const auto& first = items->front().value();
        if (std::holds_alternative<Json::Object>(first)) return each(*items, path, event);
        if (std::holds_alternative<Json::Array>(first)) return each(*items, path, point);
        return each(*items, path, number);
    }
    return number(json, path);
}

Program event(const Json& json, const Path& path) {
    const auto& members = get<Json::Object>(json, path, "an event, which is an object");
    const std::string* type = nullptr;
    for (const auto& [name, value] : members) {
        if (name == "type") type = &get<std::string>(value, path / "type", "a string");
    }
    if (type == nullptr) throw error("missing member 'type'", path);
    const auto candidates = events_spelled(by_type, *type);
    if (candidates.empty()) throw unknown_event(by_type, *type, (path / "type").text());
    std::vector<Argument> arguments;
    for (const auto& [name, value] : members) {
        if (name.empty()) throw error("a member without a name", path);
        if (name != "type") arguments.push_back({name, field_value(value, path / name)});
    }
    std::vector<std::string_view> names;
    for (const Argument& argument : arguments) names.push_back(argument.name);
    auto result = build_event(candidates, std::move(arguments), by_type);
    if (const auto* misfit = std::get_if<Misfit>(&result)) {
        const Path where = misfit->argument ? path / names[*misfit->argument] : path;
        throw error(misfit->what, where, misfit->parts);
    }
    return std::get<Program>(std::move(result));
}

Relation settled(std::optional<Relation> asked, std::optional<Relation> written, const Path& root) {
    if (asked && written && *asked != *written) {
        const std::string rule =
            "neighboring_relation must be " + std::string(to_string(*asked)) + " as asked";
        const std::string found = in_quotes(to_string(*written));
        throw error(rule + ", found " + found, root / "neighboring_relation",
                    {.rule = rule, .found = found});
    }
    return asked ? *asked : written ? *written : Relation::add_or_remove_one;
}

Relation relation_at(const Json& json, const Path& path) {
    try {
        return read_relation(get<std::string>(json, path, "the name of a relation"));
    } catch (const InputError& problem) {
        throw moved_to(path.text(), problem);
    }
}

void check_version(const Json& version, const Path& path) {
    if (number_in(version) == schema_version) return;
    const std::string rule = "schema_version must be " + std::to_string(schema_version);
    const std::string found(number_in(version) ? to_text(version) : version.kind());
    throw error(rule + ", found " + found, path, {.rule = rule, .found = found});
}

ProgramDocument document(const Json::Object& members, std::optional<Relation> asked,
                         const Path& root) {
    const Json* version = nullptr;
    const Json* program = nullptr;
    std::optional<Relation> written;
    for (const auto& [name, value] : members) {
        const Path path = root / name;
        if (name == "schema_version") {
            version = &value;
            check_version(value, path);
        } else if (name == "neighboring_relation") {
            written = relation_at(value, path);
        } else if (name == "event") {
            program = &value;
        } else {
            throw error(
                "a program document has no member " + in_quotes(name), path,
                {.hint = suggestion(name, {"schema_version", "neighboring_relation", "event"})});
        }
    }
    if (version == nullptr) throw error("missing member 'schema_version'", root);
    if (program == nullptr) throw error("missing member 'event'", root);
    return {settled(asked, written, root), event(*program, root / "event")};
}

Json field_to_json(const FieldValue& value, FieldKind kind) {
    if (const auto* number = std::get_if<double>(&value)) {
        return kind == FieldKind::count ? Json(static_cast<Count>(*number)) : Json(*number);
    }
    if (const auto* program = std::get_if<Program>(&value)) return to_json(*program);
    Json::Array items;
    if (const auto* numbers = std::get_if<Numbers>(&value)) {
        for (const double number : *numbers) items.emplace_back(number);
    } else if (const auto* points = std::get_if<Points>(&value)) {
        for (const auto& [x, y] : *points) items.emplace_back(Json::Array{x, y});
    } else {
        for (const Program& program : std::get<Programs>(value)) items.push_back(to_json(program));
    }
    return items;
}

}  // namespace

ProgramDocument read_program(std::string_view json, std::optional<Relation> relation) {
    const DefaultArithmetic arithmetic;
    return program_in(parse_json(json), relation);
}

ProgramDocument program_in(const Json& root, std::optional<Relation> relation, const Path& path) {
    const DefaultArithmetic arithmetic;
    const auto& members = get<Json::Object>(root, path, "a program document or an event");
    for (const auto& member : members) {
        if (member.first == "type") return {settled(relation, {}, path), event(root, path)};
    }
    return document(members, relation, path);
}

bool is_json(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && text[first] == '{';
}

ProgramDocument read_any(std::string_view text, std::optional<Relation> relation) {
    const DefaultArithmetic arithmetic;
    if (is_json(text)) return read_program(text, relation);
    return {relation.value_or(Relation::add_or_remove_one), parse_expression(text)};
}

std::string write_program(const ProgramDocument& document) { return to_text(to_json(document)); }

Json to_json(const ProgramDocument& document) {
    return Json::Object{{"schema_version", schema_version},
                        {"neighboring_relation", to_string(document.relation)},
                        {"event", to_json(document.program)}};
}

Json to_json(const Program& program) {
    const auto [event, values] = take_apart(program, by_type);
    Json::Object members{{"type", event->type}};
    for (std::size_t i = 0; i < values.size(); ++i) {
        const FieldDescription& field = event->fields[i];
        members.emplace_back(field.name, field_to_json(values[i], field.kind));
    }
    return members;
}

FiniteDistribution distribution_in(const Json& json, const Path& path) {
    const DefaultArithmetic arithmetic;
    const auto& items = get<Json::Array>(json, path, "an array of probabilities");
    try {
        return FiniteDistribution(each(items, path, number));
    } catch (const DomainError& problem) {
        throw moved_to(path.text(), problem);
    } catch (const InputError& problem) {
        throw problem.parts().place.empty() ? moved_to(path.text(), problem) : problem;
    }
}

FiniteDistribution read_distribution(std::string_view json) {
    return distribution_in(parse_json(json), {});
}

Relation read_relation(std::string_view name) {
    std::vector<std::string_view> names;
    for (const Relation relation : relations) {
        if (to_string(relation) == name) return relation;
        names.push_back(to_string(relation));
    }
    throw unknown_name("relation", name, names);
}

}  // namespace mizan
