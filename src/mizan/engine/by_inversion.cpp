// SPDX-License-Identifier: Apache-2.0
#include "mizan/engine/by_inversion.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "mizan/numeric/work.hpp"

namespace mizan::analysis {

inversion::Profile profile_of(const Laws& laws, Directions directions,
                              inversion::Profile::Aim aim) {
    return inversion::Profile(transforms_of(laws, directions), aim);
}

std::vector<inversion::Profile> profiles(const Laws& laws, inversion::Profile::Aim aim) {
    std::vector<inversion::Profile> all;
    for (const Directions& directions : all_directions(laws)) {
        all.push_back(profile_of(laws, directions, aim));
    }
    return all;
}

namespace {

// When the other orders of the neighbours are computed less sharply than the first. Larger numbers
// save lines and may leave the answer wider.
struct Orders {
    static constexpr double narrow =
        1e-4;  // relative width at which one end is as good as the other
    static constexpr double very_narrow =
        0.01;  // so narrow next to the worst that it is known well enough
    static constexpr double rough = 1e-5;  // an aim above this one will be followed by a finer one
    /// Of all work, for the first order: if it ends, little shows that the others cost less.
    static constexpr double first_share = 0.25;
    /// Of the work of an order, if there are few and if there are many; the rest is for a bound in
    /// place of a search that ended.
    static constexpr double share_of_search = 0.9, share_of_short_search = 0.5;
    static constexpr std::size_t few = 4;
};

// The profiles of all orders of the neighbours, the one with the largest estimated epsilon first:
// its answer may show at once that the others cost less.
std::vector<inversion::Profile> costliest_first(std::vector<inversion::Profile> all, Delta delta) {
    if (all.size() < 2) return all;
    struct Estimate {
        double epsilon;
        std::size_t of;
    };
    std::vector<Estimate> estimates;
    for (std::size_t i = 0; i < all.size(); ++i) {
        // Many orders have saddles that differ little.
        const double near = i > 0 && all.size() > Orders::few ? all[i - 1].saddle() : 0;
        const double epsilon = all[i].estimated_epsilon(delta, near);
        estimates.push_back({std::isnan(epsilon) ? infinity : epsilon, i});
    }
    std::ranges::stable_sort(estimates, std::greater{}, &Estimate::epsilon);
    std::vector<inversion::Profile> sorted;
    for (const Estimate& each : estimates) sorted.push_back(std::move(all[each.of]));
    return sorted;
}

// ε of one order of the neighbours, or empty if it is shown to be at most `enough`. `worst` is that
// of the orders before.
std::optional<Bracket> epsilon_above(inversion::Profile& profile, Delta delta, double enough,
                                     Bracket worst, double share_of_search) {
    Bracket found(0, infinity);
    {
        const Work search(share_of_search);
        if (enough > 0 && profile.keeps(enough, delta)) return std::nullopt;
        const Bracket known = profile.known_epsilon(delta);
        const bool is_known = known.width() < Orders::very_narrow * worst.width();
        found = is_known ? known : profile.epsilon(delta);
    }
    if (found.upper == infinity && profile.is_exhausted()) {
        const auto bound = within_share(1, [&] { return profile.epsilon_bound(delta); });
        found.upper = std::max(found.lower, bound.value_or(infinity));
    }
    return found;
}

}  // namespace

Inverted Inversion::ask(const Asked& asked, inversion::Profile::Aim aim) {
    Bracket worst = 0;
    bool filtered = false, on_lattice = false, precise = false, exhausted = false, below = false,
         in_the_middle = false;
    if (profiles_.empty()) profiles_ = profiles(laws_);
    for (inversion::Profile& profile : profiles_) profile.aim_at(aim);
    if (asked.delta()) profiles_ = costliest_first(std::move(profiles_), *asked.delta());
    const auto orders = static_cast<double>(profiles_.size());
    double orders_left = orders;
    const double share_of_search =
        profiles_.size() <= Orders::few ? Orders::share_of_search : Orders::share_of_short_search;
    for (inversion::Profile& profile : profiles_) {
        const Work order(
            std::max(1 / orders_left, orders_left == orders ? Orders::first_share : 0));
        --orders_left;
        // Chernoff's bound or a short line often shows that this order of the neighbours costs
        // less.
        if (const Epsilon* epsilon = asked.epsilon()) {
            if (worst.lower > 0 && profile.keeps(epsilon->value(), Delta{worst.lower})) continue;
            worst = max(worst, profile.delta(epsilon->value()));
        } else {
            const Delta delta = *asked.delta();
            const bool is_narrow = worst.width() < Orders::narrow * worst.upper;
            // The caller will ask again, more sharply, if the answer is rough and only its upper
            // end is wanted.
            const bool is_asked_again =
                aim.content > Orders::rough && worst.width() > worst.upper / 2;
            const bool suffices = is_narrow || is_asked_again || ends_ == Ends::upper;
            const double enough = suffices ? worst.upper : worst.lower;
            const auto found = epsilon_above(profile, delta, enough, worst, share_of_search);
            if (!found) continue;
            worst = max(worst, *found);
        }
        filtered |= profile.is_filtered();
        below |= profile.is_from_below();
        in_the_middle |= profile.is_from_the_middle();
        on_lattice |= profile.is_on_lattice();
        precise |= profile.took_precision();
        exhausted |= profile.is_exhausted();
    }
    std::vector<std::string> theorems{below           ? "Mizan26 T6"
                                      : in_the_middle ? "Mizan26 T7"
                                      : on_lattice    ? "Mizan26 T4"
                                      : filtered      ? "Mizan26 T3"
                                                      : "Mizan26 T1"};
    if (precise) theorems.emplace_back("Mizan26 L5");
    return {worst, std::move(theorems), exhausted};
}

Inverted by_inversion(const Laws& laws, const Asked& asked, inversion::Profile::Aim aim) {
    return Inversion(laws).ask(asked, aim);
}

double estimated_epsilon(const Laws& laws, Delta delta) {
    double worst = 0;
    std::vector<inversion::Profile> all = profiles(laws);
    for (inversion::Profile& profile : all) {
        const double epsilon = profile.estimated_epsilon(delta);
        if (!(epsilon <= worst)) worst = epsilon;
    }
    return worst;
}

}  // namespace mizan::analysis
