// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/exact.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/compose/basic.hpp"
#include "mizan/compose/gdp.hpp"
#include "mizan/compose/optimal.hpp"
#include "mizan/convert/gdp_to_approximate.hpp"
#include "mizan/divergence/finite.hpp"
#include "mizan/numeric/root.hpp"

namespace mizan::analysis {

namespace {

using compose::Side;

// Runs of explicit pairs that are composed one by one before the answer would take too long.
constexpr double max_pair_runs = 4096, max_responses = 0x1p20;

// The laws of a program, sorted by how they are composed.
struct Laws {
    Bracket mu_squared = 0;  // of all Gaussians together
    bool gaussian = false;
    std::vector<std::pair<Laplace, double>> laplaces;
    std::vector<std::pair<ResponseLaw, double>> responses;
    std::vector<std::pair<PairLaw, double>> pairs;
    bool sampled = false;

    void add(const Law& law, double count) {
        if (const auto* g = std::get_if<GaussianLaw>(&law)) {
            gaussian = true;
            mu_squared += count * square(g->mu);
        } else if (const auto* l = std::get_if<LaplaceLaw>(&law)) {
            laplaces.emplace_back(l->mechanism, count);
        } else if (const auto* r = std::get_if<ResponseLaw>(&law)) {
            responses.emplace_back(*r, count);
        } else if (const auto* p = std::get_if<PairLaw>(&law)) {
            pairs.emplace_back(*p, count);
        } else {
            sampled = true;
        }
    }

    [[nodiscard]] bool finite() const { return !responses.empty() || !pairs.empty(); }
};

double end(Bracket x, Side side) { return side == Side::pessimistic ? x.upper : x.lower; }

double gaussian(const Laws& laws, const Question& question, Side side) {
    const GDP gdp{Mu{std::max(0.0, end(sqrt(laws.mu_squared), side))}};
    return end(question.delta() ? gdp_to_epsilon(gdp, *question.delta())
                                : gdp_to_delta(gdp, *question.epsilon()),
               side);
}

double laplace(const Laplace& mechanism, const Question& question, Side side) {
    return end(question.delta() ? mechanism.epsilon(*question.delta())
                                : mechanism.delta(*question.epsilon()),
               side);
}

double responses(const Laws& laws, const Question& question, Side side) {
    compose::Steps steps;
    for (const auto& [law, count] : laws.responses) {
        steps.push_back({ApproxDP{Epsilon{end(law.epsilon, side)}, law.failure}, count});
    }
    return end(question.delta() ? compose::optimal_epsilon(steps, *question.delta())
                                : compose::optimal_delta(steps, *question.epsilon()),
               side);
}

// How the losses of all pairs and responses are spread, in plain numbers.
struct Spread {
    double farthest = 0, mean = 0, variance = 0;

    void add(const compose::Atoms& atoms, double count) {
        double most = 0;
        for (const auto& [probability, loss] : atoms) {
            const double p = probability.middle(), x = loss.middle();
            if (p == 0 || !std::isfinite(x)) continue;
            most = std::max(most, std::abs(x));
            mean += count * p * x;
            variance += count * p * x * x;
        }
        farthest += count * most;
    }

    // A lattice fine enough for the sum; a wider one only widens the bracket.
    [[nodiscard]] compose::Resolution resolution(double negligible) const {
        constexpr double points = 1 << 14, deviations = 20;
        const double likely = std::abs(mean) + deviations * std::sqrt(variance);
        const double reach = std::clamp(1.01 * std::min(farthest, likely), 1e-300, 1e300);
        return {.spacing = reach / points, .reach = reach, .negligible = negligible};
    }
};

// Which neighbour the first distribution of a pair belongs to, for each kind of pair.
struct Directions {
    bool user_backward, records_backward;

    [[nodiscard]] compose::Pair of(const PairLaw& law) const {
        const bool backward = law.from == PairLaw::From::user ? user_backward : records_backward;
        return backward ? compose::reversed(law.pair) : law.pair;
    }
};

// All pairs and responses together.
double finite(const Laws& laws, const Question& question, Side side, Directions directions) {
    const double negligible = question.delta() ? question.delta()->value() * 1e-12 : 1e-30;
    Spread spread;
    std::vector<std::pair<compose::Atoms, double>> single;  // composed one by one
    for (const auto& [law, count] : laws.pairs) {
        single.emplace_back(compose::losses_of(directions.of(law)), count);
        spread.add(single.back().first, count);
    }
    std::vector<compose::Atoms> whole;  // all runs at once
    for (const auto& [response, count] : laws.responses) {
        const Epsilon epsilon{end(response.epsilon, side)};
        spread.add(compose::worst_losses(ApproxDP{epsilon, Delta{0.0}}), count);
        whole.push_back(compose::worst_losses(epsilon, count, negligible));
        const Bracket failure =
            compose::failure_probability({{{epsilon, response.failure}, count}});
        whole.push_back({{1 - failure, 0}, {failure, infinity}});
    }
    compose::LossLaw law(side, spread.resolution(negligible));
    for (const auto& [atoms, count] : single) {
        for (double run = 0; run < count; ++run) law.compose(atoms);
    }
    for (const compose::Atoms& atoms : whole) law.compose(atoms);
    return question.delta() ? law.epsilon(*question.delta()) : law.delta(*question.epsilon());
}

// One run of one pair needs no lattice.
Bracket one_pair(const compose::Pair& pair, const Question& question) {
    const std::vector<Outcome> outcomes = outcomes_of(pair);
    double farthest = 0;
    for (const Outcome& outcome : outcomes) {
        const double loss = abs(outcome.log_ratio).upper;
        if (loss < infinity) farthest = std::max(farthest, loss);
    }
    if (question.epsilon()) return hockey_stick(outcomes, *question.epsilon());
    const Bracket never = hockey_stick(outcomes, Epsilon{infinity});
    if (never.lower > question.delta()->value()) return infinity;
    const Bracket found = root::of_decreasing(
        [&](double epsilon) { return hockey_stick(outcomes, Epsilon{epsilon}); },
        question.delta()->value(), {0, farthest});
    return never.upper > question.delta()->value() ? Bracket(found.lower, infinity) : found;
}

double finite(const Laws& laws, const Question& question, Side side) {
    if (laws.pairs.empty()) return responses(laws, question, side);
    const bool one_run =
        laws.responses.empty() && laws.pairs.size() == 1 && laws.pairs.front().second == 1;
    const auto any_from = [&](PairLaw::From from) {
        return std::any_of(laws.pairs.begin(), laws.pairs.end(),
                           [&](const auto& law) { return law.first.from == from; });
    };
    double worst = 0;
    for (const bool user_backward : {false, true}) {
        if (user_backward && !any_from(PairLaw::From::user)) continue;
        for (const bool records_backward : {false, true}) {
            if (records_backward && !any_from(PairLaw::From::records)) continue;
            const Directions directions{user_backward, records_backward};
            worst = std::max(
                worst, one_run
                           ? end(one_pair(directions.of(laws.pairs.front().first), question), side)
                           : finite(laws, question, side, directions));
        }
    }
    return worst;
}

bool too_many(const Laws& laws) {
    double runs = 0, responses = 0;
    for (const auto& [pair, count] : laws.pairs) runs += count;
    for (const auto& [law, count] : laws.responses) responses = std::max(responses, count);
    return runs > max_pair_runs || (runs > 0 && responses > max_responses);
}

}  // namespace

Analysis pld(const std::vector<Release>& releases, const Question& question) {
    const auto closed = [](std::string why_not) {
        return Analysis{"pld", std::nullopt, std::nullopt, {}, std::move(why_not)};
    };
    Laws laws;
    for (const Release& release : releases) {
        if (!release.worst) return closed(release.name + " has no known worst pair of laws");
        laws.add(*release.worst, release.count);
    }
    if (laws.sampled) {
        return closed(
            "laws on samples are composed by numerical inversion, which this version does not "
            "have");
    }
    const auto open = [&](double bound, std::vector<std::string> theorems) {
        return Analysis{"pld", bound, std::nullopt, std::move(theorems), ""};
    };
    const int kinds =
        (laws.gaussian ? 1 : 0) + (laws.laplaces.empty() ? 0 : 1) + (laws.finite() ? 1 : 0);
    if (kinds > 1) {
        return closed(
            "laws of different kinds are composed by numerical inversion, which this "
            "version does not have");
    }
    if (laws.gaussian) {
        return open(gaussian(laws, question, Side::pessimistic), {"DRS19 C3.3", "BW18 T8"});
    }
    if (!laws.laplaces.empty()) {
        if (laws.laplaces.size() > 1 || laws.laplaces.front().second > 1) {
            return closed(
                "several laplace releases are composed by numerical inversion, which "
                "this version does not have");
        }
        return open(laplace(laws.laplaces.front().first, question, Side::pessimistic),
                    {"BBG18 Laplace"});
    }
    if (too_many(laws)) return closed("more than 4096 runs of explicit pairs");
    return open(finite(laws, question, Side::pessimistic),
                {laws.pairs.empty() ? "MV16 T1.5" : "EH14 T9"});
}

LowerBound attained(const std::vector<Release>& releases, const Question& question) {
    Laws laws;
    for (const Release& release : releases) {
        if (release.attained) laws.add(*release.attained, release.count);
    }
    LowerBound best{0, "no release of this program has a law that is known exactly"};
    const auto consider = [&](double value, const char* from) {
        if (value > best.value) best = {value, from};
    };
    if (laws.gaussian || !laws.laplaces.empty() || laws.finite() || laws.sampled) {
        best.from = "the releases whose laws are known attain nothing above 0";
    }
    if (laws.gaussian) {
        consider(gaussian(laws, question, Side::optimistic),
                 "the exact law of the gaussian releases");
    }
    for (const auto& [mechanism, count] : laws.laplaces) {
        consider(laplace(mechanism, question, Side::optimistic),
                 "the exact law of one laplace release");
        // Whether the output lies nearer to one true answer or to the other is a randomized
        // response that tells the truth with probability 1 - e^(-t/2)/2.
        const Bracket t = mechanism.pure_epsilon();
        if (t.lower == 0) continue;
        Laws sides;
        sides.responses.push_back({ResponseLaw{log1p(2 * expm1(t / 2))}, count});
        consider(responses(sides, question, Side::optimistic),
                 "the side on which each laplace output falls");
        laws.responses.push_back(sides.responses.front());
    }
    // Unequal responses take a lattice. Beside Gaussians, which are left out of it anyway, that is
    // not worth its time unless some release is finite itself.
    const bool only_sides = laws.responses.size() == laws.laplaces.size() && laws.pairs.empty();
    if (laws.finite() && !too_many(laws) && !(only_sides && laws.gaussian)) {
        consider(finite(laws, question, Side::optimistic),
                 laws.laplaces.empty()
                     ? "the exact laws of the finite releases"
                     : "the finite releases and the side on which each laplace output falls");
    }
    return best;
}

}  // namespace mizan::analysis
