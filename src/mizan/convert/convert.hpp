// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "mizan/definition/definition.hpp"

namespace mizan {

/// In the order of the alternatives of Definition.
enum class Notion { pure, approximate, renyi, zcdp, cdp, gdp };

/// Which notion a definition is an instance of.
[[nodiscard]] Notion notion_of(const Definition& definition);

/// What follows from a definition, and by which theorems; `order` is the Renyi order that was used
/// where one had to be chosen.
struct Implication {
    Definition result;
    std::vector<std::string> theorems;
    std::optional<Order> order = std::nullopt;
};

/// At which point of the target notion: approximate privacy needs exactly one of delta and epsilon.
/// Renyi privacy may name an order; without one the result is the whole curve.
struct At {
    std::optional<Delta> delta = std::nullopt;
    std::optional<Epsilon> epsilon = std::nullopt;
    std::optional<Order> order = std::nullopt;
};

/// The sharpest known guarantee of notion `to` that follows from `from`, or the reason why there is
/// none. Throws InputError if `at` lacks what the target needs.
[[nodiscard]] std::variant<Implication, Refused> convert(const Definition& from, Notion to, At at);

}  // namespace mizan
