// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/line/precise_responses.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/numeric/exponential.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

namespace {

constexpr double most_runs = 1e6, most_loss = 300;

// Probabilities below this share of a sum are bounded, not added.
constexpr double negligible = 1e-36;

// Ratios of neighbouring probabilities fall on the way out from the likeliest: where `last` has
// been added and the ratio before it is known, what follows is less than a geometric series.
double rest_after(const Precise& last, const Precise& ratio) {
    const double top = ratio.value.high * 1.001 + ratio.error;
    return top < 0.99 ? (last.value.high * 1.001 + last.error) * top / (1 - top) : infinity;
}

}  // namespace

std::optional<PreciseResponses> PreciseResponses::build(Precise epsilon0, double failure,
                                                        double count) {
    const double size = epsilon0.value.high;
    if (!(count >= 1 && count <= most_runs) || !(failure < 1)) return std::nullopt;
    if (!(size > 1e-100 && size <= most_loss)) return std::nullopt;
    PreciseResponses all;
    all.epsilon0_ = epsilon0;
    all.shrink_ = exp(-epsilon0);
    all.count_ = count;
    all.mode_ = std::clamp(std::floor((count + 1) / (1 + all.shrink_.value.high)), 0.0, count);
    all.finite_ = exp(count * log(1 - Precise(failure)));
    Precise total = 1;
    const auto add_all = [&](double last, auto next, auto ratio_at) {
        Precise probability = 1;
        for (double k = all.mode_; k != last; k = next(k)) {
            const Precise ratio = ratio_at(k);
            probability = probability * ratio;
            total = total + probability;
            const double rest = rest_after(probability, ratio);
            if (!(rest < negligible * total.value.high)) continue;
            total.error += rest;
            break;
        }
    };
    add_all(
        count, [](double k) { return k + 1; }, [&](double k) { return all.rise(k); });
    add_all(
        0, [](double k) { return k - 1; }, [&](double k) { return 1 / all.rise(k - 1); });
    all.total_ = total;
    if (!std::isfinite(total.error)) return std::nullopt;
    return all;
}

Precise PreciseResponses::rise(double k) const { return (count_ - k) / ((k + 1) * shrink_); }

PreciseResponses::Tail PreciseResponses::tail(double epsilon) const {
    const auto beyond = [&](double k) { return (2 * k - count_) * epsilon0_ - epsilon; };
    // The least k whose loss may be above ε.
    double first =
        std::clamp(std::floor((count_ + epsilon / epsilon0_.value.high) / 2), 0.0, count_);
    while (first > 0 && beyond(first - 1).bracket().upper > 0) --first;
    while (first <= count_ && beyond(first).bracket().upper <= 0) ++first;
    Tail sums{0, 0};
    if (first > count_) return sums;
    Precise probability = 1;
    for (double k = mode_; k < first; ++k) probability = probability * rise(k);
    for (double k = mode_; k > first; --k) probability = probability / rise(k - 1);
    Precise discount = exp((count_ - 2 * first) * epsilon0_);
    const Precise step = shrink_ * shrink_;
    bool in_doubt = true;
    for (double k = first;; ++k) {
        // It is not known whether this loss is above ε. Below, it counts for nothing; above,
        // 1 - e^{ε-L} is small.
        const Bracket above = in_doubt ? beyond(k).bracket() : Bracket(0);
        in_doubt = above.lower < 0;
        if (in_doubt) {
            const double farthest = std::max(above.upper, -above.lower);
            sums.probability.error += 1.01 * probability.size() * plain::expm1(farthest);
        }
        sums.probability = sums.probability + probability;
        sums.discounted = sums.discounted + probability * discount;
        if (k == count_) return sums;
        const Precise ratio = rise(k);
        const double rest = rest_after(probability, ratio);
        if (rest < negligible * sums.probability.value.high) {
            sums.probability.error += rest;
            sums.discounted.error += rest * discount.size();
            return sums;
        }
        probability = probability * ratio;
        discount = discount * step;
    }
}

Line::Estimate PreciseResponses::estimate(double epsilon) const {
    const Tail sums = tail(epsilon);
    const double finite = finite_.value.high, scale = finite / total_.value.high;
    const double falling = plain::exp(epsilon) * sums.discounted.value.high;
    return {1 - finite + scale * (sums.probability.value.high - falling), -scale * falling};
}

Bracket PreciseResponses::delta(double epsilon) const {
    const Tail sums = tail(epsilon);
    const Precise above = (sums.probability - exp(Precise(epsilon)) * sums.discounted) / total_;
    const Bracket delta = (1 - finite_ + finite_ * above).bracket();
    const double lower = std::clamp(delta.lower, 0.0, 1.0);
    return {lower, std::clamp(delta.upper, lower, 1.0)};
}

}  // namespace mizan::inversion
