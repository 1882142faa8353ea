// SPDX-License-Identifier: Apache-2.0
#include "mizan/compose/gdp.hpp"

#include <algorithm>
#include <cmath>

namespace mizan::compose {

Bracket root_of_squares(const std::vector<std::pair<Bracket, double>>& all) {
    if (all.size() == 1) return sqrt(Bracket(all.front().second)) * all.front().first;
    double largest = 0;
    for (const auto& [mu, count] : all) largest = std::max(largest, mu.upper);
    // The same power of 2 is taken out of every μ, which does not round.
    constexpr int farthest = 1000;
    const bool is_usual = 0 < largest && largest < infinity;
    const int exponent = is_usual ? std::clamp(std::ilogb(largest), -farthest, farthest) : 0;
    Bracket sum = 0;
    for (const auto& [mu, count] : all) sum += count * square(mu * std::ldexp(1, -exponent));
    return max(0, sqrt(sum)) * std::ldexp(1, exponent);
}

GDP gdp(const std::vector<RepeatedGDP>& steps) {
    std::vector<std::pair<Bracket, double>> all;
    for (const auto& [guarantee, count] : steps) {
        if (count.value() > 0) all.emplace_back(guarantee.mu.value(), count.value());
    }
    return {Mu{root_of_squares(all).upper}};
}

}  // namespace mizan::compose
