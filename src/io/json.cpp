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

// Where in the document a value stands; spelled out only for a message.
struct Path {
    const Path* parent = nullptr;
    std::string_view member = "";
    std::size_t index = 0;  // without a member name: of an array

    [[nodiscard]] std::string text() const {
        if (parent == nullptr) return "$";
        return member.data() == nullptr ? json_item(parent->text(), index)
                                        : json_member(parent->text(), member);
    }
    [[nodiscard]] Path operator/(std::string_view name) const { return {this, name, 0}; }
    [[nodiscard]] Path operator/(std::size_t i) const { return {this, {}, i}; }
};

InputError error(const std::string& what, const Path& path, const std::string& hint = "") {
    return InputError(what + " at " + path.text() + hint);
}

InputError wrong_kind(std::string_view rule, const Json& json, const Path& path) {
    return error("expected " + std::string(rule) + ", found " + std::string(json.kind()), path);
}

template <class Type>
const Type& get(const Json& json, const Path& path, std::string_view rule) {
    if (const auto* value = std::get_if<Type>(&json.value())) return *value;
    throw wrong_kind(rule, json, path);
}

// A number, also as the string "inf" or "-inf".
std::optional<double> number_in(const Json& json) {
    if (const auto* whole = std::get_if<std::int64_t>(&json.value())) {
        return static_cast<double>(*whole);
    }
    if (const auto* real = std::get_if<double>(&json.value())) return *real;
    if (const auto* text = std::get_if<std::string>(&json.value())) {
        if (*text == "inf") return infinity;
        if (*text == "-inf") return -infinity;
    }
    return {};
}

double number(const Json& json, const Path& path) {
    if (const auto found = number_in(json)) return *found;
    if (const auto* text = std::get_if<std::string>(&json.value())) {
        throw error("expected a number or \"inf\", found " + in_quotes(*text), path);
    }
    throw wrong_kind("a number", json, path);
}

Program event(const Json& json, const Path& path);

std::pair<double, double> point(const Json& json, const Path& path) {
    constexpr std::string_view rule = "a pair of numbers such as [2, 0.1]";
    const auto& items = get<Json::Array>(json, path, rule);
    if (items.size() != 2) throw error("expected " + std::string(rule), path);
    return {number(items[0], path / 0), number(items[1], path / 1)};
}

template <class Read>
auto each(const Json::Array& items, const Path& path, Read read) {
    std::vector<std::invoke_result_t<Read, const Json&, const Path&>> values;
    values.reserve(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) values.push_back(read(items[i], path / i));
    return values;
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
        throw error(misfit->what, where, misfit->hint);
    }
    return std::get<Program>(std::move(result));
}

Relation settled(std::optional<Relation> asked, std::optional<Relation> written) {
    if (asked && written && *asked != *written) {
        throw InputError("neighboring_relation must be " + std::string(to_string(*asked)) +
                         " as asked, found '" + std::string(to_string(*written)) +
                         "' at $.neighboring_relation");
    }
    return asked ? *asked : written ? *written : Relation::add_or_remove_one;
}

Relation relation_at(const Json& json, const Path& path) {
    try {
        return read_relation(get<std::string>(json, path, "the name of a relation"));
    } catch (const InputError& problem) {
        throw error(problem.what(), path);
    }
}

ProgramDocument document(const Json::Object& members, std::optional<Relation> asked) {
    const Path root;
    const Json* version = nullptr;
    const Json* program = nullptr;
    std::optional<Relation> written;
    for (const auto& [name, value] : members) {
        const Path path = root / name;
        if (name == "schema_version") {
            version = &value;
            if (number_in(value) != schema_version) {
                throw error("schema_version must be " + std::to_string(schema_version) +
                                ", found " +
                                std::string(number_in(value) ? to_text(value) : value.kind()),
                            path);
            }
        } else if (name == "neighboring_relation") {
            written = relation_at(value, path);
        } else if (name == "event") {
            program = &value;
        } else {
            throw error("a program document has no member " + in_quotes(name), path,
                        suggestion(name, {"schema_version", "neighboring_relation", "event"}));
        }
    }
    if (version == nullptr) throw error("missing member 'schema_version'", root);
    if (program == nullptr) throw error("missing member 'event'", root);
    return {settled(asked, written), event(*program, root / "event")};
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

ProgramDocument program_in(const Json& root, std::optional<Relation> relation) {
    const DefaultArithmetic arithmetic;
    const Path path;
    const auto& members = get<Json::Object>(root, path, "a program document or an event");
    for (const auto& member : members) {
        if (member.first == "type") return {settled(relation, {}), event(root, path)};
    }
    return document(members, relation);
}

bool is_json(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && text[first] == '{';
}

ProgramDocument read_any(std::string_view text, std::optional<Relation> relation) {
    const DefaultArithmetic arithmetic;
    if (is_json(text)) return read_program(text, relation);
    return {settled(relation, {}), parse_expression(text)};
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

FiniteDistribution read_distribution(std::string_view json) {
    const DefaultArithmetic arithmetic;
    const Json root = parse_json(json);
    const Path path;
    const auto& items = get<Json::Array>(root, path, "an array of probabilities");
    try {
        return FiniteDistribution(each(items, path, number));
    } catch (const DomainError& problem) {
        throw error(problem.what(), path);
    }
}

Relation read_relation(std::string_view name) {
    std::vector<std::string_view> names;
    for (const Relation relation : relations) {
        if (to_string(relation) == name) return relation;
        names.push_back(to_string(relation));
    }
    throw InputError("unknown relation " + in_quotes(name) + ", must be one of " + listed(names));
}

}  // namespace mizan
