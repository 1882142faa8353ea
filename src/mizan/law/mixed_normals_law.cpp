// SPDX-License-Identifier: Apache-2.0
#include "mizan/law/mixed_normals_law.hpp"

#include <algorithm>

#include "mizan/numeric/root.hpp"

namespace mizan {

using analysis::farthest_loss;

analysis::Profile profile_of(const MixedNormals& pair, double sigma) {
    return [pair, sigma](Epsilon epsilon) {
        const Bracket delta = pair.delta(sigma, std::min(epsilon.value(), farthest_loss));
        return Bracket(epsilon.value() > farthest_loss ? 0 : delta.lower, delta.upper);  // δ falls
    };
}

std::optional<Bracket> asked_of(const std::vector<MixedNormals>& pairs, double sigma,
                                const Asked& asked) {
    const auto delta = [&](double epsilon) {
        Bracket most = 0;
        for (const MixedNormals& pair : pairs) most = max(most, pair.delta(sigma, epsilon));
        return most;
    };
    if (const Epsilon* epsilon = asked.epsilon()) {
        if (epsilon->value() > farthest_loss) return std::nullopt;
        return delta(epsilon->value());
    }
    const double level = asked.delta()->value();
    if (delta(0).upper <= level) return 0;
    double top = 1;
    while (top < farthest_loss && delta(top).upper > level) top *= 2;
    if (delta(top).upper > level) return std::nullopt;
    return root::of_decreasing(delta, level, {0, top});
}

}  // namespace mizan
