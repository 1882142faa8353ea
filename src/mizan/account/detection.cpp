// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/detection.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "mizan/account/finite_laws.hpp"
#include "mizan/mechanism/gaussian.hpp"
#include "mizan/numeric/minimize.hpp"

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
    template <class Noise>
    Bracket operator()(const DiscreteLaw<Noise>& law) const {
        return law.mechanism.tradeoff(rate);
    }
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

Detection::Detection(const std::vector<RepeatedLaw>& laws) : single_{single_law(laws)} {
    if (single_) return;
    for (const Directions& directions : all_directions(laws)) {
        auto loss = finite_loss(laws, directions);
        if (!loss) break;
        finite_.push_back(*std::move(loss));
    }
    if (!finite_.empty()) return;
    for (inversion::Profile& profile : profiles(laws)) directions_.push_back({std::move(profile)});
}

Bracket Detection::rate(Probability false_positive_rate) {
    if (single_) return 1 - std::visit(TradeoffOfLaw{false_positive_rate}, *single_);
    const double x = false_positive_rate.value();
    Bracket most = x;
    for (const PrivacyLoss& loss : finite_) {
        most = max(most, 1 - best_test(loss.atoms(), false_positive_rate));
    }
    for (Direction& direction : directions_) most = max(most, direction.rate(x));
    return min(1, most);
}

Bracket Detection::Direction::delta(double at) {
    const auto known = deltas.find(at);
    if (known != deltas.end()) return known->second;
    return deltas.emplace(at, profile.delta(at)).first->second;
}

// Looks at the profile where h(ε) = δ(ε) + e^ε x is least, and at two places beside it where h is
// certainly higher.
void Detection::Direction::explore(double x) {
    constexpr double first_step = 0.25, sharpness = 1e-6, farthest = 1e4;
    constexpr int most_steps = 40;
    const auto h = [&](double at) {
        if (std::abs(at) > farthest) return Bracket(0, infinity);
        return delta(at) + exp(Bracket(at)) * x;
    };
    const auto [left, bottom, right] =
        minimize::valley([&](double at) { return h(at).upper; }, epsilon, first_step, sharpness);
    epsilon = bottom;
    const Bracket lowest = h(bottom);
    double step = std::max(right - left, 1e-12 * std::abs(bottom));
    for (int i = 0; i < most_steps; ++i, step *= 4) {
        if (h(bottom - step).lower > lowest.upper && h(bottom + step).lower > lowest.upper) break;
    }
}

// Where an answer takes long, a few places serve all questions.
void Detection::Direction::tabulate() {
    constexpr double little = 1e-4;
    constexpr int places = 10;
    const double end =
        profile.epsilon(Delta{std::min(1.0, profile.delta(infinity).upper + little)}).upper;
    for (int i = -places; i <= places && end < infinity; ++i) (void)delta(end * i / places);
}

bool Detection::Direction::is_slow() {
    constexpr double narrow = 1e-9;
    const Bracket middle = delta(0);
    return middle.width() > narrow * middle.upper;
}

Bracket Detection::Direction::rate(double x) {
    const Bracket infinity_mass = profile.delta(infinity);
    if (x == 0) return infinity_mass;  // only what has infinite loss is found
    if (x == 1) return 1;
    if (is_slow()) {
        if (deltas.size() < 4) tabulate();
    } else {
        explore(x);
    }
    const auto h = [&](const auto& known) {
        return known->second + exp(Bracket(known->first)) * x;
    };
    auto best = deltas.find(epsilon);
    if (best == deltas.end()) best = deltas.begin();
    if (is_slow()) {
        for (auto each = deltas.begin(); each != deltas.end(); ++each) {
            if (h(each).upper < h(best).upper) best = each;
        }
    }
    const Bracket lowest = h(best);
    const double trivial = (infinity_mass + (1 - infinity_mass) * x).lower;
    const double upper = std::clamp(lowest.upper, trivial, 1.0);

    // How far h can dip between two places around the best where it is higher. On the left there is
    // always t = 0, where h is 1.
    auto after = best;
    while (after != deltas.end() && !(h(after).lower > lowest.upper)) ++after;
    if (after == deltas.end()) return {trivial, upper};
    Bracket behind = 1, before = 1;
    for (auto each = best; each != deltas.begin();) {
        if (!(h(--each).lower > lowest.upper)) continue;
        before = h(each);
        behind = -expm1(Bracket(each->first) - best->first);  // 1 - t₀/t₁
        break;
    }
    const Bracket ahead = expm1(Bracket(after->first) - best->first);  // t₂/t₁ - 1
    const Bracket dip =
        max(0, max((h(after) - lowest) * (behind / ahead), (before - lowest) * (ahead / behind)));
    return {std::clamp((lowest - dip).lower, trivial, upper), upper};
}

}  // namespace mizan::analysis
