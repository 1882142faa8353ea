// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/enumerated.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/divergence/finite_profile.hpp"
#include "mizan/numeric/root.hpp"

namespace mizan::analysis {

namespace {

constexpr std::size_t most_outcomes = 1024;

std::vector<Outcome> outcomes_of(const ResponseLaw& law) {
    const Bracket failure = law.failure.value(), kept = 1 - failure;
    if (law.epsilon.upper == infinity) return {{1, 0, infinity}, {0, 1, -infinity}};
    const Bracket even = kept / (1 + exp(-law.epsilon)), odd = kept / (1 + exp(law.epsilon));
    std::vector<Outcome> all{{even, odd, law.epsilon}, {odd, even, -law.epsilon}};
    if (failure.upper > 0) {
        all.push_back({failure, 0, infinity});
        all.push_back({0, failure, -infinity});
    }
    return all;
}

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

Bracket asked_of(const std::vector<Outcome>& outcomes, const Question& question) {
    if (question.epsilon()) return hockey_stick(outcomes, *question.epsilon());
    const FiniteProfile profile(outcomes);
    double farthest = 0;
    for (const Outcome& outcome : outcomes) {
        const double loss = abs(outcome.log_ratio).upper;
        if (loss < infinity) farthest = std::max(farthest, loss);
    }
    const Bracket never = profile.delta(Epsilon{infinity});
    if (never.lower > question.delta()->value()) return infinity;
    const Bracket found =
        root::of_decreasing([&](double epsilon) { return profile.delta(Epsilon{epsilon}); },
                            question.delta()->value(), {0, farthest});
    // An outcome whose loss may be infinite or not lies beyond the search.
    const Bracket beyond = profile.delta(Epsilon{farthest});
    return beyond.upper > question.delta()->value() ? Bracket(found.lower, infinity) : found;
}

}  // namespace

std::vector<Outcome> listed(const std::vector<RepeatedLaw>& laws, Directions directions) {
    std::vector<Outcome> all{{1, 1, 0}};
    for (const auto& [law, count] : laws) {
        std::vector<Outcome> one;
        if (const auto* pair = std::get_if<PairLaw>(&law)) {
            one = directions.of(*pair);
        } else if (const auto* response = std::get_if<ResponseLaw>(&law)) {
            one = outcomes_of(*response);
        } else {
            one = listed_outcomes(law);
            if (one.empty()) return {};
        }
        for (double run = 0; run < count; ++run) {
            if (all.size() * one.size() > most_outcomes || run > 10) return {};
            all = product(all, one);
        }
    }
    return all;
}

std::optional<Bracket> enumerated(const std::vector<RepeatedLaw>& laws, const Question& question) {
    Bracket worst = 0;
    for (const Directions& directions : all_directions(laws)) {
        const std::vector<Outcome> outcomes = listed(laws, directions);
        if (outcomes.empty()) return std::nullopt;
        worst = max(worst, asked_of(outcomes, question));
    }
    return worst;
}

}  // namespace mizan::analysis
