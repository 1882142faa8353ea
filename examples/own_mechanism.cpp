// SPDX-License-Identifier: Apache-2.0
// A mechanism of one's own: one type that says what it costs, and one line that runs it.
#include <cmath>
#include <iostream>

#include <mizan/mizan.hpp>

/// Adds logistic noise of this scale, of density exp(-y/s) / (s (1 + exp(-y/s))²), to a number that
/// moves by at most 1.
struct LogisticNoise {
    static constexpr std::string_view name = "logistic_noise";

    double scale;

    /// δ(ε) = (1 - exp((ε - 1/s)/2))² / (1 - exp(-1/s)) up to ε = 1/s, and 0 from there on.
    ///
    /// The noise has a log-concave density, so moving by less than 1 costs less, and the best sets
    /// are half-lines. With a = exp(1/s) and u = exp(-t/s) the laws of 1 + noise and of noise give
    /// {y ≥ t} the probabilities au/(1 + au) and u/(1 + u), and a ratio of densities of
    /// a(1 + u)²/(1 + au)². That is exp(ε) at u = (1 - r)/(ra - 1), r = exp((ε - 1/s)/2), where the
    /// probabilities are a(1 - r)/(a - 1) and (1 - r)/(r(a - 1)).
    [[nodiscard]] mizan::Bracket delta(mizan::Epsilon epsilon) const {
        const mizan::Bracket largest = 1 / mizan::Bracket(scale);
        const mizan::Bracket short_of = mizan::min(0, epsilon.value() - largest);
        return mizan::square(mizan::expm1(short_of / 2)) / -mizan::expm1(-largest);
    }

    friend bool operator==(const LogisticNoise&, const LogisticNoise&) = default;
};

int main() {
    using namespace mizan;
    const Program program = 1000 * poisson(0.01, LogisticNoise{0.5}) + 10 * Laplace{20.0};
    const Answer answer = account(program, Delta{1e-6});
    std::cout << answer.epsilon.lower << " to " << answer.epsilon.upper << " by " << answer.best
              << '\n';

    // The shape of logistic noise lies between those of Laplace noise, which costs more at the same
    // pure epsilon, and of nothing at all.
    const Answer worse =
        account(1000 * poisson(0.01, Laplace{0.5}) + 10 * Laplace{20.0}, Delta{1e-6});
    return answer.epsilon.upper < worse.epsilon.lower ? 0 : 1;
}
