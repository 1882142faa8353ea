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
    for (const GroupChange change : gaussian.changes()) {
        most = std::max(most, grouped_sample(gaussian.q, change).delta(gaussian.sigma, 0).upper);
    }
    return most;
}

// As much or more, found at once: nothing is told by a sample that a record is not in.
struct Quickly {
    double operator()(const PairLaw& law) const {
        Bracket sum = 0;
        for (const auto& [p, q, log_ratio] : law.pair) {
            if (log_ratio.upper > 0) sum += p.upper * -expm1(-Bracket(log_ratio.upper));
        }
        return sum.upper;
    }
    double operator()(const SampledGaussianLaw& law) const {
        return (law.people * Bracket(law.q)).upper;
    }
    double operator()(const SampledLaplaceLaw& law) const { return law.q; }
    template <class Other>
    double operator()(const Other&) const {
        return 1;
    }
};

double quickly(const Law& law) { return std::visit(Quickly{}, law); }

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
        steps.push_back(step_at_zero(quickly(law), count));
        if (!exceed({steps.back()})) continue;
        if (std::holds_alternative<PairLaw>(law)) return false;
        steps.back() = step_at_zero(of_one_run(law), count);
        if (exceed({steps.back()})) return false;
    }
    return !exceed(steps);
}

}  // namespace mizan::analysis
