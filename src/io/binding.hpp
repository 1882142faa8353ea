// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "io/event_description.hpp"

namespace mizan {

// Between the words that people write and the events of the vocabulary, in both directions.

/// Every event spelled `word`; none if mizan knows no such word.
[[nodiscard]] std::vector<const EventDescription*> events_spelled(Spelling spelling,
                                                                  std::string_view word);

/// The error for a word that spells no event, with the event that was perhaps meant.
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
    ErrorParts parts = {};
    std::optional<std::size_t> argument = {};
};

/// The unknown that a "?" in the place of this field stands for, given the other arguments of its
/// event. None where a larger value may cost more or less, so that it cannot be searched for.
[[nodiscard]] std::optional<Unknown> unknown_for(
    const FieldDescription& field, const std::vector<const EventDescription*>& candidates = {},
    const std::vector<Argument>& arguments = {}, Spelling spelling = Spelling());

/// The error for a "?" in the place of a field where it cannot stand: why, for which other fields
/// of the event it can, and what to do instead.
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
