// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/at_zero.hpp"

#include <algorithm>

#include "mizan/account/finite_pair.hpp"
#include "mizan/compose/basic.hpp"

namespace mizan::analysis {

namespace {

double of_one_run(const Law& law) {
    if (people_of(law) == 1) return profiles_of({{law, 1}}).there(Epsilon{0.0}).upper;
    const auto& gaussian = std::get<SampledGaussianLaw>(law);
    double most = 0;
    for (const GroupChange change : changes_of(gaussian)) {
        most = std::max(most, grouped_sample(gaussian.q, change).delta(gaussian.sigma, 0).upper);
    }
    return most;
}

// The same of a pair, found at once.
double total_variation(const PairLaw& law) {
    Bracket sum = 0;
    for (const auto& [p, q, log_ratio] : law.pair) {
        if (log_ratio.upper > 0) sum += p.upper * -expm1(-Bracket(log_ratio.upper));
    }
    return sum.upper;
}

compose::Steps::value_type step_at_zero(double delta, double count) {
    return {ApproxDP{Epsilon{0.0}, Delta{std::clamp(delta, 0.0, 1.0)}}, count};
}

}  // namespace

double delta_at_zero(const std::vector<RepeatedLaw>& laws) {
    compose::Steps steps;
    for (const auto& [law, count] : laws) steps.push_back(step_at_zero(of_one_run(law), count));
    return std::min(1.0, compose::failure_probability(steps).upper);
}

bool cost_nothing(const std::vector<RepeatedLaw>& laws, Delta delta) {
    const auto exceed = [&](const compose::Steps& steps) {
        return !(compose::failure_probability(steps).upper <= delta.value());
    };
    compose::Steps steps;
    for (const auto& [law, count] : laws) {
        const auto* pair = std::get_if<PairLaw>(&law);
        steps.push_back(step_at_zero(pair ? total_variation(*pair) : of_one_run(law), count));
        if (exceed({steps.back()})) return false;
    }
    return !exceed(steps);
}

}  // namespace mizan::analysis
