// SPDX-License-Identifier: Apache-2.0
// Roads that share no code must not contradict each other: on random programs every analysis, each
// of them an upper bound by its own theorem, lies above what the exact laws attain.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "mizan/account/account.hpp"

#include "support/generators.hpp"

namespace mizan {
namespace {

// Few steps, and more than are listed.
DiscreteLaplace discrete_laplace(double noise) {
    const double k = *rc::gen::element(1.0, 2.0, 5.0, 1e4);
    return {.noise_parameter = Epsilon{1 / (noise * k)}, .sensitivity = k};
}

Program any_event() {
    const double noise = *support::log_uniform(0.2, 200);
    switch (*rc::gen::inRange(0, 12)) {
        case 0:
            return Gaussian{.noise_multiplier = noise};
        case 1:
            return Laplace{.noise_multiplier = noise};
        case 2:
            return RandomizedResponse{.p = *support::uniform(0.01, 0.99)};
        case 3:
            return pure(Epsilon{1 / noise});
        case 4:
            return approximate(Epsilon{1 / noise}, Delta{*support::log_uniform(1e-15, 1e-8)});
        case 5:
            return gdp(Mu{1 / noise});
        case 6:
            return poisson(*support::log_uniform(1e-5, 0.9), Laplace{.noise_multiplier = noise});
        case 7:
            return poisson(*support::log_uniform(1e-5, 0.9), pure(Epsilon{1 / noise}));
        case 8:
            return discrete_laplace(noise);
        case 9:
            return poisson(*support::log_uniform(1e-5, 0.9), discrete_laplace(noise));
        case 10:
            return DiscreteGaussian{.sigma = noise, .sensitivity = *rc::gen::element(1.0, 3.0)};
        default:
            return poisson(*support::log_uniform(1e-5, 0.9),
                           Gaussian{.noise_multiplier = *support::log_uniform(0.4, 20)});
    }
}

Program any_program() {
    const auto runs = [] { return static_cast<Count>(*support::log_uniform(1, 1e5)); };
    Program program = runs() * any_event();
    const int more = *rc::gen::inRange(0, 4);
    for (int i = 0; i < more; ++i) program = std::move(program) + runs() * any_event();
    return program;
}

RC_GTEST_PROP(Overlap, NoAnalysisLiesBelowWhatIsAttained, ()) {
    const Program program = any_program();
    const Delta delta{*support::log_uniform(1e-14, 1e-2)};
    const Answer answer = account(program, Question{.at = delta});
    for (const Analysis& analysis : answer.analyses) {
        if (analysis.bound) RC_ASSERT(*analysis.bound >= answer.epsilon.lower);
    }
    // The two questions are asked on different lines.
    if (answer.epsilon.upper == infinity) return;
    const Answer there = account(program, Question{.at = Epsilon{answer.epsilon.upper}});
    RC_ASSERT(there.delta.lower <= delta.value());
    for (const Analysis& analysis : there.analyses) {
        if (analysis.bound) RC_ASSERT(*analysis.bound >= there.delta.lower);
    }
    if (answer.epsilon.lower > 0) {
        const Answer below = account(program, Question{.at = Epsilon{answer.epsilon.lower}});
        RC_ASSERT(below.delta.upper >= delta.value());
    }
}

}  // namespace
}  // namespace mizan
