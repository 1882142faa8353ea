// SPDX-License-Identifier: Apache-2.0
#include "cli/language.hpp"

#include <fmt/format.h>

#include "io/vocabulary.hpp"

namespace mizan::cli {
namespace {

// gaussian(noise_multiplier)
std::string written(const EventDescription& event) {
    if (event.name.empty()) return std::string(event.operation);
    std::string fields;
    for (const FieldDescription& field : event.fields) {
        fields += (fields.empty() ? "" : ", ") + std::string(field.name);
        if (field.default_value) fields += " = " + shortest(*field.default_value);
    }
    return fmt::format("{}({})", event.name, fields);
}

// noise_multiplier, sigma or σ: standard deviation of the noise / L2 sensitivity
std::string meaning(const FieldDescription& field) {
    std::string names(field.name);
    for (const std::string_view alias : field.aliases) {
        names += (alias == field.aliases.back() ? " or " : ", ") + std::string(alias);
    }
    const bool is_list = field.kind == FieldKind::numbers || field.kind == FieldKind::points ||
                         field.kind == FieldKind::one_or_more;
    return fmt::format("{}: {}{}{}", names, field.meaning, is_list ? ", " : "",
                       is_list ? field.rule : "");
}

}  // namespace

std::string language() {
    std::string text = "Programs, and the type of each in JSON:\n";
    for (const EventDescription& event : vocabulary()) {
        text += fmt::format("  {:<50} {}", written(event), event.type);
        text.erase(text.find_last_not_of(' ') + 1);
        for (const FieldDescription& field : event.fields) text += "\n    " + meaning(field);
        text += '\n';
    }
    return text;
}

}  // namespace mizan::cli
