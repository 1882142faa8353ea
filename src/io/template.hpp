// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "mizan/program/program_template.hpp"

#include "io/json_reader.hpp"

namespace mizan {

/// A program with one unknown, together with the inputs it shall not tell apart.
struct TemplateDocument {
    Relation relation = Relation::add_or_remove_one;
    ProgramTemplate program;
};

/// Reads a program as read_any does, with one unknown: "?" in the place of a number in an
/// expression, the string "?" in the place of one in JSON. Throws InputError as read_any does, and
/// unless there is exactly one unknown whose larger values cost always more or always less.
[[nodiscard]] TemplateDocument read_template(std::string_view text,
                                             std::optional<Relation> relation = {});

/// The same for JSON that was parsed already, and stands at `path` of a larger document.
[[nodiscard]] TemplateDocument template_in(const Json& json, std::optional<Relation> relation = {},
                                           const json::Path& path = {});

}  // namespace mizan
