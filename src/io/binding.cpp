// SPDX-License-Identifier: Apache-2.0
#include "io/binding.hpp"

#include <algorithm>
#include <array>

#include "io/event_fields.hpp"
#include "io/text.hpp"
#include "io/vocabulary.hpp"

namespace mizan {

namespace {

constexpr Spelling by_name = &EventDescription::name;

bool is_called(const FieldDescription& field, std::string_view name, Spelling spelling) {
    return field.name == name ||
           (spelling == by_name &&
            std::find(field.aliases.begin(), field.aliases.end(), name) != field.aliases.end());
}

std::vector<std::string_view> field_names(const EventDescription& event, Spelling spelling) {
    std::vector<std::string_view> names;
    for (const FieldDescription& field : event.fields) {
        names.push_back(field.name);
        if (spelling == by_name) {
            names.insert(names.end(), field.aliases.begin(), field.aliases.end());
        }
    }
    return names;
}

std::string_view kind_of(const FieldValue& value) {
    constexpr std::array<std::string_view, std::variant_size_v<FieldValue>> kinds{
        "a number", "a list of numbers", "a list of pairs", "a program", "a list of programs"};
    return kinds[value.index()];
}

/// Gives `value` the type that `field` wants; false if it has another. An empty list is a list of
/// anything.
bool fits(const FieldDescription& field, FieldValue& value) {
    const auto* numbers = std::get_if<Numbers>(&value);
    const bool is_empty_list = numbers != nullptr && numbers->empty();
    switch (field.kind) {
        case FieldKind::number:
        case FieldKind::count:
            return std::holds_alternative<double>(value);
        case FieldKind::numbers:
            return numbers != nullptr;
        case FieldKind::one_or_more:
            if (const auto* number = std::get_if<double>(&value)) value = Numbers{*number};
            return std::holds_alternative<Numbers>(value);
        case FieldKind::points:
            if (is_empty_list) value = Points{};
            return std::holds_alternative<Points>(value);
        case FieldKind::program:
            return std::holds_alternative<Program>(value);
        case FieldKind::programs:
            if (is_empty_list) value = Programs{};
            return std::holds_alternative<Programs>(value);
    }
    return false;
}

class Binding {
public:
    Binding(const EventDescription& event, Spelling spelling)
        : event_{event}, spelling_{spelling}, values_(event.fields.size()) {}

    std::variant<Program, Misfit> build(std::vector<Argument> arguments) {
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            if (auto misfit = place(arguments[i], i)) return std::move(*misfit);
        }
        std::vector<FieldValue> values;
        for (std::size_t i = 0; i < values_.size(); ++i) {
            const FieldDescription& field = event_.fields[i];
            if (!values_[i] && !field.default_value) {
                return Misfit{title() + " needs " + std::string(field.name)};
            }
            values.push_back(values_[i] ? std::move(*values_[i])
                                        : FieldValue{*field.default_value});
        }
        try {
            return event_.build(std::move(values));
        } catch (const InternalError&) {
            throw;
        } catch (const Error& error) {
            return Misfit{title() + ": " + error.what(), error.parts()};
        }
    }

private:
    [[nodiscard]] std::string title() const { return std::string(event_.*spelling_); }

    std::optional<Misfit> place(Argument& argument, std::size_t position) {
        std::size_t i = position;
        if (argument.name.empty()) {
            if (named_)
                return Misfit{"an argument without a name follows one with a name", {}, position};
            if (i >= values_.size()) {
                return Misfit{title() + " takes no more than " + std::to_string(values_.size()) +
                                  (values_.size() == 1 ? " argument" : " arguments") + " (" +
                                  listed(plain_names()) + ")",
                              {},
                              position};
            }
        } else {
            named_ = true;
            const auto field =
                std::find_if(event_.fields.begin(), event_.fields.end(),
                             [&](const auto& f) { return is_called(f, argument.name, spelling_); });
            if (field == event_.fields.end()) {
                return Misfit{title() + " has no field " + in_quotes(argument.name),
                              {.hint = hint_for_field(argument.name)},
                              position};
            }
            i = static_cast<std::size_t>(field - event_.fields.begin());
        }
        const FieldDescription& field = event_.fields[i];
        if (values_[i]) return Misfit{std::string(field.name) + " is given twice", {}, position};
        if (!fits(field, argument.value)) {
            return not_so(field, std::string(kind_of(argument.value)), position);
        }
        if (field.contains != nullptr) {
            const double number = std::get<double>(argument.value);
            if (!field.contains(number)) {
                return not_so(field, shortest(number), position);
            }
        }
        values_[i] = std::move(argument.value);
        return {};
    }

    // What to do about a field that is not there: the fields of all events with this spelling.
    [[nodiscard]] std::string hint_for_field(std::string_view name) const {
        std::string all;
        for (const EventDescription* event : events_spelled(spelling_, event_.*spelling_)) {
            const auto names = field_names(*event, spelling_);
            if (name == "sensitivity" && names.front() == "noise_multiplier") {
                return "divide the noise by it: noise_multiplier = noise / sensitivity";
            }
            all += (all.empty() ? "it has " : " or else ") + listed(names);
        }
        const std::string near = suggestion(name, field_names(event_, spelling_));
        return near.empty() ? all : near;
    }

    static Misfit not_so(const FieldDescription& field, const std::string& found,
                         std::size_t position) {
        const std::string rule = std::string(field.name) + " must be " + std::string(field.rule);
        return {rule + ", got " + found, {.rule = rule, .found = found}, position};
    }

    [[nodiscard]] std::vector<std::string_view> plain_names() const {
        std::vector<std::string_view> names;
        for (const FieldDescription& field : event_.fields) names.push_back(field.name);
        return names;
    }

    const EventDescription& event_;
    Spelling spelling_;
    std::vector<std::optional<FieldValue>> values_;
    bool named_ = false;
};

/// Several events may share a spelling. This is the one whose fields the arguments fit: every name
/// is known and every position taken. If there is none, it is the first.
const EventDescription& best_fit(const std::vector<const EventDescription*>& candidates,
                                 const std::vector<Argument>& arguments, Spelling spelling) {
    for (const EventDescription* event : candidates) {
        const bool all_known =
            std::all_of(arguments.begin(), arguments.end(), [&](const Argument& argument) {
                return argument.name.empty() ||
                       std::any_of(event->fields.begin(), event->fields.end(), [&](const auto& f) {
                           return is_called(f, argument.name, spelling);
                       });
            });
        if (all_known && arguments.size() <= event->fields.size()) return *event;
    }
    return *candidates.front();
}

}  // namespace

std::vector<const EventDescription*> events_spelled(Spelling spelling, std::string_view word) {
    std::vector<const EventDescription*> found;
    for (const EventDescription& event : vocabulary()) {
        if (!word.empty() && event.*spelling == word) found.push_back(&event);
    }
    return found;
}

InputError unknown_event(Spelling spelling, std::string_view word, std::string_view place) {
    std::vector<std::string_view> words;
    for (const EventDescription& event : vocabulary()) {
        const std::string_view known = event.*spelling;
        const bool is_new = words.empty() || words.back() != known;
        if (!known.empty() && is_new) words.push_back(known);
    }
    const std::string near = suggestion(word, words);
    const std::string kind = spelling == by_name ? "mechanism" : "event type";
    return error_at("unknown " + kind + " " + in_quotes(word),
                    {.place = std::string(place),
                     .rule = "a known " + kind,
                     .found = in_quotes(word),
                     .hint = near.empty() ? "there are " + listed(words) : near});
}

TakenApart take_apart(const Program& program, Spelling spelling) {
    for (const EventDescription& event : vocabulary()) {
        if ((event.*spelling).empty()) continue;
        if (auto values = event.take_apart(program)) return {&event, std::move(*values)};
    }
    if (const auto* own = as<OwnMechanism>(program)) {
        throw InputError(std::string(own->name()) +
                         " is a type of C++: a program with it cannot be written down");
    }
    throw InternalError("internal error: a program that the vocabulary cannot spell");
}

std::optional<Unknown> unknown_for(const FieldDescription& field,
                                   const std::vector<const EventDescription*>& candidates,
                                   const std::vector<Argument>& arguments, Spelling spelling) {
    if (!field.cost) return {};
    const auto& [cost, least, most, is_steady, limit] = *field.cost;
    Unknown unknown{.name = std::string(field.name),
                    .is_whole = field.kind == FieldKind::count,
                    .least = least,
                    .most = most,
                    .cost = cost,
                    .is_steady = is_steady};
    for (std::size_t i = 0; !limit.empty() && i < arguments.size(); ++i) {
        const FieldDescription* other = field_for(candidates, arguments, i, spelling);
        const double* value = std::get_if<double>(&arguments[i].value);
        if (other == nullptr || other->name != limit || value == nullptr) continue;
        double& end = cost == Unknown::Cost::grows ? unknown.most : unknown.least;
        end = std::clamp(*value, least, most);
    }
    return unknown;
}

InputError refused_unknown(const FieldDescription& field,
                           const std::vector<const EventDescription*>& candidates,
                           std::string_view place) {
    std::vector<std::string_view> others;
    for (const EventDescription* event : candidates) {
        const bool is_of_this = std::ranges::any_of(
            event->fields, [&](const auto& each) { return each.name == field.name; });
        for (const FieldDescription& each : event->fields) {
            if (is_of_this && each.cost) others.push_back(each.name);
        }
    }
    const std::string why = field.kind == FieldKind::one_or_more
                                ? std::string(field.name) + " may be a list"
                                : "a larger value may cost more or less";
    return error_at("'?' cannot stand here: " + why,
                    {.place = std::string(place),
                     .found = "'?'",
                     .hint = (others.empty() ? "" : "it may stand for " + listed(others) + "; ") +
                             "values can be tried with account --lines"});
}

const FieldDescription* field_for(const std::vector<const EventDescription*>& candidates,
                                  const std::vector<Argument>& arguments, std::size_t position,
                                  Spelling spelling) {
    const auto& fields = best_fit(candidates, arguments, spelling).fields;
    const std::string_view name = arguments[position].name;
    if (name.empty()) return position < fields.size() ? &fields[position] : nullptr;
    const auto field =
        std::ranges::find_if(fields, [&](const auto& f) { return is_called(f, name, spelling); });
    return field == fields.end() ? nullptr : &*field;
}

std::variant<Program, Misfit> build_event(const std::vector<const EventDescription*>& candidates,
                                          std::vector<Argument> arguments, Spelling spelling) {
    const EventDescription& event = best_fit(candidates, arguments, spelling);
    return Binding(event, spelling).build(std::move(arguments));
}

}  // namespace mizan
