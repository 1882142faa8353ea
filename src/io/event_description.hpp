// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "mizan/program/program_template.hpp"

namespace mizan {

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

/// One spelling of events: by its name in expressions or by its type in JSON.
using Spelling = std::string_view EventDescription::*;

}  // namespace mizan
