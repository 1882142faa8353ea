// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/detection.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "mizan/account/finite_laws.hpp"
#include "mizan/account/inverted.hpp"
#include "mizan/mechanism/gaussian.hpp"

namespace mizan::analysis {

namespace {

// Neyman and Pearson: the best test decides against Q on the outcomes with the highest P/Q, the
// last of them in part, until it is wrong with probability `rate` under Q. Any such test bounds
// the least rate of missing P from above; from below every t does: the rate is at least
// 1 - Σ(p - t q)₊ - t · rate, with equality at the ratio t of the outcome taken in part.
Bracket best_test(std::vector<Outcome> outcomes, Probability rate) {
    std::ranges::sort(outcomes, std::greater{},
                      [](const Outcome& o) { return o.log_ratio.middle(); });
    Bracket missed = 1, room = rate.value();
    double t = 0;
    for (const Outcome& outcome : outcomes) {
        const double part =
            outcome.q.upper <= room.lower ? 1 : (Bracket(room.lower) / outcome.q.upper).lower;
        missed = missed - part * outcome.p;
        if (part < 1) {
            t = std::exp(outcome.log_ratio.middle());
            break;
        }
        room = max(0, room - outcome.q);
    }
    Bracket excess = 0;
    for (const auto& [p, q, log_ratio] : outcomes) {
        // An outcome may stand for several whose ratios cannot be told apart.
        const Bracket each = q.upper > 0 && t > 0 ? q * (exp(log_ratio) - t) : p;
        excess += max(0, max(p - t * q, each));
    }
    const Bracket least = t < infinity ? 1 - excess - t * Bracket(rate.value()) : Bracket(0.0);
    return {std::max(0.0, std::min(least.lower, missed.upper)), std::max(0.0, missed.upper)};
}

// The least false-negative rate at a false-positive rate, for one run of a law.
struct TradeoffOfLaw {
    Probability rate;

    Bracket operator()(const GaussianLaw& law) const {
        // N(0, σ²) against N(1, σ²) with σ = 1/μ.
        const auto sigma = [](double mu) { return mu > 0 ? 1 / Bracket(mu) : infinity; };
        return {Gaussian{sigma(law.mu.upper).lower}.tradeoff(rate).lower,
                Gaussian{sigma(law.mu.lower).upper}.tradeoff(rate).upper};
    }
    Bracket operator()(const LaplaceLaw& law) const { return law.mechanism.tradeoff(rate); }
    Bracket operator()(const DiscreteGaussianLaw& law) const {
        return law.mechanism.tradeoff(rate);
    }
    Bracket operator()(const DiscreteLaplaceLaw& law) const { return law.mechanism.tradeoff(rate); }
    Bracket operator()(const BoundedRangeLaw& law) const { return law.mechanism.tradeoff(rate); }
    Bracket operator()(const ResponseLaw& law) const {
        const Bracket kept = 1 - Bracket(law.failure.value()), x = rate.value();
        const Bracket few = x == Bracket(0.0) ? kept : kept - exp(law.epsilon) * x;
        return max(0, max(few, exp(-law.epsilon) * (kept - x)));
    }
    Bracket operator()(const PairLaw& law) const {
        return min(best_test(law.pair, rate), best_test(reversed(law.pair), rate));
    }
    // Laws on samples have no closed form here.
    template <class Sampled>
    Bracket operator()(const Sampled&) const {
        return {0, 1 - rate.value()};
    }
};

}  // namespace

std::optional<Law> single_law(const std::vector<RepeatedLaw>& laws) {
    Bracket mu_squared = 0;
    for (const auto& [law, count] : laws) {
        const auto* gaussian = std::get_if<GaussianLaw>(&law);
        if (gaussian == nullptr) {
            const bool is_single = laws.size() == 1 && count == 1 && !is_sampled(law);
            return is_single ? std::optional(law) : std::nullopt;
        }
        mu_squared += count * square(gaussian->mu);
    }
    return GaussianLaw{max(0, sqrt(mu_squared))};
}

Detection::Detection(const std::vector<RepeatedLaw>& laws, Wanted wanted)
    : single_{single_law(laws)} {
    if (single_) return;
    for (const Directions& directions : all_directions(laws)) {
        auto loss = finite_loss(laws, directions);
        if (!loss) break;
        finite_.push_back(*std::move(loss));
    }
    if (!finite_.empty()) return;
    const double smoothing = wanted == Wanted::many ? 4 : 5;
    for (const Directions& directions : all_directions(laws)) {
        directions_.emplace_back(profile_of(laws, directions), loss_atoms(laws, directions),
                                 smoothing);
    }
}

Bracket Detection::rate(Probability false_positive_rate) {
    if (single_) return 1 - std::visit(TradeoffOfLaw{false_positive_rate}, *single_);
    const double x = false_positive_rate.value();
    Bracket most = x;
    for (const PrivacyLoss& loss : finite_) {
        most = max(most, 1 - best_test(loss.atoms(), false_positive_rate));
    }
    if (x == 1) return 1;
    for (ConvexProfile& direction : directions_) {
        const Bracket shown = direction.infinity_mass();
        if (x == 0) {  // only what has infinite loss is found
            most = max(most, shown);
            continue;
        }
        const double trivial = (shown + (1 - shown) * x).lower;
        const Bracket found = direction.least(x);
        const double upper = std::clamp(found.upper, trivial, 1.0);
        most = max(most, Bracket(std::clamp(found.lower, trivial, upper), upper));
    }
    return min(1, most);
}

Bracket Detection::advantage() {
    if (directions_.empty()) return {0, 1};
    Bracket most = 0;
    for (ConvexProfile& direction : directions_) most = max(most, direction.at(0));
    return most;
}

double Detection::estimated_rate(Probability false_positive_rate) {
    const double x = false_positive_rate.value();
    if (single_ || !finite_.empty() || x == 0 || x == 1) return rate(x).middle();
    double most = x;
    for (ConvexProfile& direction : directions_) most = std::max(most, direction.rough_least(x));
    return std::min(most, 1.0);
}

}  // namespace mizan::analysis
