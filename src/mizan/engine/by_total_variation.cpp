// SPDX-License-Identifier: Apache-2.0
#include "mizan/engine/by_total_variation.hpp"

#include <algorithm>

#include "mizan/compose/basic.hpp"
#include "mizan/engine/finite_pair.hpp"

namespace mizan::analysis {

namespace {

double of_one_run(const Law& law) {
    if (people_of(law) == 1) return profiles_of({{law, 1}}).there(Epsilon{0.0}).upper;
    const auto closed = closed_form(law, {.at = Epsilon{0.0}});
    ensure(closed.has_value(), "a law of groups has no closed form at epsilon 0");
    return closed->asked.upper;
}

compose::Steps::value_type step_at_zero(double delta, double count) {
    return {ApproxDP{Epsilon{0.0}, Delta{std::clamp(delta, 0.0, 1.0)}}, count};
}

}  // namespace

double delta_at_zero(const Laws& laws) {
    compose::Steps steps;
    for (const auto& [law, count] : laws) steps.push_back(step_at_zero(of_one_run(law), count));
    return std::min(1.0, compose::failure_probability(steps).upper);
}

bool cost_nothing(const Laws& laws, Delta delta) {
    const auto exceed = [&](const compose::Steps& steps) {
        return !(compose::failure_probability(steps).upper <= delta.value());
    };
    compose::Steps steps;
    for (const auto& [law, count] : laws) {
        steps.push_back(step_at_zero(shown_at_most(law), count));
        if (!exceed({steps.back()})) continue;
        if (is_shown_exactly(law)) return false;
        steps.back() = step_at_zero(of_one_run(law), count);
        if (exceed({steps.back()})) return false;
    }
    return !exceed(steps);
}

}  // namespace mizan::analysis
