// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/event_description.hpp"

namespace mizan {

// What the descriptions of events are made of.

using Values = std::vector<FieldValue>;
using MaybeValues = std::optional<Values>;
using Names = std::vector<std::string_view>;

template <Count least>
bool is_whole(double x) {
    // The comparisons come first: they keep the conversion in range.
    return static_cast<double>(least) <= x && x <= static_cast<double>(max_count) &&
           static_cast<double>(static_cast<Count>(x)) == x;
}

template <Count least>
constexpr std::string_view whole_rule =
    least == 0 ? "a whole number from 0 to 2^53 - 1" : "a whole number from 1 to 2^53 - 1";

template <Count least>
FieldDescription whole(std::string_view name, std::string_view meaning, Names aliases = {}) {
    return {name,
            std::move(aliases),
            FieldKind::count,
            whole_rule<least>,
            &is_whole<least>,
            {},
            meaning,
            CostOfField{Unknown::Cost::grows, static_cast<double>(least),
                        static_cast<double>(max_count)}};
}

/// A whole number of which more hide better: people among whom one hides, records to draw from.
template <Count least>
FieldDescription crowd(std::string_view name, std::string_view meaning, Names aliases = {}) {
    FieldDescription field = whole<least>(name, meaning, std::move(aliases));
    field.cost->cost = Unknown::Cost::falls;
    return field;
}

/// A field of which another one is the dear end.
inline FieldDescription limited(FieldDescription field, std::string_view limit) {
    field.cost->limit = limit;
    return field;
}

/// A whole number of which more may cost more or less.
template <Count least>
FieldDescription given(std::string_view name, std::string_view meaning, Names aliases = {}) {
    FieldDescription field = whole<least>(name, meaning, std::move(aliases));
    field.cost = {};
    return field;
}

inline FieldDescription other(std::string_view name, FieldKind kind, std::string_view rule,
                              std::string_view meaning) {
    return {name, {}, kind, rule, nullptr, {}, meaning};
}

inline FieldDescription inner_program() {
    return {"event", {"program"}, FieldKind::program, "a program", nullptr, {}, "what is run"};
}

/// The event of which a program consists, if it is one of this kind.
template <class Event>
const Event* as(const Program& program) {
    const Leaf* leaf = std::get_if<Leaf>(&program.node());
    return leaf == nullptr ? nullptr : std::get_if<Event>(leaf);
}

inline Count count_of(const FieldValue& value) {
    return static_cast<Count>(std::get<double>(value));
}

}  // namespace mizan
