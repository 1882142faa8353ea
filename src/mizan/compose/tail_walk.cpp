// SPDX-License-Identifier: Apache-2.0
#include "mizan/compose/tail_walk.hpp"

#include <algorithm>
#include <cmath>

namespace mizan::compose {

namespace {

constexpr double negligible_log = 46;     // e^-46 < 2^-66
constexpr int recurrence_length = 256;    // roundings of the recurrence before a fresh evaluation
constexpr double largest_exact = 0x1p34;  // counts above are walked in blocks
constexpr double blocks = 0x1p17;

// The least k at or above the mode whose probability is below exp(log_level - negligible_log).
double find_top(binomial::Law law, double log_level) {
    const double mode = std::floor(law.trials / (1 + std::exp(-law.log_odds)));
    const auto below = [&](double k) {
        return binomial::log_mass(law, k).middle() < log_level - negligible_log;
    };
    double low = std::clamp(mode, 0.0, law.trials), high = law.trials;
    if (!below(high)) return high;
    while (high - low > 1) {
        const double middle = std::floor(low + (high - low) / 2);
        (below(middle) ? high : low) = middle;
    }
    return high;
}

double block_length(double trials) {
    return trials <= largest_exact ? 1 : std::ceil(12 * std::sqrt(trials) / blocks);
}

}  // namespace

TailWalk::TailWalk(Epsilon epsilon, Count count, double log_level)
    : law_{count.value(), epsilon.value()},
      step_{block_length(count.value())},
      w_{exp(-2 * Bracket(epsilon.value()) * step_)},
      one_w_{-expm1(-2 * Bracket(epsilon.value()) * step_)},
      w1_{exp(-2 * Bracket(epsilon.value()))},
      one_w1_{-expm1(-2 * Bracket(epsilon.value()))},
      odds_{exp(Bracket(-epsilon.value()))},
      k_{find_top(law_, log_level) + 1} {
    const double n = law_.trials, top = k_ - 1;
    if (top == n) return;
    // Above the top the probabilities fall faster than the geometric series with this ratio.
    const Bracket ratio = (Bracket(n) - top) / (Bracket(top) + 1) / odds_;
    const Bracket rest = ratio.upper < 1 ? binomial::mass(law_, top) * ratio / (1 - ratio) : 1;
    const Bracket excess =
        ratio.upper < 1 ? rest * min(2 * Bracket(epsilon.value()) / (1 - ratio), 1) : 1;
    reached_ = shared_ = {0, std::min(rest.upper, 1.0)};
    delta_ = {0, std::min(excess.upper, 1.0)};
}

Bracket TailWalk::loss_at(double k) const {
    const double n = law_.trials;
    return (Bracket(k) - (Bracket(n) - k)) * law_.log_odds;
}

Bracket TailWalk::next_mass() {
    const double n = law_.trials, k = k_ - 1;
    if (step_ == 1) {
        if (since_direct_ == 0) {
            mass_ = binomial::mass(law_, k);
        } else {
            mass_ *= (k + 1) / (Bracket(n) - k) * odds_;
        }
        since_direct_ = (since_direct_ + 1) % recurrence_length;
        return mass_;
    }
    // A block from k down to `bottom`: probabilities are log-concave, so the least stands at an
    // end, and none exceeds what the largest ratio, the one at k, allows.
    const double bottom = std::max(k - step_ + 1, 0.0);
    const Bracket at_top = binomial::mass(law_, k), at_bottom = binomial::mass(law_, bottom);
    const Bracket ratio = k / (Bracket(n) - k + 1) * odds_;
    const Bracket largest = at_top * exp((Bracket(k) - bottom) * log(max(ratio, 1)));
    mass_ = at_bottom;
    return (Bracket(k) - bottom + 1) *
           Bracket(min(at_top, at_bottom).lower, std::max(largest.upper, at_top.upper));
}

void TailWalk::descend() {
    const Bracket mass = next_mass();
    delta_ = one_w_ * reached_ + w_ * delta_ + mass * hull(one_w1_, one_w_);
    shared_above_ = mass + shared_;
    shared_ = w_ * shared_ + mass * hull(w1_, w_);
    reached_ += mass;
    k_ -= step_;
}

double TailWalk::rest() const {
    const double n = law_.trials, k = std::max(k_, 0.0);
    if (k == 0) return 0;
    const Bracket ratio = k / (Bracket(n) - k + 1) * odds_;
    return ratio.upper < 1 ? (mass_ * ratio / (1 - ratio)).upper : 1;
}

}  // namespace mizan::compose
