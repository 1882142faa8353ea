// SPDX-License-Identifier: Apache-2.0
// Asks the engine about compositions with the toy law of CONTRIBUTING.md. It has no ability of its
// own, so that everything follows from its transform.
#include <cmath>
#include <iostream>

#include "mizan/engine/compose_laws.hpp"
#include "mizan/mechanism/gaussian.hpp"

namespace {

int failed = 0;

void check(bool is_true, const char* what) {
    if (!is_true) {
        std::cout << "not true: " << what << '\n';
        ++failed;
    }
}

}  // namespace

int main() {
    using namespace mizan;
    // Everything is shown by one of three runs with probability 1 - 0.9³, and otherwise the
    // Gaussian is all there is.
    const analysis::Laws laws{{ShownLaw{0.1}, 3}, {GaussianLaw{Bracket(0.5)}, 1}};
    const Bracket found = analysis::compose_laws(laws, Asked{Epsilon{0.25}}).asked;
    const double kept = 0.9 * 0.9 * 0.9;
    const double truth = 1 - kept + kept * Gaussian{2.0}.delta(Epsilon{0.25}).middle();
    check(found.lower <= truth * (1 + 1e-12) && truth <= found.upper * (1 + 1e-12),
          "delta is that of the mixture");
    check(found.width() <= 1e-6 * found.upper, "delta is known at both ends");

    const Bracket epsilon =
        analysis::compose_laws(analysis::Laws{{ShownLaw{0.1}, 1}}, Asked{Delta{0.05}}).asked;
    check(epsilon.upper == infinity, "no epsilon holds at a smaller delta");

    std::cout << (failed == 0 ? "the toy law is composed like all others\n" : "") << std::flush;
    return failed == 0 ? 0 : 1;
}
