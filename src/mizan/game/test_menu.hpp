// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "mizan/game/move.hpp"

#include "support/generators.hpp"

namespace mizan::game::testing {

/// Two output distributions of one mechanism, as weights.
using Pair = std::pair<std::vector<double>, std::vector<double>>;

inline Move move_of(const Pair& pair) {
    return listed("pair",
                  outcomes(FiniteDistribution(pair.first), FiniteDistribution(pair.second)));
}

inline Menu menu_of(const std::vector<Pair>& pairs) {
    std::vector<Move> moves;
    for (const Pair& pair : pairs) moves.push_back(move_of(pair));
    return Menu(std::move(moves));
}

/// Randomized response that tells the truth with probability p.
inline Pair coin(double p) { return {{p, 1 - p}, {1 - p, p}}; }

inline std::vector<double> normalised(std::vector<double> weights) {
    double sum = 0;
    for (const double w : weights) sum += w;
    for (double& w : weights) w /= sum;
    return weights;
}

/// Two or three answers whose losses are at most `reach` in size.
inline rc::Gen<Pair> any_pair(double reach) {
    return rc::gen::exec([reach]() -> Pair {
        const auto size = static_cast<std::size_t>(*rc::gen::inRange(2, 4));
        std::vector<double> p, q;
        for (std::size_t i = 0; i < size; ++i) {
            p.push_back(*support::log_uniform(0.01, 1));
            // Normalising moves both sums by at most reach / 2 each.
            q.push_back(p.back() * std::exp(*support::uniform(-reach / 2, reach / 2)));
        }
        return {normalised(p), normalised(q)};
    });
}

/// One to three mechanisms.
inline rc::Gen<std::vector<Pair>> any_pairs(double reach) {
    return rc::gen::exec([reach] {
        std::vector<Pair> pairs;
        const int size = *rc::gen::inRange(1, 4);
        for (int i = 0; i < size; ++i) pairs.push_back(*any_pair(reach));
        return pairs;
    });
}

}  // namespace mizan::game::testing
