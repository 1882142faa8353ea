// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/largest_losses.hpp"

#include <algorithm>

#include "mizan/compose/loss_law.hpp"
#include "mizan/compose/worst_losses.hpp"

namespace mizan::analysis {

namespace {

// The largest loss that one draw of a law can have.
struct LargestLoss {
    Directions directions;

    Bracket operator()(const GaussianLaw& law) const {
        return law.mu.upper == 0 ? Bracket(0) : Bracket(law.mu.lower > 0 ? infinity : 0, infinity);
    }
    Bracket operator()(const LaplaceLaw& law) const { return law.mechanism.pure_epsilon(); }
    Bracket operator()(const DiscreteGaussianLaw& law) const {
        return law.mechanism.pure_epsilon();
    }
    Bracket operator()(const DiscreteLaplaceLaw& law) const { return law.mechanism.pure_epsilon(); }
    Bracket operator()(const BoundedRangeLaw& law) const { return law.mechanism.pure_epsilon(); }
    Bracket operator()(const ResponseLaw& law) const {
        return law.failure.value() > 0 ? Bracket(infinity) : law.epsilon;
    }
    Bracket operator()(const PairLaw& law) const {
        Bracket largest = 0;
        for (const auto& [probability, loss] : compose::losses_of(law.outcomes(directions))) {
            if (probability.lower > 0) {
                largest = max(largest, loss);
            } else if (probability.upper > 0) {
                largest = hull(largest, max(largest, loss));
            }
        }
        return largest;
    }
    Bracket operator()(const SampledGaussianLaw& law) const {
        const bool is_added =
            law.people > 1 ? directions.added == law.people : directions.records_backward;
        const bool bounded = is_added && !is_replaced_on_samples(law);
        return bounded ? law.people * -log1p(-Bracket(law.q)) : infinity;
    }
    Bracket operator()(const MixtureLaw& law) const {
        if (!directions.records_backward) return infinity;
        Bracket stays = 0;
        for (const auto& [shift, probability] : law.mechanism.pair().up) {
            if (shift == 0) stays += probability;
        }
        return max(0, -log(stays));
    }
    Bracket operator()(const SampledLaplaceLaw& law) const {
        const Bracket epsilon = law.mechanism.pure_epsilon(), q = law.q;
        return directions.records_backward ? -log1p(q * expm1(-epsilon))
                                           : log1p(q * expm1(epsilon));
    }
};

// The atom in which the finite losses of one draw end, and P(L = ∞).
struct End {
    Bracket loss, mass, infinite = 0;
};

// Empty where the largest losses have no probability of their own.
struct EndOf {
    Directions directions;

    std::optional<End> operator()(const GaussianLaw& law) const {
        if (law.mu.upper > 0) return std::nullopt;
        return End{0, 1};
    }
    std::optional<End> operator()(const LaplaceLaw& law) const {
        return End{law.mechanism.pure_epsilon(), 0.5};
    }
    std::optional<End> operator()(const DiscreteLaplaceLaw& law) const {
        const Bracket r = exp(-Bracket(law.mechanism.noise_parameter.value()));
        return End{law.mechanism.pure_epsilon(), 1 / (1 + r)};
    }
    std::optional<End> operator()(const ResponseLaw& law) const {
        const Bracket failure = law.failure.value();
        return End{law.epsilon, (1 - failure) / (1 + exp(-law.epsilon)), failure};
    }
    std::optional<End> operator()(const PairLaw& law) const {
        End end{-infinity, 0};
        for (const auto& [probability, loss] : compose::losses_of(law.outcomes(directions))) {
            if (loss.lower == infinity) {
                end.infinite += probability;
            } else if (loss.lower > end.loss.upper) {
                end.loss = loss;
                end.mass = probability;
            } else if (loss.upper >= end.loss.lower) {
                return std::nullopt;  // not known which is larger
            }
        }
        return end;
    }
    // With the record every output beyond 1, without it every one below 0.
    std::optional<End> operator()(const SampledLaplaceLaw& law) const {
        const Bracket epsilon = law.mechanism.pure_epsilon(), q = law.q;
        if (directions.records_backward) return End{-log1p(q * expm1(-epsilon)), 0.5};
        return End{log1p(q * expm1(epsilon)), ((1 - q) * exp(-epsilon) + q) / 2};
    }
    template <class Other>
    std::optional<End> operator()(const Other&) const {
        return std::nullopt;
    }
};

std::optional<Bracket> epsilon_at_the_end(const std::vector<RepeatedLaw>& laws,
                                          Directions directions, Delta delta) {
    Bracket largest = 0, log_mass = 0, log_finite = 0;
    for (const auto& [law, count] : laws) {
        const auto end = std::visit(EndOf{directions}, law);
        if (!end || !(abs(end->loss).upper < infinity) || !(end->mass.lower > 0)) {
            return std::nullopt;
        }
        largest += count * end->loss;
        log_mass += count * log(end->mass);
        log_finite += count * log1p(-end->infinite);
    }
    const Bracket infinite = -expm1(log_finite), left = delta.value() - infinite;
    if (!(left.lower >= 0)) return std::nullopt;
    const Bracket share = left / exp(log_mass);
    const double lower = share.upper < 1 ? (largest + log1p(-share)).lower : 0;
    return Bracket(std::max(0.0, lower), std::max(0.0, largest.upper));
}

// A loss that one draw of a law nearly always has, and the probability of all others.
struct SureLoss {
    Bracket loss, others;
};

SureLoss likeliest(const compose::Atoms& atoms) {
    const auto sure = std::ranges::max_element(
        atoms, {}, [](const compose::Atom& atom) { return atom.probability.lower; });
    Bracket others = 0;
    for (auto each = atoms.begin(); each != atoms.end(); ++each) {
        if (each != sure) others += each->probability;
    }
    return {sure->loss, others};
}

// Empty where no loss has a probability of its own.
struct SureLossOf {
    Directions directions;

    std::optional<SureLoss> operator()(const GaussianLaw& law) const {
        if (law.mu.upper > 0) return std::nullopt;
        return SureLoss{0, 0};
    }
    std::optional<SureLoss> operator()(const DiscreteGaussianLaw& law) const {
        const std::vector<Outcome> listed = listed_outcomes(law.mechanism);
        if (listed.empty()) return std::nullopt;
        return likeliest(compose::losses_of(listed));
    }
    std::optional<SureLoss> operator()(const DiscreteLaplaceLaw& law) const {
        const std::vector<Outcome> listed = listed_outcomes(law.mechanism);
        if (listed.empty()) return std::nullopt;
        return likeliest(compose::losses_of(listed));
    }
    std::optional<SureLoss> operator()(const ResponseLaw& law) const {
        const Bracket failure = law.failure.value();
        return SureLoss{law.epsilon, failure + (1 - failure) / (1 + exp(law.epsilon))};
    }
    std::optional<SureLoss> operator()(const PairLaw& law) const {
        return likeliest(compose::losses_of(law.outcomes(directions)));
    }
    template <class Other>
    std::optional<SureLoss> operator()(const Other&) const {
        return std::nullopt;
    }
};

std::optional<Bracket> asked_of_nearly_sure_losses(const std::vector<RepeatedLaw>& laws,
                                                   Directions directions,
                                                   const Question& question) {
    constexpr double seldom = 0.1;  // more often, the bounds lie far apart
    Bracket sum = 0, log_sure = 0;
    for (const auto& [law, count] : laws) {
        const auto sure = std::visit(SureLossOf{directions}, law);
        if (!sure || !(abs(sure->loss).upper < infinity) || !(sure->others.upper < seldom)) {
            return std::nullopt;
        }
        sum += count * sure->loss;
        log_sure += count * log1p(-sure->others);
    }
    const Bracket others = max(0, -expm1(log_sure)), sure = exp(log_sure);
    if (!(others.upper < seldom)) return std::nullopt;
    if (const Epsilon* epsilon = question.epsilon()) {
        const Bracket by_sure = max(0, sure * -expm1(epsilon->value() - sum));
        return Bracket(by_sure.lower, std::min(1.0, (by_sure + others).upper));
    }
    const Bracket delta = question.delta()->value(), share = delta / sure;
    const double lower = share.upper < 1 ? (sum + log1p(-share)).lower : 0;
    const double upper =
        others.upper <= delta.lower ? (sum + log1p(-delta) - log_sure).upper : infinity;
    return Bracket(std::max(0.0, lower), std::max(0.0, upper));
}

}  // namespace

Bracket pure_epsilon(const std::vector<RepeatedLaw>& laws) {
    Bracket worst = 0;
    for (const Directions& directions : all_directions(laws)) {
        Bracket sum = 0;
        for (const auto& [law, count] : laws) {
            sum += count * std::visit(LargestLoss{directions}, law);
        }
        worst = max(worst, sum);
    }
    return worst;
}

std::optional<Bracket> epsilon_at_the_end(const std::vector<RepeatedLaw>& laws, Delta delta) {
    Bracket worst = 0;
    for (const Directions& directions : all_directions(laws)) {
        const auto found = epsilon_at_the_end(laws, directions, delta);
        if (!found) return std::nullopt;
        worst = max(worst, *found);
    }
    return worst;
}

std::optional<Bracket> asked_of_nearly_sure_losses(const std::vector<RepeatedLaw>& laws,
                                                   const Question& question) {
    Bracket worst = 0;
    for (const Directions& directions : all_directions(laws)) {
        const auto found = asked_of_nearly_sure_losses(laws, directions, question);
        if (!found) return std::nullopt;
        worst = max(worst, *found);
    }
    return worst;
}

}  // namespace mizan::analysis
