// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "mizan/account/question.hpp"

#include "io/json_reader.hpp"
#include "io/template.hpp"

namespace mizan {

// What the requests of several commands have in common. A request is a value that says what was
// asked; what it says of programs is read when it is answered, so that every door reports the same
// mistakes.

/// A program as it was given: an expression or JSON as text, JSON that was parsed already, or a
/// program that was never text.
class GivenProgram {
public:
    GivenProgram() = default;
    // NOLINTBEGIN(google-explicit-constructor): a program is any of these
    GivenProgram(std::string text) : given_{std::move(text)} {}
    GivenProgram(Program program) : given_{std::move(program)} {}
    // NOLINTEND(google-explicit-constructor)

    /// JSON that stands at `path` of a request.
    GivenProgram(Json json, const json::Path& path);

    /// Whether nothing was given.
    [[nodiscard]] bool is_empty() const;

    /// Whether it is a document, which may name its relation.
    [[nodiscard]] bool is_document() const;

    /// Throws InputError, or DomainError, if it is no program.
    [[nodiscard]] ProgramDocument read(std::optional<Relation> relation) const;
    [[nodiscard]] TemplateDocument read_template(std::optional<Relation> relation) const;

    /// As a member of a request; what is written of it is read as an equal program.
    [[nodiscard]] Json to_json() const;

private:
    struct Part {
        Json json;
        std::string member;
        std::optional<std::size_t> index;  // where the member is an array
    };
    std::variant<std::string, Program, Part> given_;
};

/// The member `name`, a string or an object.
[[nodiscard]] std::optional<GivenProgram> read_given_program(json::Members& members,
                                                             std::string_view name);

/// The member `name`, an array of such.
[[nodiscard]] std::optional<std::vector<GivenProgram>> read_given_programs(json::Members& members,
                                                                           std::string_view name);

/// Which program is asked about, and for which neighbours.
struct ProgramRequest {
    GivenProgram program;
    std::optional<Relation> relation;  ///< none: what a document says, or add_or_remove_one
    Count group_size = 1;

    /// Throws as GivenProgram::read, and InputError if there is no program.
    [[nodiscard]] ProgramDocument read() const;
};

/// The epsilon at a delta, or the delta at an epsilon.
struct AskedAt {
    std::optional<Delta> delta;
    std::optional<Epsilon> epsilon;

    /// Throws InputError unless exactly one of both is given.
    [[nodiscard]] std::variant<Delta, Epsilon> read() const;
};

/// The question that both make together.
[[nodiscard]] Question question_of(const AskedAt& at, Relation relation, Count group_size);

[[nodiscard]] std::optional<Relation> read_relation(json::Members& members);
[[nodiscard]] Count read_group_size(json::Members& members);
[[nodiscard]] ProgramRequest read_program_request(json::Members& members);
[[nodiscard]] AskedAt read_asked_at(json::Members& members);

/// Adds what is not left at its default.
void write(Json::Object& object, const ProgramRequest& request);
void write(Json::Object& object, const AskedAt& at);
void write_neighbours(Json::Object& object, std::optional<Relation> relation, Count group_size);

/// Adds a quantity, or nothing.
template <class Quantity>
void write(Json::Object& object, const char* name, const std::optional<Quantity>& quantity) {
    if (quantity) object.emplace_back(name, quantity->value());
}

/// Adds an array of quantities, or nothing.
template <class Quantity>
void write(Json::Object& object, const char* name,
           const std::optional<std::vector<Quantity>>& quantities) {
    if (!quantities) return;
    Json::Array array;
    for (const Quantity& quantity : *quantities) array.emplace_back(quantity.value());
    object.emplace_back(name, std::move(array));
}

}  // namespace mizan
