// SPDX-License-Identifier: Apache-2.0
#include "mizan/engine/by_cells.hpp"

#include "mizan/engine/by_inversion.hpp"

namespace mizan::analysis {

namespace {

// An aim of more digits than cells can give.
constexpr inversion::Profile::Aim beyond_cells{.content = 1e-8, .is_patient = false};

}  // namespace

bool has_cells(const Laws& laws) {
    return laws.size() == 1 && has_enclosure(laws.front().law, laws.front().count);
}

std::optional<Bracket> by_cells(const Laws& laws, const Asked& asked) {
    if (!has_cells(laws)) return std::nullopt;
    const auto& [law, count] = laws.front();
    Enclosure cells = enclosure_of(law, count);
    const auto found = [&, runs = count](std::vector<Outcome>& pair) {
        const Laws finite{{PairLaw{std::move(pair), PairLaw::From::records}, runs}};
        return by_inversion(finite, asked, beyond_cells).asked;
    };
    const double least = found(cells.below).lower, most = found(cells.above).upper;
    return Bracket(least, most);
}

}  // namespace mizan::analysis
