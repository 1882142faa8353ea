// SPDX-License-Identifier: Apache-2.0
#include "mizan/curve/privacy_profile.hpp"

#include <algorithm>
#include <optional>

#include "mizan/account/costs.hpp"
#include "mizan/account/detection.hpp"
#include "mizan/engine/by_inversion.hpp"
#include "mizan/known/whole/known_parts.hpp"
#include "mizan/numeric/floating_point_environment.hpp"

namespace mizan {

namespace {

// Profiles whose lines serve many points, one for each order of the neighbours. Empty if the laws
// are not known or a closed form is better.
std::vector<inversion::Profile> shared_profiles(const std::vector<KnownPart>& parts) {
    const auto laws = analysis::worst_laws(parts);
    if (!laws || *laws != analysis::attained_laws(parts) || analysis::single_law(*laws)) return {};
    const bool are_finite = std::ranges::all_of(
        *laws, [](const analysis::RepeatedLaw& each) { return is_finite(each.law); });
    return are_finite ? std::vector<inversion::Profile>{} : analysis::profiles(*laws);
}

}  // namespace

std::vector<CurvePoint> privacy_profile(const Program& program, const Neighbours& neighbours,
                                        const std::vector<Epsilon>& epsilons) {
    const DefaultArithmetic arithmetic;
    check_number_of_points(epsilons.size());
    // The width that answers are made for.
    constexpr double narrow = inversion::Profile::Aim{}.content;
    std::vector<inversion::Profile> profiles =
        shared_profiles(known_parts(program, neighbours.relation, neighbours.group_size));
    std::optional<analysis::Costs> costs;
    std::vector<CurvePoint> points;
    for (const Epsilon epsilon : epsilons) {
        Bracket delta(0, profiles.empty() ? 1 : 0);
        for (inversion::Profile& profile : profiles)
            delta = max(delta, profile.delta(epsilon.value()));
        if (delta.width() > narrow * delta.upper) {
            if (!costs) costs.emplace(program, neighbours.relation, neighbours.group_size);
            delta = costs->at({epsilon, neighbours.relation, neighbours.group_size});
        }
        points.push_back({epsilon.value(), delta});
    }
    return points;
}

}  // namespace mizan
