// SPDX-License-Identifier: Apache-2.0
#include "mizan/engine/by_responses.hpp"

#include <algorithm>

#include "mizan/compose/optimal.hpp"
#include "mizan/engine/by_enumeration.hpp"
#include "mizan/engine/by_inversion.hpp"
#include "mizan/engine/by_lattice.hpp"

namespace mizan::analysis {

namespace {

using compose::Side;

// Larger counts are not walked: that would take seconds and tell less than inversion.
constexpr double largest_walked = 0x1p34;

// These laws with each epsilon at one end of its bracket.
Bracket at_ends(const Laws& laws, const Asked& asked, Side side) {
    compose::Steps all;
    for (const auto& [law, count] : laws) {
        const ResponseLaw& response = std::get<ResponseLaw>(law);
        const Bracket epsilon = response.epsilon;
        const double end = side == Side::pessimistic ? epsilon.upper : epsilon.lower;
        all.push_back({ApproxDP{Epsilon{end}, response.failure}, count});
    }
    return asked.delta() ? compose::optimal_epsilon(all, *asked.delta())
                         : compose::optimal_delta(all, *asked.epsilon());
}

// The answer by the theorem on optimal composition, which is exact for equal responses.
Bracket walked(const Laws& laws, const Asked& asked) {
    const bool is_exact = std::ranges::all_of(laws, [](const RepeatedLaw& each) {
        return std::get<ResponseLaw>(each.law).epsilon.is_exact();
    });
    if (is_exact) return at_ends(laws, asked, Side::optimistic);
    return {at_ends(laws, asked, Side::optimistic).lower,
            at_ends(laws, asked, Side::pessimistic).upper};
}

}  // namespace

// Equal responses and a few unequal ones compose exactly. Many unequal ones take inversion; where
// that fails, a lattice, or equal responses that are a little worse or better.
std::optional<Bracket> by_responses(const Laws& laws, const Asked& asked, Aim aim) {
    const bool are_responses = std::ranges::all_of(laws, [](const RepeatedLaw& each) {
        return std::holds_alternative<ResponseLaw>(each.law);
    });
    if (!are_responses) return std::nullopt;
    const bool can_be_walked = std::ranges::all_of(
        laws, [](const RepeatedLaw& each) { return each.count <= largest_walked; });
    if (laws.size() == 1 && can_be_walked) return walked(laws, asked);
    if (const auto listed = by_enumeration(laws, asked)) return *listed;
    const Bracket found = by_inversion(laws, asked, aim).asked;
    if (!is_very_wide(found, aim)) return found;
    if (const auto on_lattice = by_lattice(laws, asked)) return intersect(found, *on_lattice);
    return can_be_walked ? intersect(found, walked(laws, asked)) : found;
}

}  // namespace mizan::analysis
