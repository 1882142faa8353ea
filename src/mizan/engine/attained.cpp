// SPDX-License-Identifier: Apache-2.0
#include "mizan/engine/attained.hpp"

#include <algorithm>

#include "mizan/engine/by_closed_form.hpp"
#include "mizan/engine/by_enumeration.hpp"
#include "mizan/engine/compose_laws.hpp"
#include "mizan/engine/two_ends.hpp"

namespace mizan::analysis {

namespace {

// The laws in the order of their losses, the largest first. The loss of each is estimated for
// itself, in plain numbers.
Laws by_loss(const Laws& laws, const Asked& asked) {
    constexpr Delta usual{1e-6};  // where losses are compared if the question gives an epsilon
    const Delta at = asked.delta() ? *asked.delta() : usual;
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t i = 0; i < laws.size(); ++i) {
        const double epsilon = estimated_epsilon({laws[i]}, at);
        order.emplace_back(epsilon > 0 ? -epsilon : 0, i);
    }
    std::ranges::sort(order);
    Laws sorted;
    for (const auto& [loss, i] : order) sorted.push_back(laws[i]);
    return sorted;
}

}  // namespace

double attained_alone(const Laws& laws, const Asked& asked) {
    const Asked unverified{.at = asked.at};
    double most = 0;
    // At an infinite epsilon nothing counts as loss, not even outputs that show everything.
    if (asked.epsilon() && asked.epsilon()->value() == infinity) return most;
    for (const RepeatedLaw& each : laws) {
        if (each.count < 1) continue;
        const Laws once{{each.law, 1}};
        if (const auto closed = by_closed_form(once, unverified, LostDigits::left)) {
            most = std::max(most, closed->asked.lower);
        } else if (const auto listed = by_enumeration(once, unverified)) {
            most = std::max(most, listed->lower);
        }
    }
    return most;
}

double attained_by_some(const Laws& laws, const Asked& asked) {
    // Fewer laws than `fewest` are composed all at once anyway. More than `most` take long to sort.
    constexpr std::size_t fewest = 16, most = 1024;
    constexpr Aim aim{.content = of_the_worst.content, .is_patient = false};
    const Asked unverified{.at = asked.at};
    double best = 0;
    if (laws.size() < fewest || laws.size() > most) return best;
    for (Laws some = by_loss(laws, unverified); some.size() > 1;) {
        some.erase(some.begin() + static_cast<std::ptrdiff_t>(some.size() / 2), some.end());
        const Composed found = compose_laws(some, unverified, aim);
        best = std::max(best, found.asked.lower);
        if (!is_left_wide(found, wide_for_some)) break;
    }
    return best;
}

}  // namespace mizan::analysis
