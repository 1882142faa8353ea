// SPDX-License-Identifier: Apache-2.0
// Roads that share no code must not contradict each other: every analysis, each of them an upper
// bound by its own theorem, lies above what the exact laws attain, and the two questions agree.
#pragma once

#include <string>

#include <rapidcheck.h>

#include "mizan/account/account.hpp"

#include "support/generators.hpp"

namespace mizan::support {

/// Few steps, and more than are listed.
inline DiscreteLaplace discrete_laplace(double noise) {
    const double k = *rc::gen::element(1.0, 2.0, 5.0, 1e4);
    return {.noise_parameter = Epsilon{1 / (noise * k)}, .sensitivity = k};
}

/// Events that fewer people run, all of which have a meaning under this relation.
inline Program rarer_event(double noise, Relation relation) {
    const Epsilon epsilon{1 / noise};
    const bool replaces = relation == Relation::replace_one;
    switch (*rc::gen::inRange(0, 11)) {
        case 0:
            return zcdp(Rho{0.5 / (noise * noise)});
        case 1:
            return cdp(Mu{0.5 / (noise * noise)}, Tau{1 / noise});
        case 2:
            return mizan::renyi(
                {{Order{2}, Epsilon{0.1 / noise}}, {Order{8}, Epsilon{0.5 / noise}}});
        case 3:
            return ReportNoisyMax{epsilon};
        case 4:
            return SparseVector{noise, 2 * noise, 3, *rc::gen::element(0.0, 1.0)};
        case 5:
            return TreeAggregation(noise, {100});
        case 6:
            return TruncatedLaplace{noise, 20 * noise};
        case 7:
            return TradeoffPoints({{0, 1 - 1e-9}, {0.1, 0.9 - 0.1 / (1 + noise)}});
        case 8:
            return pair({0.75, 0.25}, {0.5, 0.5});
        case 9:
            if (replaces) return BucketRandomizedResponse{0.5, 4};
            return ThresholdedGaussian{noise, 1 + 8 * noise};
        default:
            if (replaces) return Exponential{epsilon};
            return MixtureOfGaussians(noise, {0, 1, 2}, {0.81, 0.18, 0.01});
    }
}

/// An event under a scheme that has an analysis for this relation.
inline Program arranged_event(double noise, Relation relation) {
    const Program gaussian = Gaussian{.noise_multiplier = noise};
    const Program laplace = Laplace{.noise_multiplier = noise};
    const Program either = *rc::gen::element(gaussian, laplace);
    switch (*rc::gen::inRange(0, 7)) {
        case 0:
            return without_replacement(1000, *rc::gen::inRange(1, 1001), either);
        case 1:
            return poisson(*log_uniform(1e-3, 0.9), gaussian + laplace);
        case 2:
            return repeat_and_select(either, *log_uniform(1, 100),
                                     *rc::gen::element(0.0, 1.0, infinity));
        case 3:
            return truncated_poisson_gaussian(1000, *log_uniform(1e-3, 0.1), 100, noise);
        case 4:
            return group(*rc::gen::inRange(2, 5), poisson(*log_uniform(1e-3, 0.9), laplace));
        case 5:
            if (relation == Relation::add_or_remove_one) return random_allocation(100, 1, either);
            return shuffled(*rc::gen::inRange(1, 10'000), laplace);
        default:
            if (relation == Relation::add_or_remove_one) return random_allocation(50, 3, either);
            return with_replacement(1000, *rc::gen::inRange(1, 1000), either);
    }
}

/// An event as people run it, some of them on a sample.
inline Program any_event(Relation relation) {
    const double noise = *log_uniform(0.2, 200);
    switch (*rc::gen::inRange(0, 20)) {
        case 0:
            return Gaussian{.noise_multiplier = noise};
        case 1:
            return Laplace{.noise_multiplier = noise};
        case 2:
            return RandomizedResponse{.p = *uniform(0.01, 0.99)};
        case 3:
            return pure(Epsilon{1 / noise});
        case 4:
            return approximate(Epsilon{1 / noise}, Delta{*log_uniform(1e-15, 1e-8)});
        case 5:
            return gdp(Mu{1 / noise});
        case 6:
            return poisson(*log_uniform(1e-5, 0.9), Laplace{.noise_multiplier = noise});
        case 7:
            return poisson(*log_uniform(1e-5, 0.9), pure(Epsilon{1 / noise}));
        case 8:
            return discrete_laplace(noise);
        case 9:
            return poisson(*log_uniform(1e-5, 0.9), discrete_laplace(noise));
        case 10:
            return DiscreteGaussian{.sigma = noise, .sensitivity = *rc::gen::element(1.0, 3.0)};
        case 11:
            return Exponential{Epsilon{1 / noise}};
        case 12:
            return PermuteAndFlip{Epsilon{1 / noise}};
        case 13:
            return poisson(*log_uniform(1e-5, 0.9), Exponential{Epsilon{1 / noise}});
        case 14:
            return MatrixMechanism(noise, {1, 0.5, 0.375, 0.3125}, 100, 10, 3);
        case 15:
            if (relation == Relation::replace_one) return RandomizedResponse{.p = 0.75};
            return ThresholdedLaplace{noise, 1 + 25 * noise};
        case 16:
            return PrivacyProfile(
                {{Epsilon{0.5 / noise}, Delta{1e-9}}, {Epsilon{1 / noise}, Delta{1e-12}}});
        case 17:
            return rarer_event(noise, relation);
        case 18:
            return arranged_event(noise, relation);
        default:
            return poisson(*log_uniform(1e-5, 0.9),
                           Gaussian{.noise_multiplier = *log_uniform(0.4, 20)});
    }
}

inline Relation any_relation() {
    return *rc::gen::element(Relation::add_or_remove_one, Relation::replace_one,
                             Relation::replace_special);
}

/// Up to four different events, up to 10^5 times each.
inline rc::Gen<Program> everyday_program(Relation relation) {
    return rc::gen::exec([relation] {
        const auto runs = [] { return static_cast<Count>(*log_uniform(1, 1e5)); };
        Program program = runs() * any_event(relation);
        const int more = *rc::gen::inRange(0, 4);
        for (int i = 0; i < more; ++i) program = std::move(program) + runs() * any_event(relation);
        return program;
    });
}

/// What contradicts what in the answers that `ask(Delta or Epsilon)` gives about one program; empty
/// if nothing does.
template <class Ask>
std::string contradiction(Ask ask, Delta delta) {
    const auto within = [](const Answer& answer) -> std::string {
        for (const Analysis& analysis : answer.analyses) {
            if (analysis.bound && *analysis.bound < answer.asked().lower) {
                return analysis.name + " lies below what is attained";
            }
        }
        return "";
    };
    const Answer answer = ask(delta);
    if (std::string found = within(answer); !found.empty()) return found;
    // The two questions are asked on different lines.
    if (answer.epsilon.upper < infinity) {
        const Answer there = ask(Epsilon{answer.epsilon.upper});
        if (std::string found = within(there); !found.empty()) return found;
        if (there.delta.lower > delta.value()) return "delta at the upper epsilon is larger";
    }
    if (answer.epsilon.lower > 0 && answer.epsilon.lower < infinity) {
        const Answer below = ask(Epsilon{answer.epsilon.lower});
        if (below.delta.upper < delta.value()) return "delta at the lower epsilon is smaller";
    }
    return "";
}

}  // namespace mizan::support
