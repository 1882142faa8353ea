// SPDX-License-Identifier: Apache-2.0
#include "io/template.hpp"

#include <memory>

#include "mizan/numeric/floating_point_environment.hpp"

#include "io/binding.hpp"
#include "io/expression.hpp"
#include "io/json.hpp"
#include "io/json_parse.hpp"
#include "io/text.hpp"

namespace mizan {

namespace {

constexpr Spelling by_type = &EventDescription::type;

bool is_question_mark(const Json& json) { return json == Json("?"); }

// The one "?" of a document: where it stands, and which member of which event it is.
struct Place {
    const Json* value;
    const Json::Object* event;
    std::string_view member;
    std::string path;
};

class PlaceSearch {
public:
    std::optional<Place> run(const Json& root, const std::string& path) {
        visit(root, path);
        return std::move(found_);
    }

private:
    void visit(const Json& json, const std::string& path) {
        if (const auto* members = std::get_if<Json::Object>(&json.value())) {
            for (const auto& [name, value] : *members) {
                const std::string inner = json_member(path, name);
                if (is_question_mark(value) && name != "type") {
                    found({&value, members, name, inner});
                } else {
                    visit(value, inner);
                }
            }
        } else if (const auto* items = std::get_if<Json::Array>(&json.value())) {
            for (std::size_t i = 0; i < items->size(); ++i) {
                const std::string inner = json_item(path, i);
                if (is_question_mark((*items)[i])) {
                    throw error_at("'?' cannot stand in a list", {.place = inner});
                }
                visit((*items)[i], inner);
            }
        }
    }

    void found(Place place) {
        if (found_) {
            throw error_at("only one '?' can be looked for, found another", {.place = place.path});
        }
        found_ = std::move(place);
    }

    std::optional<Place> found_;
};

// The document with a number in the place of one of its values.
Json with_number(const Json& json, const Json* place, double number) {
    if (&json == place) return number;
    if (const auto* members = std::get_if<Json::Object>(&json.value())) {
        Json::Object copy;
        for (const auto& [name, value] : *members) {
            copy.emplace_back(name, with_number(value, place, number));
        }
        return copy;
    }
    if (const auto* items = std::get_if<Json::Array>(&json.value())) {
        Json::Array copy;
        for (const Json& item : *items) copy.push_back(with_number(item, place, number));
        return copy;
    }
    return json;
}

// The field that the "?" is in the place of, among what else is said of its event.
struct AskedField {
    std::vector<const EventDescription*> candidates;
    std::vector<Argument> arguments;
    const FieldDescription* field = nullptr;  // none that this event has

    // What it stands for, if anything can.
    [[nodiscard]] std::optional<Unknown> unknown() const {
        if (field == nullptr) return {};
        return unknown_for(*field, candidates, arguments, by_type);
    }
};

AskedField asked_at(const Place& place) {
    AskedField asked;
    auto& [candidates, arguments, field] = asked;
    std::size_t position = 0;
    for (const auto& [name, value] : *place.event) {
        if (name == "type") {
            const auto* type = std::get_if<std::string>(&value.value());
            if (type != nullptr) candidates = events_spelled(by_type, *type);
            continue;
        }
        if (name == place.member) position = arguments.size();
        const auto* whole = std::get_if<std::int64_t>(&value.value());
        const auto* number = std::get_if<double>(&value.value());
        arguments.push_back({name, whole != nullptr    ? static_cast<double>(*whole)
                                   : number != nullptr ? *number
                                                       : 0.0});
    }
    if (!candidates.empty()) field = field_for(candidates, arguments, position, by_type);
    return asked;
}

}  // namespace

TemplateDocument template_in(const Json& json, std::optional<Relation> relation,
                             const json::Path& path) {
    const DefaultArithmetic arithmetic;
    const auto root = std::make_shared<const Json>(json);
    const std::optional<Place> place = PlaceSearch().run(*root, path.text());
    if (!place) {
        throw InputError("expected one \"?\" in the program, in place of what to look for");
    }
    const AskedField asked = asked_at(*place);
    const std::optional<Unknown> unknown = asked.unknown();
    const auto with = [root, value = place->value, relation](double number,
                                                             const json::Path& at = {}) {
        return program_in(with_number(*root, value, number), relation, at);
    };
    const ProgramDocument some = with(unknown ? unknown->some_value() : 1, path);
    if (!unknown) {
        if (asked.field == nullptr) {
            throw error_at("'?' cannot stand here", {.place = place->path});
        }
        throw refused_unknown(*asked.field, asked.candidates, place->path);
    }
    return {some.relation,
            ProgramTemplate(*unknown, [with](double number) { return with(number).program; })};
}

TemplateDocument read_template(std::string_view text, std::optional<Relation> relation) {
    const DefaultArithmetic arithmetic;
    if (is_json(text)) return template_in(parse_json(text), relation);
    return {relation.value_or(Relation::add_or_remove_one), parse_template(text)};
}

}  // namespace mizan
