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

/// An event as people run it, some of them on a sample.
inline Program any_event() {
    const double noise = *log_uniform(0.2, 200);
    switch (*rc::gen::inRange(0, 18)) {
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
            if (*rc::gen::arbitrary<bool>()) return ThresholdedLaplace{noise, 1 + 25 * noise};
            return MixtureOfGaussians(noise, {0, 1, 2}, {0.81, 0.18, 0.01});
        case 16:
            return PrivacyProfile(
                {{Epsilon{0.5 / noise}, Delta{1e-9}}, {Epsilon{1 / noise}, Delta{1e-12}}});
        default:
            return poisson(*log_uniform(1e-5, 0.9),
                           Gaussian{.noise_multiplier = *log_uniform(0.4, 20)});
    }
}

/// Up to four different events, up to 10^5 times each.
inline rc::Gen<Program> everyday_program() {
    return rc::gen::exec([] {
        const auto runs = [] { return static_cast<Count>(*log_uniform(1, 1e5)); };
        Program program = runs() * any_event();
        const int more = *rc::gen::inRange(0, 4);
        for (int i = 0; i < more; ++i) program = std::move(program) + runs() * any_event();
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
