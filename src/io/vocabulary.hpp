// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "mizan/program/program_template.hpp"

namespace mizan {

// Every event a program can be made of is described here once: what it is called in expressions
// and in JSON, which fields it has, how it is built and taken apart. Readers, writers and help
// text all work from this table.

using Numbers = std::vector<double>;
using Points = std::vector<std::pair<double, double>>;
using Programs = std::vector<Program>;

/// What a field can hold. Counts are doubles too: whole and exact.
using FieldValue = std::variant<double, Numbers, Points, Program, Programs>;

enum class FieldKind { number, count, numbers, one_or_more, points, program, programs };

/// What a larger value of a field does to privacy, and between which values.
struct CostOfField {
    Unknown::Cost cost;
    double least;
    double most;
    bool is_steady = true;
    std::string_view limit = {};  ///< the field that is the dear end instead, if another one is
};

struct FieldDescription {
    std::string_view name;                  ///< in JSON and in expressions
    std::vector<std::string_view> aliases;  ///< in expressions only
    FieldKind kind;
    std::string_view rule;     ///< for people: "in [0, 1]"
    bool (*contains)(double);  ///< the same for numbers and counts, else null
    std::optional<double> default_value;
    std::string_view meaning;
    std::optional<CostOfField> cost = {};  ///< none: it may go either way
};

struct EventDescription {
    std::string_view name;  ///< in expressions; empty where an operator says it
    std::string_view type;  ///< in JSON; empty where another event says it too
    std::vector<FieldDescription> fields;
    Program (*build)(std::vector<FieldValue>);                             ///< one value per field
    std::optional<std::vector<FieldValue>> (*take_apart)(const Program&);  ///< none: another event
    std::string_view operation = {};  ///< in expressions, where there is no name
};

/// All events. Two may share a name and differ in their fields.
[[nodiscard]] const std::vector<EventDescription>& vocabulary();

/// One spelling of events: by its name in expressions or by its type in JSON.
using Spelling = std::string_view EventDescription::*;

/// Every event spelled `word`; none if mizan knows no such word.
[[nodiscard]] std::vector<const EventDescription*> events_spelled(Spelling spelling,
                                                                  std::string_view word);

/// What to say of a word that spells no event, and what could have been meant instead.
[[nodiscard]] InputError unknown_event(Spelling spelling, std::string_view word,
                                       std::string_view place);

/// The first event with this spelling that `program` is, and the values of its fields.
struct TakenApart {
    const EventDescription* event;
    std::vector<FieldValue> values;
};
[[nodiscard]] TakenApart take_apart(const Program& program, Spelling spelling);

/// A value on its way into an event; without a name it goes by its position.
struct Argument {
    std::string_view name;
    FieldValue value;
};

/// Why arguments do not fit, and which of them it was (none: all of them together).
struct Misfit {
    std::string what;
    std::string hint;
    std::optional<std::size_t> argument;
};

/// What a "?" stands for in the place of this field, among the other arguments of its event; none where a
/// larger value may cost more or less.
[[nodiscard]] std::optional<Unknown> unknown_for(
    const FieldDescription& field, const std::vector<const EventDescription*>& candidates = {},
    const std::vector<Argument>& arguments = {}, Spelling spelling = Spelling());

/// Why a "?" cannot stand in the place of this field, for which others of its event it can, and what to do.
[[nodiscard]] InputError refused_unknown(const FieldDescription& field,
                                         const std::vector<const EventDescription*>& candidates,
                                         std::string_view place);

/// The field that this argument is meant for, if there is one.
[[nodiscard]] const FieldDescription* field_for(
    const std::vector<const EventDescription*>& candidates, const std::vector<Argument>& arguments,
    std::size_t position, Spelling spelling);

/// The event that the arguments fit, built from them. In JSON the aliases of fields do not count.
[[nodiscard]] std::variant<Program, Misfit> build_event(
    const std::vector<const EventDescription*>& candidates, std::vector<Argument> arguments,
    Spelling spelling);

}  // namespace mizan
