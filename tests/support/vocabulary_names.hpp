// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "io/vocabulary.hpp"

namespace mizan::support {

/// A message in which {names} stands for what all events are called.
inline std::string with_names(std::string_view message,
                              std::string_view EventDescription::*spelling) {
    constexpr std::string_view place = "{names}";
    std::string text(message);
    const std::size_t at = text.find(place);
    if (at == std::string::npos) return text;
    std::string names;
    std::string_view last;
    for (const EventDescription& event : vocabulary()) {
        const std::string_view name = event.*spelling;
        if (name.empty() || name == last) continue;
        names += (names.empty() ? "" : ", ") + std::string(name);
        last = name;
    }
    return text.replace(at, place.size(), names);
}

}  // namespace mizan::support
