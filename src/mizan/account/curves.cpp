// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/curves.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "mizan/account/account.hpp"
#include "mizan/account/guarantees.hpp"
#include "mizan/convert/pure_to_renyi.hpp"
#include "mizan/inversion/sampled_gaussian_renyi.hpp"
#include "mizan/loss/privacy_loss.hpp"
#include "mizan/numeric/normal.hpp"

namespace mizan {

namespace {

std::vector<Release> releases_of(const Program& program, const Neighbours& neighbours) {
    return releases(program, neighbours.relation, neighbours.group_size);
}

std::vector<Outcome> reversed(std::vector<Outcome> outcomes) {
    for (auto& [p, q, log_ratio] : outcomes) {
        std::swap(p, q);
        log_ratio = -log_ratio;
    }
    return outcomes;
}

// N(0, σ²) against N(1, σ²) with μ = 1/σ, rounded so that it is private at most like the bracket.
Gaussian at_least_as_private(Bracket mu) {
    return Gaussian{.noise_multiplier = mu.lower > 0 ? (1 / Bracket(mu.lower)).upper : infinity};
}
Gaussian at_most_as_private(Bracket mu) {
    return Gaussian{.noise_multiplier = mu.upper > 0 ? (1 / Bracket(mu.upper)).lower : infinity};
}

// D_α of a law, from below.
struct AttainedRenyi {
    Order order;

    double operator()(const GaussianLaw& law) const {
        return std::max(0.0, at_least_as_private(law.mu).renyi(order).lower);
    }
    double operator()(const LaplaceLaw& law) const {
        return std::max(0.0, law.mechanism.renyi(order).lower);
    }
    template <class Noise>
    double operator()(const DiscreteLaw<Noise>& law) const {
        return std::max(0.0, law.mechanism.renyi(order).lower);
    }
    double operator()(const ResponseLaw& law) const {
        if (law.failure.value() > 0) return infinity;
        return std::max(0.0, pure_to_renyi(PureDP{Epsilon{law.epsilon.lower}}, order).lower);
    }
    double operator()(const PairLaw& law) const {
        const auto forward = outcomes_of(law.pair);
        const auto backward = reversed(outcomes_of(law.pair));
        return std::max(
            {0.0, renyi_divergence(forward, order).lower, renyi_divergence(backward, order).lower});
    }
    double operator()(const SampledGaussianLaw& law) const {
        if (law.record == SampledGaussianLaw::Record::replaced) return 0;
        return inversion::sampled_gaussian_renyi(law.q, law.sigma, order).lower;
    }
    double operator()(const SampledLaplaceLaw&) const { return 0; }
};

// Divergences of independent laws add. Two explicit pairs may be worst in opposite directions, so
// of these only the worst one counts, against all laws on samples together, whose first direction
// is meant; all other laws are alike in both.
double attained_renyi(const std::vector<Release>& parts, Order order) {
    Bracket alike = 0;
    Bracket sampled = 0;
    double worst_pair = 0;
    for (const Release& part : parts) {
        if (!part.attained) continue;
        const Bracket all = part.count * Bracket(std::visit(AttainedRenyi{order}, *part.attained));
        if (std::holds_alternative<PairLaw>(*part.attained)) {
            worst_pair = std::max(worst_pair, all.lower);
        } else if (is_sampled(*part.attained)) {
            sampled += all;
        } else {
            alike += all;
        }
    }
    return (alike + std::max(worst_pair, sampled.lower)).lower;
}

}  // namespace

std::vector<CurvePoint> renyi_curve(const Program& program, const Neighbours& neighbours,
                                    const std::vector<Order>& orders) {
    const std::vector<Release> parts = releases_of(program, neighbours);
    const Known<RenyiDP> composed = guarantees(program, neighbours).renyi;
    if (!composed.value) throw NoCurve(composed.why_not);
    std::vector<CurvePoint> points;
    for (const Order order : orders) {
        const double upper = composed.value->curve(order).upper;
        points.push_back({order.value(), Bracket(attained_renyi(parts, order), upper)});
    }
    return points;
}

std::vector<CurvePoint> privacy_profile(const Program& program, const Neighbours& neighbours,
                                        const std::vector<Epsilon>& epsilons) {
    std::vector<CurvePoint> points;
    for (const Epsilon epsilon : epsilons) {
        const Answer answer = account(program, Question{.at = epsilon,
                                                        .relation = neighbours.relation,
                                                        .group_size = neighbours.group_size});
        points.push_back({epsilon.value(), answer.delta});
    }
    return points;
}

namespace {

// One run of a law, both ends.
struct TradeoffOfLaw {
    Probability rate;

    Bracket operator()(const GaussianLaw& law) const {
        return {at_most_as_private(law.mu).tradeoff(rate).lower,
                at_least_as_private(law.mu).tradeoff(rate).upper};
    }
    Bracket operator()(const LaplaceLaw& law) const { return law.mechanism.tradeoff(rate); }
    template <class Noise>
    Bracket operator()(const DiscreteLaw<Noise>& law) const {
        return law.mechanism.tradeoff(rate);
    }
    Bracket operator()(const ResponseLaw& law) const {
        const Bracket kept = 1 - Bracket(law.failure.value()), x = rate.value();
        const Bracket few = x == Bracket(0.0) ? kept : kept - exp(law.epsilon) * x;
        return max(0, max(few, exp(-law.epsilon) * (kept - x)));
    }
    // Nothing is said of laws on samples here.
    template <class Sampled>
    Bracket operator()(const Sampled&) const {
        return {0, 1 - rate.value()};
    }
    Bracket operator()(const PairLaw& law) const {
        return min(best_test(outcomes_of(law.pair)), best_test(reversed(outcomes_of(law.pair))));
    }

    // Neyman and Pearson: the best test decides against Q on the outcomes with the highest P/Q, the
    // last of them in part, until it is wrong with probability `rate` under Q. Any such test bounds
    // the least rate of missing P from above; from below every t does: the rate is at least
    // 1 - Σ(p - t q)₊ - t · rate, with equality at the ratio t of the outcome taken in part.
    [[nodiscard]] Bracket best_test(std::vector<Outcome> outcomes) const {
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
        for (const Outcome& outcome : outcomes) excess += max(0, outcome.p - t * outcome.q);
        const Bracket least = t < infinity ? 1 - excess - t * Bracket(rate.value()) : Bracket(0.0);
        return {std::max(0.0, std::min(least.lower, missed.upper)), std::max(0.0, missed.upper)};
    }
};

// All Gaussians of the program as one, and every other law once.
std::vector<Law> laws_of(const std::vector<Release>& parts, std::optional<Law> Release::*which) {
    std::vector<Law> laws;
    Bracket mu_squared = 0;
    for (const Release& part : parts) {
        if (!(part.*which)) continue;
        if (const auto* gaussian = std::get_if<GaussianLaw>(&*(part.*which))) {
            mu_squared += part.count * square(gaussian->mu);
        } else {
            laws.push_back(*(part.*which));
        }
    }
    if (mu_squared.upper > 0) laws.push_back(GaussianLaw{sqrt(mu_squared)});
    return laws;
}

// The law of the whole program where it is the law of a single release.
std::optional<Law> single_law(const std::vector<Release>& parts) {
    const bool are_gaussian = std::ranges::all_of(parts, [](const Release& part) {
        return part.worst && std::holds_alternative<GaussianLaw>(*part.worst);
    });
    if (are_gaussian) {
        const std::vector<Law> laws = laws_of(parts, &Release::worst);
        return laws.empty() ? Law{GaussianLaw{0}} : laws.front();
    }
    if (parts.size() == 1 && parts.front().count == 1 && parts.front().worst &&
        !is_sampled(*parts.front().worst)) {
        return parts.front().worst;
    }
    return std::nullopt;
}

// Where the profile of a program is looked at: evenly from 0 to where little is left of it.
std::vector<Epsilon> profile_grid(const Program& program, const Neighbours& neighbours) {
    constexpr int steps = 48;
    constexpr double little = 1e-9, most = 500;
    const Answer answer = account(program, Question{.at = Delta{little},
                                                    .relation = neighbours.relation,
                                                    .group_size = neighbours.group_size});
    const double end = std::min(answer.epsilon.upper, most);
    std::vector<Epsilon> grid;
    for (int i = 0; i <= steps; ++i) grid.emplace_back(end * i / steps);
    return grid;
}

}  // namespace

std::vector<CurvePoint> tradeoff_curve(const Program& program, const Neighbours& neighbours,
                                       const std::vector<Probability>& rates) {
    const std::vector<Release> parts = releases_of(program, neighbours);
    const std::optional<Law> exact = single_law(parts);
    std::vector<CurvePoint> profile;
    if (!exact) profile = privacy_profile(program, neighbours, profile_grid(program, neighbours));

    std::vector<CurvePoint> points;
    for (const Probability rate : rates) {
        const Bracket x = rate.value();
        double lower = 0, upper = (1 - x).upper;
        for (const Law& law : laws_of(parts, &Release::attained)) {
            upper = std::min(upper, std::visit(TradeoffOfLaw{rate}, law).upper);
        }
        if (exact) lower = std::visit(TradeoffOfLaw{rate}, *exact).lower;
        for (const auto& [epsilon, delta] : profile) {
            const Bracket law = TradeoffOfLaw{rate}(ResponseLaw{epsilon, Delta{delta.upper}});
            lower = std::max(lower, law.lower);
        }
        ensure(lower <= upper, "the two ends of a trade-off function contradict");
        points.push_back({rate.value(), Bracket(lower, upper)});
    }
    return points;
}

namespace {

constexpr double max_runs = 4096;

// Losses between two ends.
std::vector<double> evenly(double low, double high, int points) {
    std::vector<double> all;
    for (int i = 0; i < points; ++i) {
        const double part = points > 1 ? static_cast<double>(i) / (points - 1) : 0;
        all.push_back(low * (1 - part) + high * part);
    }
    return all;
}

template <class Cdf>
std::vector<CurvePoint> evaluate(const std::vector<double>& losses, Cdf cdf) {
    std::vector<CurvePoint> points;
    for (const double x : losses) points.push_back({x, cdf(x)});
    return points;
}

// One run of a mechanism whose loss stays between two ends.
template <Mechanism M>
LossCurve bounded_loss(const M& mechanism, int points) {
    const double end = mechanism.pure_epsilon().upper;
    if (end == infinity) return {{}, 1, true};
    return {evaluate(evenly(-end, end, points), [&](double x) { return mechanism.loss_cdf(x); }), 0,
            false};
}

LossCurve loss_of(const PrivacyLoss& loss, int points) {
    std::vector<double> losses;
    for (const Outcome& atom : loss.atoms()) {
        if (atom.p.upper > 0 && std::isfinite(atom.log_ratio.upper)) {
            losses.push_back(atom.log_ratio.upper);
        }
    }
    const bool are_few = losses.size() <= static_cast<std::size_t>(points);
    if (!are_few) losses = evenly(losses.front(), losses.back(), points);
    return {evaluate(losses, [&](double x) { return loss.at_most(x); }), loss.infinity_mass(),
            are_few};
}

// The finite laws of a program, one after the other.
struct FiniteLaw {
    std::vector<Outcome> operator()(const ResponseLaw& law) const {
        const Bracket shown = law.failure.value(), kept = 1 - shown, e = law.epsilon;
        const Bracket high = kept / (1 + exp(-e)), low = kept * exp(-e) / (1 + exp(-e));
        std::vector<Outcome> all{{high, low, e}, {low, high, -e}};
        if (shown.upper > 0) {
            all.push_back({shown, 0, infinity});
            all.push_back({0, shown, -infinity});
        }
        return all;
    }
    std::vector<Outcome> operator()(const PairLaw& law) const { return outcomes_of(law.pair); }
    std::vector<Outcome> operator()(const DiscreteLaw<DiscreteLaplace>& law) const {
        std::vector<Outcome> all = listed_outcomes(law.mechanism);
        if (all.empty()) throw NoCurve("discrete_laplace has too many different losses to list");
        return all;
    }
    template <class Other>
    std::vector<Outcome> operator()(const Other&) const {
        throw NoCurve(
            "the law of the loss is known for gaussian releases alone, for one laplace release "
            "and for finite distributions; this program mixes them or has several laplace "
            "releases");
    }
};

}  // namespace

LossCurve loss_curve(const Program& program, const Neighbours& neighbours, int points) {
    const std::vector<Release> parts = releases_of(program, neighbours);
    double runs = 0;
    for (const Release& part : parts) {
        if (!part.worst) {
            throw NoCurve(part.name + " is known by a promise that has no worst law of the loss");
        }
        runs += part.count;
    }
    if (const std::optional<Law> law = single_law(parts)) {
        if (const auto* gaussian = std::get_if<GaussianLaw>(&*law)) {
            const double mu = gaussian->mu.upper, reach = 6 * mu;
            if (mu == infinity) return {{}, 1, true};
            if (!std::isfinite(mu * mu)) throw NoCurve("the loss exceeds what a double can hold");
            return {evaluate(evenly(mu * mu / 2 - reach, mu * mu / 2 + reach, points),
                             [&](double x) {
                                 // The loss is N(mu²/2, mu²), for every mu in its bracket.
                                 if (mu == 0) return Bracket(x >= 0 ? 1 : 0);
                                 return normal::tail(gaussian->mu / 2 - x / gaussian->mu);
                             }),
                    0, false};
        }
        if (const auto* laplace = std::get_if<LaplaceLaw>(&*law)) {
            return bounded_loss(laplace->mechanism, points);
        }
        const auto* steps = std::get_if<DiscreteLaw<DiscreteLaplace>>(&*law);
        if (steps != nullptr && listed_outcomes(steps->mechanism).empty()) {
            return bounded_loss(steps->mechanism, points);
        }
    }
    if (runs > max_runs) {
        throw NoCurve("more than 4096 runs of finite distributions: their loss takes too long");
    }
    PrivacyLoss composed(std::vector<Outcome>{{1, 1, 0}});
    for (const Release& part : parts) {
        const PrivacyLoss one(std::visit(FiniteLaw{}, *part.worst));
        for (double run = 0; run < part.count; ++run) composed = composed + one;
    }
    return loss_of(composed, points);
}

}  // namespace mizan
