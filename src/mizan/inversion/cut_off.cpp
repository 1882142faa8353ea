// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/cut_off.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace mizan::inversion {

// B is replaced by a staircase of its values on a geometric grid.
std::optional<Cutoff> cut_off(const Composition& parts, const Tilted& tilted, double first,
                              double last, double wanted) {
    constexpr double ratio = 1.125, margin = 1 + 1e-9;
    if (!(first > 0)) return std::nullopt;
    struct Stair {
        double omega, bound;
    };
    std::vector<Stair> stairs;
    const double far = std::exp(log_decay(parts, tilted, last));
    for (double omega = first; omega < last; omega *= ratio) {
        const double bound = std::exp(log_decay(parts, tilted, omega)) * margin;
        stairs.push_back({omega, bound});
        // Six times as far and no lower, nor at the end: atoms, whose transform never decays.
        const std::size_t n = stairs.size();
        if (n > 16 && bound > 0.9 * stairs[n - 16].bound && far / last > wanted) break;
        if (bound / omega < wanted / 16) break;
    }
    if (stairs.empty()) return std::nullopt;
    double integral = stairs.back().bound / stairs.back().omega;
    if (!(integral * margin <= wanted)) return std::nullopt;
    Cutoff best{stairs.back().omega, integral * margin, 0};
    for (std::size_t j = stairs.size() - 1; j-- > 0;) {
        integral += stairs[j].bound * (1 / stairs[j].omega - 1 / stairs[j + 1].omega);
        if (!(integral * margin <= wanted)) break;
        best = {stairs[j].omega, integral * margin, 0};
    }
    for (const auto& [omega, bound] : stairs) {
        if (omega > best.omega) break;
        best.fall = std::max(best.fall, omega / std::sqrt(-2 * std::log(std::min(bound, 1.0))));
    }
    return best;
}

}  // namespace mizan::inversion
