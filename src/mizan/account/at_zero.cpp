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

}  // namespace

double delta_at_zero(const std::vector<RepeatedLaw>& laws) {
    compose::Steps steps;
    for (const auto& [law, count] : laws) {
        const Delta delta{std::clamp(of_one_run(law), 0.0, 1.0)};
        steps.push_back({ApproxDP{Epsilon{0.0}, delta}, count});
    }
    return std::min(1.0, compose::failure_probability(steps).upper);
}

}  // namespace mizan::analysis
