// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace mizan {

/// One result that mizan rests on, as its tag block states it. The texts live as long as the
/// program.
struct Theorem {
    std::string_view key;         ///< what answers cite: "Mironov17 P10"
    std::string_view title;       ///< "probability preservation"
    std::string_view statement;   ///< in plain mathematical Unicode
    std::string_view conditions;  ///< what it needs; empty: nothing
    std::string_view guarantee;   ///< "upper bound", "exact", ...
    std::string_view source;      ///< work, number and version
    std::string_view function;    ///< the function or type that computes it
    std::string_view header;      ///< the file to include; src/… is one that is not installed
    std::string_view test;        ///< the tests that attack it
    std::string_view erratum;     ///< what the founding document has wrong; empty: nothing
};

/// Every result, in the order of docs/theorems.md.
[[nodiscard]] std::span<const Theorem> all_theorems();

}  // namespace mizan
