// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/line/loss_tail.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/numeric/exponential.hpp"

namespace mizan::inversion {

namespace {

Bracket probability_above(const Composition& parts, double loss) {
    Bracket sum = 0;
    for (const Part& part : parts) sum += part.count * Bracket(part.loss->probability_above(loss));
    return sum;
}

}  // namespace

LossTail::LossTail(const Composition& parts, double log_wanted) {
    for (const Part& part : parts) {
        const Bracket moment = part.loss->log_moment_bound(1);
        mean_ += part.count * moment;
        square_ += part.count * expm1(moment);
        runs_ = (runs_ + Bracket(part.count)).upper;
    }
    if (!(square_.upper > 0 && square_.upper < infinity)) return;
    const double wanted = plain::exp(log_wanted - 0.7);
    const auto is_rare = [&](double loss) {
        return probability_above(parts, loss).upper <= wanted;
    };
    double low = std::sqrt(square_.upper / runs_), high = low;
    constexpr double farthest = 100, close = 1.05;
    while (high < farthest && !is_rare(high)) {
        low = high;
        high *= 4;
    }
    if (!is_rare(high)) return;
    while (high > close * low) {
        const double middle = std::sqrt(low * high);
        (is_rare(middle) ? high : low) = middle;
    }
    largest_ = high;
    rare_ = probability_above(parts, high);
    place_ = (runs_ * Bracket(largest_)).upper;
    for (double turn = 0.5; turn < 40; turn *= 1.15) {
        const double c = turn / largest_, rho = (plain::expm1(turn) - turn) / (largest_ * largest_);
        const double x = mean_.upper + (rho * square_.upper - log_wanted + 0.7) / c;
        if (x < place_) {
            place_ = x;
            order_ = c;
        }
    }
}

double LossTail::beyond(double x) const {
    if (!(x < infinity) || !(largest_ < infinity)) return 1;
    const Bracket b = largest_, c = order_, turn = c * b;
    if ((runs_ * b).upper <= x) return std::min(1.0, rare_.upper);
    if (!(order_ > 0)) return 1;
    const Bracket rho = (expm1(turn) - turn) / square(b);
    return std::min(1.0, (rare_ + exp(c * mean_ + rho * square_ - c * x)).upper);
}

}  // namespace mizan::inversion
