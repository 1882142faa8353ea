// SPDX-License-Identifier: Apache-2.0
#include "mizan/compose/optimal.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "mizan/compose/advanced.hpp"
#include "mizan/compose/basic.hpp"
#include "mizan/compose/loss_law.hpp"
#include "mizan/compose/worst_losses.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/units/doubles.hpp"

namespace mizan::compose {

namespace {

/// How finely losses are added up. Larger numbers take more work and are narrower.
struct Fineness {
    /// Work per law, in multiplications, and bounds on the lattice points it is spread over.
    static constexpr double work = 0x1p28;
    static constexpr double fewest_points = 0x1p9, most_points = 0x1p18;
    /// Points of a law that only shows about how large δ is.
    static constexpr double coarse_points = 0x1p11;
    /// More groups are rounded to this many epsilons.
    static constexpr std::size_t most_groups = 4096, cells = 128;
    /// More losses are not listed; groups within this limit have fewer than 2^32 steps.
    static constexpr double most_losses = 0x1p22;
    /// The share of the probability asked about that all groups together may cut off, and the
    /// least that one group may.
    static constexpr double share_cut_off = 1e-14, least_cut_off = 1e-300;
    /// By which the lattice is longer than the losses on it.
    static constexpr double margin = 1.01;
};

struct Group {
    Epsilon epsilon;
    double count;  // infinite if there are more than a Count can hold
};

double sum_of_counts(double a, double b) { return a <= largest_whole - b ? a + b : infinity; }

// Steps with equal epsilon together, the most numerous first (the first group is free).
std::vector<Group> group_by_epsilon(const Steps& steps) {
    std::map<double, double> counts;
    for (const auto& [guarantee, count] : steps) {
        if (guarantee.epsilon.value() > 0 && count.value() > 0) {
            double& sum = counts[guarantee.epsilon.value()];
            sum = sum_of_counts(sum, count.value());
        }
    }
    std::vector<Group> groups;
    for (const auto& [epsilon, count] : counts) groups.push_back({Epsilon{epsilon}, count});
    std::stable_sort(groups.begin(), groups.end(),
                     [](const Group& a, const Group& b) { return a.count > b.count; });
    return groups;
}

// The same steps with fewer distinct epsilons, rounded to the safe side.
Steps rounded(Side side, const std::vector<Group>& groups) {
    double largest = 0;
    for (const Group& group : groups) largest = std::max(largest, group.epsilon.value());
    const double width = largest / Fineness::cells;
    Steps steps;
    for (const auto& [epsilon, count] : groups) {
        const double cell = std::floor(epsilon.value() / width), low = cell * width;
        const double safe = side == Side::pessimistic
                                ? std::clamp((cell + 1) * width, epsilon.value(), largest)
                                : std::min(low, epsilon.value());
        steps.push_back(pure(Epsilon{safe}, count));
    }
    return steps;
}

// About how many losses a group has, when those beyond `far` standard deviations are left out.
double losses_of(const Group& group, double far) {
    return std::min(group.count + 1, 2 * far * std::sqrt(group.count)) + 1;
}

// How many standard deviations out an event of this probability is.
double deviations(double probability) { return std::sqrt(2 * plain::log(1 / probability)); }

// The law of the summed losses, for questions about probabilities around `scale`.
LossLaw law_of(Side side, std::vector<Group> groups, double scale, double most) {
    if (groups.size() > Fineness::most_groups) groups = group_by_epsilon(rounded(side, groups));
    const double cut =
        std::max(scale * Fineness::share_cut_off / static_cast<double>(groups.size()),
                 Fineness::least_cut_off);
    const double far = deviations(cut);
    double largest = 0, mean = 0, squares = 0, total = 0, losses = 2 - losses_of(groups[0], far);
    for (const Group& group : groups) largest = std::max(largest, group.epsilon.value());
    for (const Group& group : groups) {
        const auto& [epsilon, count] = group;
        const double e = epsilon.value(), part = e / largest;
        mean += count * e * plain::tanh(e / 2);
        squares += count * part * part;
        total += count * e;
        losses += losses_of(group, far);
    }
    total = possible_reach(total);
    mean = std::min(mean, total);
    const double spread = far * std::min(largest * std::sqrt(squares), longest_length);
    const double low = std::max(mean - spread, -total), high = std::min(mean + spread, total);
    const double points = std::clamp(Fineness::work / (2 * losses), Fineness::fewest_points, most);
    LossLaw law(side, {possible_reach((high - low) / points),
                       possible_reach(std::max(-low, high) * Fineness::margin), cut});
    for (const auto& [epsilon, count] : groups) law.compose(worst_losses(epsilon, count, cut));
    return law;
}

// Whether the steps cannot be counted, or their losses not be listed in a few seconds. Merging
// groups only shortens the list.
bool too_large(const std::vector<Group>& groups) {
    if (groups.size() == 1) return groups[0].count == infinity;
    double losses = 0;
    for (const Group& group : groups)
        losses += losses_of(group, deviations(Fineness::least_cut_off));
    return losses > Fineness::most_losses;
}

// Equal steps on either side of the groups.
struct SimplerSteps {
    Repeated better;                // those above some epsilon, at that epsilon, without the others
    std::optional<Repeated> worse;  // all, at the largest epsilon; missing if too many to count
};

SimplerSteps simpler_steps(std::vector<Group> groups) {
    std::stable_sort(groups.begin(), groups.end(),
                     [](const Group& a, const Group& b) { return a.epsilon > b.epsilon; });
    double count = 0, furthest = 0;
    Repeated better = pure(groups[0].epsilon, 0);
    for (const Group& group : groups) {
        count = sum_of_counts(count, group.count);
        const double e = group.epsilon.value(), n = std::min(count, largest_whole);
        // About how far the losses reach. Any choice is true, this one rarely far from the best.
        const double reach = std::min(n * plain::tanh(e / 2) + 5 * std::sqrt(n), n) * e;
        if (reach > furthest) {
            furthest = reach;
            better = pure(group.epsilon, n);
        }
    }
    if (count == infinity) return {better, std::nullopt};
    return {better, pure(groups[0].epsilon, count)};
}

// δ(ε) of the summed losses.
Bracket summed_delta(const std::vector<Group>& groups, Epsilon epsilon) {
    if (too_large(groups)) {
        const auto [better, worse] = simpler_steps(groups);
        return hull(optimal_delta(better, epsilon), worse ? optimal_delta(*worse, epsilon) : 1);
    }
    if (groups.size() == 1) return optimal_delta(pure(groups[0].epsilon, groups[0].count), epsilon);
    const double guess =
        law_of(Side::optimistic, groups, least_sharp_double, Fineness::coarse_points)
            .delta(epsilon);
    const double scale = std::max(guess, least_sharp_double);
    const double lower =
        law_of(Side::optimistic, groups, scale, Fineness::most_points).delta(epsilon);
    const double upper =
        law_of(Side::pessimistic, groups, scale, Fineness::most_points).delta(epsilon);
    return {lower, upper};
}

// The smallest ε with δ(ε) ≤ delta, for a delta > 0 known by its bracket.
Bracket summed_epsilon(const std::vector<Group>& groups, Bracket delta) {
    const Delta least{delta.lower}, largest{delta.upper};
    const auto epsilon_of = [&](const Repeated& step) -> Bracket {
        if (least == largest) return optimal_epsilon(step, least);
        return {optimal_epsilon(step, largest).lower, optimal_epsilon(step, least).upper};
    };
    if (too_large(groups)) {
        const auto [better, worse] = simpler_steps(groups);
        return hull(epsilon_of(better), worse ? epsilon_of(*worse) : infinity);
    }
    if (groups.size() == 1) return epsilon_of(pure(groups[0].epsilon, groups[0].count));
    const double scale = std::max(delta.lower, least_sharp_double);
    return {law_of(Side::optimistic, groups, scale, Fineness::most_points).epsilon(largest),
            law_of(Side::pessimistic, groups, scale, Fineness::most_points).epsilon(least)};
}

// Whether a step promises nothing. A sum of promises that overflows is not an infinite loss.
bool any_infinite(const Steps& steps) {
    return std::any_of(steps.begin(), steps.end(), [](const Repeated& step) {
        return step.guarantee.epsilon.value() == infinity && step.count.value() > 0;
    });
}

}  // namespace

Bracket optimal_delta(const Steps& steps, Epsilon epsilon) {
    if (any_infinite(steps)) return 1;
    const Bracket failure = failure_probability(steps);
    if (epsilon.value() >= total_epsilon(steps).upper) return failure;
    return min(failure + (1 - failure) * summed_delta(group_by_epsilon(steps), epsilon), 1);
}

Bracket optimal_epsilon(const Steps& steps, Delta delta) {
    if (delta.value() == 1) return 0;
    const Bracket left = slack(steps, delta), most = total_epsilon(steps);
    if (left.upper < 0) return infinity;
    const Bracket finite = [&] {
        if (left.upper == 0 || most.upper == 0 || any_infinite(steps)) return most;
        const Bracket delta_left = {std::clamp(left.lower, 0.0, 1.0), std::min(left.upper, 1.0)};
        const Bracket found = summed_epsilon(group_by_epsilon(steps), delta_left);
        const double cap = std::min(most.upper, advanced(steps, delta).epsilon.value());
        return Bracket(std::min(found.lower, cap), std::min(found.upper, cap));
    }();
    return {finite.lower, left.lower < 0 ? infinity : finite.upper};
}

}  // namespace mizan::compose
