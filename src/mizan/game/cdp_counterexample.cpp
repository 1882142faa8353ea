// SPDX-License-Identifier: Apache-2.0
#include "mizan/game/cdp_counterexample.hpp"

#include "mizan/game/game.hpp"
#include "mizan/game/script.hpp"
#include "mizan/numeric/floating_point_environment.hpp"
#include "mizan/numeric/normal.hpp"

namespace mizan::game {

CdpCounterexample gaussian_counterexample() {
    const DefaultArithmetic arithmetic;
    // C = ½ + Z with Z standard normal; the second round is played if Z₁ > -1.
    const Bracket half = Bracket(1) / 2, lambda = 2;
    const Bracket plays = normal::tail(-1);
    const Bracket mean = half + half * plays;
    // Var = E[Var(L | C₁)] + Var(C₁ + ½·1[plays]), and E[Z; Z > -1] is the density at -1.
    const Bracket density = exp(normal::log_density(-1));
    const Bracket variance = plays + 1 + plays * (1 - plays) / 4 + density;
    // E[exp(λZ); Z > -1] = exp(λ²/2) Pr[Z > -1 - λ].
    const Bracket one_round = lambda * half + square(lambda) / 2;
    const Bracket log_mgf =
        one_round + log(normal::tail(1 + lambda) + exp(one_round) * normal::tail(-1 - lambda));
    return {.first_round = "gaussian(1)",
            .second_round = "gaussian(1) if the first loss exceeds μ - 1 = -1/2, else nothing",
            .promise = {Mu{0.5}, Tau{1.0}},
            .mean = mean,
            .claimed_mean = 1,
            .variance = variance,
            .claimed_variance = 2,
            .lambda = 2,
            .log_moment = log_mgf - lambda * mean,
            .claimed_log_moment = 4};
}

CdpCounterexample two_answers_counterexample() {
    const DefaultArithmetic arithmetic;
    const FiniteDistribution yes({0.9, 0.1}), no({0.1, 0.9});
    const Menu menu({listed("randomized_response(0.9)", outcomes(yes, no))});
    const PrivacyLoss loss = play_exactly(menu, scripted(menu, "round = 1: 1; loss > 0: 1"), 2);

    const double lambda = -0.5;
    const Bracket epsilon = log(Bracket(9)), mu = epsilon * tanh(epsilon / 2), tau_squared = 2 * mu;
    return {.first_round = "randomized_response(0.9)",
            .second_round = "randomized_response(0.9) if the first loss is positive, else nothing",
            .promise = {Mu{mu.upper}, Tau{sqrt(tau_squared).upper}},
            .mean = loss.mean(),
            .claimed_mean = 2 * mu,
            .variance = loss.variance(),
            .claimed_variance = 2 * tau_squared,
            .lambda = lambda,
            .log_moment = loss.log_exponential_moment(lambda) - lambda * loss.mean(),
            .claimed_log_moment = square(lambda) * tau_squared};
}

}  // namespace mizan::game
