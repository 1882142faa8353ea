// SPDX-License-Identifier: Apache-2.0
#include "mizan/divergence/finite_profile.hpp"

#include <algorithm>

#include "mizan/numeric/floating_point_environment.hpp"

namespace mizan {

FiniteProfile::FiniteProfile(std::span<const Outcome> outcomes)
    : below_{end_of(outcomes, &Bracket::lower)}, above_{end_of(outcomes, &Bracket::upper)} {}

FiniteProfile::End FiniteProfile::end_of(std::span<const Outcome> outcomes, double Bracket::*side) {
    const DefaultArithmetic arithmetic;
    struct Mass {
        double loss, probability;
    };
    std::vector<Mass> masses;
    Bracket infinite = 0;
    for (const Outcome& outcome : outcomes) {
        const Mass mass{outcome.log_ratio.*side, outcome.p.*side};
        if (!(mass.probability > 0) || !(mass.loss > 0)) continue;
        if (mass.loss == infinity) {
            infinite += mass.probability;
        } else {
            masses.push_back(mass);
        }
    }
    std::ranges::stable_sort(masses, std::ranges::greater{}, &Mass::loss);
    End end{.infinite = infinite.*side};
    double delta = end.infinite, weight = 0, last = infinity;
    for (const auto& [loss, probability] : masses) {
        if (loss < last && last < infinity) {
            const Bracket down = loss - Bracket(last);
            delta = (delta + weight * -expm1(down)).*side;
            weight = (weight * exp(down)).*side;
        }
        weight = (Bracket(weight) + probability).*side;
        if (loss == last) end.corners.pop_back();
        end.corners.push_back({loss, delta, weight});
        last = loss;
    }
    return end;
}

Bracket FiniteProfile::delta_at(const End& end, double epsilon) {
    const auto beyond = std::ranges::partition_point(
        end.corners, [&](const Corner& corner) { return corner.loss > epsilon; });
    if (beyond == end.corners.begin()) return end.infinite;
    const auto& [loss, delta, weight] = *std::prev(beyond);
    return delta + weight * -expm1(epsilon - Bracket(loss));
}

Bracket FiniteProfile::delta(Epsilon epsilon) const {
    const DefaultArithmetic arithmetic;
    const double least = delta_at(below_, epsilon.value()).lower;
    const double most = delta_at(above_, epsilon.value()).upper;
    return {std::clamp(least, 0.0, 1.0), std::clamp(most, 0.0, 1.0)};
}

}  // namespace mizan
