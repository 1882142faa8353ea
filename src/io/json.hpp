// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "mizan/divergence/finite.hpp"
#include "mizan/program/program.hpp"

#include "io/json_reader.hpp"
#include "io/json_value.hpp"

namespace mizan {

/// The schema of program documents that this version reads and writes.
inline constexpr int schema_version = 1;

/// Reads a program document,
///
///     {"schema_version": 1, "neighboring_relation": "replace_one", "event": {"type": ...}}
///
/// or an event alone. `relation` is what the asker says; a document that says otherwise is refused,
/// and where nobody says anything it is add_or_remove_one. Throws InputError that names the JSON
/// path, the rule and what was found.
[[nodiscard]] ProgramDocument read_program(std::string_view json,
                                           std::optional<Relation> relation = {});

/// The same for what was parsed already, and stands at `path` of a larger document.
[[nodiscard]] ProgramDocument program_in(const Json& root, std::optional<Relation> relation = {},
                                         const json::Path& path = {});

/// Whether the first character is '{', so that the text is not an expression.
[[nodiscard]] bool is_json(std::string_view text);

/// Reads JSON, or an expression.
[[nodiscard]] ProgramDocument read_any(std::string_view text,
                                       std::optional<Relation> relation = {});

/// The document in one line; read_program reads it back as an equal one.
[[nodiscard]] std::string write_program(const ProgramDocument& document);

[[nodiscard]] Json to_json(const ProgramDocument& document);
[[nodiscard]] Json to_json(const Program& program);

/// Reads an array of probabilities such as [0.25, 0.75].
[[nodiscard]] FiniteDistribution read_distribution(std::string_view json);

/// The same for what was parsed already, and stands at `path` of a larger document.
[[nodiscard]] FiniteDistribution distribution_in(const Json& json, const json::Path& path);

/// The relation with this name. Throws InputError that names the others.
[[nodiscard]] Relation read_relation(std::string_view name);

}  // namespace mizan
