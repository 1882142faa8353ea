// SPDX-License-Identifier: Apache-2.0
#include "mizan/engine/by_enumeration.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "mizan/divergence/finite_profile.hpp"
#include "mizan/numeric/binomial.hpp"
#include "mizan/numeric/root.hpp"

namespace mizan::analysis {

namespace {

// Callers of listed() look at up to `some` outcomes one by one. A question is answered from up to
// `many` outcomes, which takes about a millisecond.
constexpr std::size_t some = 1024, many = 8192;

std::vector<Outcome> product(const std::vector<Outcome>& first,
                             const std::vector<Outcome>& second) {
    std::vector<Outcome> all;
    all.reserve(first.size() * second.size());
    for (const Outcome& a : first) {
        for (const Outcome& b : second) {
            const Bracket p = a.p * b.p, q = a.q * b.q;
            if (p.upper > 0 || q.upper > 0) all.push_back({p, q, a.log_ratio + b.log_ratio});
        }
    }
    return all;
}

// Pr[K = k] for k = 0, …, runs with K ~ Bin(runs, share/(share + other)), times (share +
// other)^runs: each from its neighbour nearer to the middle.
std::vector<Bracket> binomial_masses(double runs, Bracket share, Bracket other) {
    const auto last = static_cast<std::size_t>(runs);
    std::vector<Bracket> masses(last + 1, 0);
    const Bracket odds = share / other;
    const double part = odds.middle() / (1 + odds.middle());
    const double middle = std::clamp(std::floor((runs + 1) * part), 0.0, runs);
    const auto top = static_cast<std::size_t>(middle);
    const Bracket log_odds = log(odds);
    masses[top] =
        binomial::between(runs, log_odds, middle, middle) * exp(runs * log(share + other));
    const auto ratio = [&](std::size_t k) {
        return (Bracket(runs) - static_cast<double>(k)) / (static_cast<double>(k) + 1);
    };
    for (std::size_t k = top; k < last; ++k) masses[k + 1] = masses[k] * ratio(k) * odds;
    for (std::size_t k = top; k > 0; --k) masses[k - 1] = masses[k] / (ratio(k - 1) * odds);
    return masses;
}

bool is_common(const Outcome& each) { return each.p.upper > 0 && each.q.upper > 0; }

// Whether only two outcomes are common to both laws. Then many runs are described by how often each
// of the two came.
bool can_be_counted(const std::vector<Outcome>& one) {
    const auto is_usual = [](const Outcome& each) {
        constexpr double least = 1e-200;  // far from where doubles end
        return each.p.lower > least && each.q.lower > least && abs(each.log_ratio).upper < infinity;
    };
    return std::ranges::count_if(one, is_common) == 2 &&
           std::ranges::all_of(
               one, [&](const Outcome& each) { return !is_common(each) || is_usual(each); });
}

// The outcomes of many runs of such a law: how often each of its two common outcomes came, or that
// some run showed everything.
std::vector<Outcome> counted(const std::vector<Outcome>& one, double runs) {
    std::vector<Outcome> common;
    Bracket only_p = 0, only_q = 0;
    for (const Outcome& each : one) {
        if (is_common(each)) {
            common.push_back(each);
        } else {
            only_p += each.p;
            only_q += each.q;
        }
    }
    const auto& [a, b] = std::pair{common[0], common[1]};
    const std::vector<Bracket> p = binomial_masses(runs, a.p, b.p);
    const std::vector<Bracket> q = binomial_masses(runs, a.q, b.q);
    std::vector<Outcome> all;
    for (std::size_t k = 0; k < p.size(); ++k) {
        const auto times = static_cast<double>(k);
        if (p[k].upper == 0 && q[k].upper == 0) continue;
        all.push_back({p[k], q[k], times * a.log_ratio + (runs - times) * b.log_ratio});
    }
    // One run that shows everything is enough, whatever the others show.
    const auto at_least_once = [&](Bracket each) { return -expm1(runs * log1p(-each)); };
    if (only_p.upper > 0) all.push_back({at_least_once(only_p), 0, infinity});
    if (only_q.upper > 0) all.push_back({0, at_least_once(only_q), -infinity});
    return all;
}

Bracket asked_of(const std::vector<Outcome>& outcomes, const Asked& asked) {
    if (asked.epsilon()) return hockey_stick(outcomes, *asked.epsilon());
    const FiniteProfile profile(outcomes);
    double farthest = 0;
    for (const Outcome& outcome : outcomes) {
        const double loss = abs(outcome.log_ratio).upper;
        if (loss < infinity) farthest = std::max(farthest, loss);
    }
    const Bracket never = profile.delta(Epsilon{infinity});
    if (never.lower > asked.delta()->value()) return infinity;
    const Bracket found =
        root::of_decreasing([&](double epsilon) { return profile.delta(Epsilon{epsilon}); },
                            asked.delta()->value(), {0, farthest});
    // The search ends here. An outcome whose loss may be infinite may have its loss beyond this
    // place.
    const Bracket beyond = profile.delta(Epsilon{farthest});
    return beyond.upper > asked.delta()->value() ? Bracket(found.lower, infinity) : found;
}

// How many outcomes a list has: those that both laws can show, and those of only one of them.
struct Kinds {
    double common = 1, only_p = 0, only_q = 0;

    [[nodiscard]] double all() const { return common + only_p + only_q; }
};

Kinds kinds_of(const std::vector<Outcome>& outcomes) {
    Kinds kinds{0, 0, 0};
    for (const Outcome& each : outcomes) {
        ++(is_common(each) ? kinds.common : each.p.upper > 0 ? kinds.only_p : kinds.only_q);
    }
    return kinds;
}

Kinds operator*(const Kinds& x, const Kinds& y) {
    const double common = x.common * y.common;
    return {common, (x.common + x.only_p) * (y.common + y.only_p) - common,
            (x.common + x.only_q) * (y.common + y.only_q) - common};
}

// The outcomes of one law, and how often it is run.
struct Factor {
    std::vector<Outcome> one;
    double runs;
    bool is_counted;
};

// Empty if some law has no list of outcomes, or if all together have more than `most`; that is
// found out before any are multiplied.
std::optional<std::vector<Factor>> factors_of(const Laws& laws, Directions directions,
                                              double most) {
    constexpr double most_runs = 11;
    std::vector<Factor> factors;
    Kinds all;
    for (const auto& [law, count] : laws) {
        std::vector<Outcome> one = outcomes_of(law, directions);
        if (one.empty()) return std::nullopt;
        Kinds kinds = kinds_of(one);
        const bool is_counted = count > 1 && count * all.all() < most && can_be_counted(one);
        if (is_counted) {
            kinds = {count + 1, kinds.only_p > 0 ? 1.0 : 0.0, kinds.only_q > 0 ? 1.0 : 0.0};
        } else if (count > most_runs) {
            return std::nullopt;
        }
        for (double run = 0; run < (is_counted ? 1 : count); ++run) {
            if (all.all() * kinds.all() > most) return std::nullopt;
            all = all * kinds;
        }
        factors.push_back({std::move(one), count, is_counted});
    }
    return factors;
}

std::vector<Outcome> listed(const Laws& laws, Directions directions, std::size_t most) {
    auto factors = factors_of(laws, directions, static_cast<double>(most));
    if (!factors) return {};
    const auto is_one_run = [](const Factor& each) { return each.runs == 1 && !each.is_counted; };
    if (factors->size() == 1 && is_one_run(factors->front())) {
        return std::move(factors->front().one);  // one run of one law
    }
    std::vector<Outcome> all{{1, 1, 0}};
    for (const auto& [one, runs, is_counted] : *factors) {
        if (is_counted) {
            all = product(all, counted(one, runs));
        } else {
            for (double run = 0; run < runs; ++run) all = product(all, one);
        }
    }
    return all;
}

}  // namespace

std::vector<Outcome> listed(const Laws& laws, Directions directions) {
    return listed(laws, directions, some);
}

std::optional<Bracket> by_enumeration(const Laws& laws, const Asked& asked) {
    Bracket worst = 0;
    for (const Directions& directions : all_directions(laws)) {
        const std::vector<Outcome> outcomes = listed(laws, directions, many);
        if (outcomes.empty()) return std::nullopt;
        worst = max(worst, asked_of(outcomes, asked));
    }
    return worst;
}

}  // namespace mizan::analysis
