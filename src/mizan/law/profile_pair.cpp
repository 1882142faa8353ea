// SPDX-License-Identifier: Apache-2.0
#include "mizan/law/profile_pair.hpp"

#include <memory>

#include "mizan/divergence/finite_profile.hpp"
#include "mizan/units/doubles.hpp"

namespace mizan::analysis {

ProfilePair alike(const Profile& both, double largest) {
    return {.there = both, .back = both, .is_symmetric = true, .largest = largest};
}

ProfilePair profiles_of(const std::vector<Outcome>& pair) {
    const auto profile = [](const std::vector<Outcome>& outcomes) {
        return [deltas = std::make_shared<const FiniteProfile>(outcomes)](Epsilon epsilon) {
            return deltas->delta(epsilon);
        };
    };
    return {profile(pair), profile(reversed(pair))};
}

ProfilePair on_samples(ProfilePair whole, Bracket q) {
    const auto between = [](const Profile& profile, Bracket epsilon) {
        const Bracket at = max(0, epsilon);
        // One after the other: a profile may keep what it finds, and use it for the next.
        const double most = profile(Epsilon{at.lower}).upper;
        const double least = profile(Epsilon{at.upper}).lower;
        return Bracket(least, most);
    };
    return {[q, between, there = std::move(whole.there)](Epsilon epsilon) {
                const Bracket x = epsilon.value();
                // Beyond it δ is at most what it is there.
                if (x.upper > largest_exponent) return Bracket(0, (q * there(epsilon)).upper);
                return q * between(there, log1p(expm1(x) / q));
            },
            [q, between, back = std::move(whole.back)](Epsilon epsilon) {
                const Bracket x = epsilon.value(), factor = exp(x);
                // 1 - γ(1 - q) = q - (γ - 1)(1 - q)
                const Bracket beta = q - expm1(x) * (1 - q);
                if (beta.upper <= 0) return Bracket(0);
                if (beta.lower <= 0) {
                    const Bracket at = log(factor.lower * q / beta.upper);
                    return Bracket(0, (beta * between(back, at)).upper);
                }
                return beta * between(back, log(factor * q / beta));
            },
            whole.is_costly, false};
}

ProfilePair worse_direction(const ProfilePair& pair) {
    if (pair.is_symmetric) return pair;
    const auto worse = [pair](Epsilon epsilon) {
        return max(pair.there(epsilon), pair.back(epsilon));
    };
    return {worse, worse, pair.is_costly, true, pair.largest};
}

}  // namespace mizan::analysis
