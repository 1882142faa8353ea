// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace mizan {

/// Which inputs count as neighbours. Two relations never compose.
enum class Relation {
    add_or_remove_one,  ///< one record more or less
    replace_one,        ///< one record has another value
    replace_special,    ///< one record becomes a special record that says nothing
};

[[nodiscard]] constexpr std::string_view to_string(Relation relation) {
    switch (relation) {
        case Relation::add_or_remove_one:
            return "add_or_remove_one";
        case Relation::replace_one:
            return "replace_one";
        case Relation::replace_special:
            return "replace_special";
    }
    return "";
}

}  // namespace mizan
