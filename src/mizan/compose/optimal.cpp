// SPDX-License-Identifier: Apache-2.0
#include "mizan/compose/optimal.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "mizan/compose/advanced.hpp"
#include "mizan/compose/basic.hpp"
#include "mizan/compose/loss_law.hpp"

namespace mizan::compose {

namespace {

// Work per law, in multiplications, and bounds on the lattice points it is spread over.
constexpr double work = 0x1p28;
constexpr double fewest_points = 0x1p9, most_points = 0x1p18;
constexpr double coarse_points = 0x1p11;
constexpr std::size_t most_groups = 4096, cells = 128;
constexpr double largest_group = 0x1p24;  // beyond, a group alone has too many losses to list

struct Group {
    Epsilon epsilon;
    double count;
};

// Steps with equal epsilon together, the most numerous first (the first group is free).
std::vector<Group> group_by_epsilon(const Steps& steps) {
    std::map<double, double> counts;
    for (const auto& [guarantee, count] : steps) {
        if (guarantee.epsilon.value() > 0 && count.value() > 0) {
            counts[guarantee.epsilon.value()] += count.value();
        }
    }
    std::vector<Group> groups;
    for (const auto& [epsilon, count] : counts) groups.push_back({Epsilon{epsilon}, count});
    std::sort(groups.begin(), groups.end(),
              [](const Group& a, const Group& b) { return a.count > b.count; });
    return groups;
}

// The same steps with fewer distinct epsilons, rounded to the safe side.
Steps rounded(Side side, const std::vector<Group>& groups) {
    double largest = 0;
    for (const Group& group : groups) largest = std::max(largest, group.epsilon.value());
    const double width = largest / cells;
    Steps steps;
    for (const auto& [epsilon, count] : groups) {
        const double cell = std::floor(epsilon.value() / width), low = cell * width;
        const double safe = side == Side::pessimistic
                                ? std::max((cell + 1) * width, epsilon.value())
                                : std::min(low, epsilon.value());
        steps.push_back(pure(Epsilon{safe}, count));
    }
    return steps;
}

// The law of the summed losses, for questions about probabilities around `scale`.
LossLaw law_of(Side side, std::vector<Group> groups, double scale, double most) {
    if (groups.size() > most_groups) groups = group_by_epsilon(rounded(side, groups));
    const double cut = std::max(scale * 1e-14 / static_cast<double>(groups.size()), 1e-300);
    const double far = std::sqrt(2 * std::log(1 / cut));
    double mean = 0, square = 0, total = 0, outcomes = 1;
    for (const auto& [epsilon, count] : groups) {
        const double e = epsilon.value();
        mean += count * e * std::tanh(e / 2);
        square += count * e * e;
        total += count * e;
        outcomes += std::min(count + 1, 2 * far * std::sqrt(count)) + 1;
    }
    outcomes -= std::min(groups[0].count + 1, 2 * far * std::sqrt(groups[0].count));
    const double points = std::clamp(work / (2 * outcomes), fewest_points, most);
    const double low = std::max(mean - far * std::sqrt(square), -total);
    const double high = std::min(mean + far * std::sqrt(square), total);
    const double reach = std::max(-low, high) * 1.01;
    LossLaw law(side, {std::max((high - low) / points, 1e-300), reach, cut});
    for (const auto& [epsilon, count] : groups) law.compose(worst_losses(epsilon, count, cut));
    return law;
}

// Too large to list: no better than all steps at the largest epsilon, no worse than one group.
bool too_large(const std::vector<Group>& groups) { return groups[0].count > largest_group; }

Repeated largest_epsilon_for_all(const std::vector<Group>& groups) {
    double epsilon = 0, count = 0;
    for (const Group& group : groups) {
        epsilon = std::max(epsilon, group.epsilon.value());
        count += group.count;
    }
    return pure(Epsilon{epsilon}, std::min(count, 0x1p53));
}

// δ(ε) of the summed losses.
Bracket summed_delta(const std::vector<Group>& groups, Epsilon epsilon) {
    if (groups.size() == 1) return optimal_delta(pure(groups[0].epsilon, groups[0].count), epsilon);
    if (too_large(groups)) {
        double lower = 0;
        for (const auto& [e, count] : groups) {
            lower = std::max(lower, optimal_delta(pure(e, count), epsilon).lower);
        }
        return {lower,
                std::max(lower, optimal_delta(largest_epsilon_for_all(groups), epsilon).upper)};
    }
    const double guess = law_of(Side::optimistic, groups, 1e-280, coarse_points).delta(epsilon);
    const double scale = std::max(guess, 1e-280);
    const double lower = law_of(Side::optimistic, groups, scale, most_points).delta(epsilon);
    const double upper = law_of(Side::pessimistic, groups, scale, most_points).delta(epsilon);
    return {lower, upper};
}

// The smallest ε with δ(ε) ≤ delta, for a delta > 0 known by its bracket.
Bracket summed_epsilon(const std::vector<Group>& groups, Bracket delta) {
    const Delta least{delta.lower}, largest{delta.upper};
    if (groups.size() == 1) {
        const Repeated step = pure(groups[0].epsilon, groups[0].count);
        return {optimal_epsilon(step, largest).lower, optimal_epsilon(step, least).upper};
    }
    if (too_large(groups)) {
        double lower = 0;
        for (const auto& [e, count] : groups) {
            lower = std::max(lower, optimal_epsilon(pure(e, count), largest).lower);
        }
        const double upper = optimal_epsilon(largest_epsilon_for_all(groups), least).upper;
        return {lower, std::max(lower, upper)};
    }
    const double scale = std::max(delta.lower, 1e-280);
    return {law_of(Side::optimistic, groups, scale, most_points).epsilon(largest),
            law_of(Side::pessimistic, groups, scale, most_points).epsilon(least)};
}

}  // namespace

Bracket optimal_delta(const Steps& steps, Epsilon epsilon) {
    const Bracket failure = failure_probability(steps), most = total_epsilon(steps);
    if (epsilon.value() >= most.upper) return failure;
    if (most.lower == infinity) return 1;
    return min(failure + (1 - failure) * summed_delta(group_by_epsilon(steps), epsilon), 1);
}

Bracket optimal_epsilon(const Steps& steps, Delta delta) {
    if (delta.value() == 1) return 0;
    const Bracket left = slack(steps, delta), most = total_epsilon(steps);
    if (left.upper < 0) return infinity;
    const Bracket finite = [&] {
        if (left.upper == 0 || most.upper == 0 || most.lower == infinity) return most;
        const Bracket delta_left = {std::clamp(left.lower, 0.0, 1.0), std::min(left.upper, 1.0)};
        const Bracket found = summed_epsilon(group_by_epsilon(steps), delta_left);
        const double cap = std::min(most.upper, advanced(steps, delta).epsilon.value());
        return Bracket(std::min(found.lower, cap), std::min(found.upper, cap));
    }();
    return {finite.lower, left.lower < 0 ? infinity : finite.upper};
}

}  // namespace mizan::compose
