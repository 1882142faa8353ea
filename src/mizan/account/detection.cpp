// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/detection.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "mizan/divergence/neyman_pearson.hpp"
#include "mizan/engine/by_inversion.hpp"
#include "mizan/engine/finite_losses.hpp"

namespace mizan::analysis {

std::optional<Law> single_law(const std::vector<RepeatedLaw>& laws) {
    const bool are_gaussian =
        std::ranges::all_of(laws, [](const RepeatedLaw& each) { return is_gaussian(each.law); });
    if (are_gaussian) return one_gaussian(laws);
    const bool is_single =
        laws.size() == 1 && laws.front().count == 1 && has_tradeoff(laws.front().law);
    return is_single ? std::optional(laws.front().law) : std::nullopt;
}

Detection::Detection(const std::vector<RepeatedLaw>& laws, Wanted wanted)
    : single_{single_law(laws)} {
    if (single_) return;
    for (const Directions& directions : all_directions(laws)) {
        auto loss = finite_loss(laws, directions);
        if (!loss) break;
        finite_.push_back(*std::move(loss));
    }
    if (!finite_.empty()) return;
    const double smoothing = wanted == Wanted::many ? 4 : 5;
    for (const Directions& directions : all_directions(laws)) {
        directions_.emplace_back(profile_of(laws, directions), loss_atoms(laws, directions),
                                 smoothing);
    }
}

Bracket Detection::rate(Probability false_positive_rate) {
    if (single_) return 1 - *tradeoff(*single_, false_positive_rate);
    const double x = false_positive_rate.value();
    Bracket most = x;
    for (const PrivacyLoss& loss : finite_) {
        most = max(most, 1 - best_test(loss.atoms(), false_positive_rate));
    }
    if (x == 1) return 1;
    for (ConvexProfile& direction : directions_) {
        const Bracket shown = direction.infinity_mass();
        if (x == 0) {  // the test finds only outputs of infinite loss
            most = max(most, shown);
            continue;
        }
        const double trivial = (shown + (1 - shown) * x).lower;
        const Bracket found = direction.least(x);
        const double upper = std::clamp(found.upper, trivial, 1.0);
        most = max(most, Bracket(std::clamp(found.lower, trivial, upper), upper));
    }
    return min(1, most);
}

Bracket Detection::advantage() {
    if (directions_.empty()) return {0, 1};
    Bracket most = 0;
    for (ConvexProfile& direction : directions_) most = max(most, direction.at(0));
    return most;
}

double Detection::estimated_rate(Probability false_positive_rate) {
    const double x = false_positive_rate.value();
    if (single_ || !finite_.empty() || x == 0 || x == 1) return rate(x).middle();
    double most = x;
    for (ConvexProfile& direction : directions_) most = std::max(most, direction.rough_least(x));
    return std::min(most, 1.0);
}

}  // namespace mizan::analysis
