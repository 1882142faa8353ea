// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/line/cut_off.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/numeric/rounding.hpp"

namespace mizan::inversion {

namespace {

// A frequency at which B was evaluated.
struct Stair {
    double omega, log_bound;

    [[nodiscard]] double bound() const { return plain::exp(log_bound) * bound_margin; }
    [[nodiscard]] double log_rest() const { return log_bound - plain::log(omega); }  // of B(ω)/ω
};

// Where B(ω)/ω is about e^{log_rest}, if log B is a power of ω: the square after the first stair,
// then as between the last two. Nowhere (NaN) if B does not fall.
double where(const std::vector<Stair>& stairs, double log_rest) {
    const Stair& last = stairs.back();
    double power = 2;
    if (stairs.size() > 1) {
        const Stair& before = stairs[stairs.size() - 2];
        power =
            plain::log(last.log_bound / before.log_bound) / plain::log(last.omega / before.omega);
    }
    const double longer = (log_rest + plain::log(last.omega)) / last.log_bound;
    return last.omega * plain::pow(longer, 1 / power);
}

}  // namespace

// B is replaced by a staircase of its values. Few of them find the end; a few more, where it
// counts, make the staircase fine.
std::optional<Cutoff> cut_off(const Composition& parts, const Tilted& tilted, double first,
                              double last, double wanted) {
    constexpr double fine = 1.12, coarse = 1.6, below = 3, above = 2;
    if (!(first > 0) || !(first < last)) return std::nullopt;
    const double log_wanted = plain::log(wanted);
    const auto stair = [&](double omega) { return Stair{omega, log_decay(parts, tilted, omega)}; };

    std::vector<Stair> stairs{stair(first)};
    while (!(stairs.back().log_rest() < log_wanted - below)) {
        const double omega = stairs.back().omega;
        if (!(omega < last)) break;
        // Where the transform has atoms it never decays.
        if (stairs.size() == 5 && stair(last).log_rest() > log_wanted) return std::nullopt;
        const double next = 1.01 * where(stairs, log_wanted - below), most = coarse * omega;
        stairs.push_back(stair(std::min(last, next < most ? std::max(next, 1.05 * omega) : most)));
    }
    if (stairs.size() > 1) {
        const double from = stairs[stairs.size() - 2].omega, to = stairs.back().omega;
        const double begin = where(stairs, log_wanted + above);
        for (double omega = begin > from && begin <= to ? begin : fine * from; 1.03 * omega < to;
             omega *= fine) {
            stairs.insert(stairs.end() - 1, stair(omega));
        }
    }

    double integral = stairs.back().bound() / stairs.back().omega;
    if (!(integral * bound_margin <= wanted)) return std::nullopt;
    Cutoff best{stairs.back().omega, integral * bound_margin, 0};
    for (std::size_t j = stairs.size() - 1; j-- > 0;) {
        integral += stairs[j].bound() * (1 / stairs[j].omega - 1 / stairs[j + 1].omega);
        if (!(integral * bound_margin <= wanted)) break;
        best = {stairs[j].omega, integral * bound_margin, 0};
    }
    for (const Stair& each : stairs) {
        if (each.omega > best.omega) break;
        best.fall = std::max(best.fall,
                             each.omega / std::sqrt(-2 * plain::log(std::min(each.bound(), 1.0))));
    }
    return best;
}

}  // namespace mizan::inversion
