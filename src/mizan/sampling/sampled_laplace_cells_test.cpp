// SPDX-License-Identifier: Apache-2.0
#include "mizan/sampling/sampled_laplace_cells.hpp"

#include <gtest/gtest.h>

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace sampled_laplace_cells_test {

using oracle::Real;

// H_γ of Laplace noise of this scale, moved by 1; γ = e^ε may be below 1.
Real laplace(const Real& epsilon, const Real& scale) {
    if (epsilon >= 1 / scale) return 0;
    if (epsilon <= -1 / scale) return 1 - exp(epsilon);
    return 1 - exp((epsilon - 1 / scale) / 2);
}

// Both directions on samples (BBG18, Theorem 2).
Real record_goes(const Real& epsilon, const Real& q, const Real& scale) {
    return q * laplace(log(1 + (exp(epsilon) - 1) / q), scale);
}
Real record_comes(const Real& epsilon, const Real& q, const Real& scale) {
    const Real beta = 1 - exp(epsilon) * (1 - q);
    return beta > 0 ? beta * laplace(log(exp(epsilon) * q / beta), scale) : Real(0);
}

struct Ends {
    Bracket below, above;
};
Ends ends(const SampledLaplaceCells& pairs, double epsilon, bool backward) {
    const auto delta = [&](const std::vector<Outcome>& pair) {
        return hockey_stick(backward ? reversed(pair) : pair, Epsilon{epsilon});
    };
    return {delta(pairs.below), delta(pairs.above)};
}

RC_GTEST_PROP(SampledLaplaceCells, LieAroundTheLawInBothDirections, ()) {
    const double q = *support::log_uniform(1e-9, 1), scale = *support::log_uniform(0.05, 1e4);
    const auto count = *rc::gen::inRange<std::size_t>(1, 40);
    const auto pairs = sampled_laplace_cells(q, 1 / Bracket(scale), count);
    const double largest = pairs.above.back().log_ratio.upper;
    for (const double share : {0.0, *support::uniform(0, 1), 0.999, 1.1}) {
        const double epsilon = share * largest;
        const Ends there = ends(pairs, epsilon, false), back = ends(pairs, epsilon, true);
        const Real goes = record_goes(epsilon, q, scale), comes = record_comes(epsilon, q, scale);
        RC_ASSERT(Real(there.below.lower) <= goes && goes <= Real(there.above.upper));
        RC_ASSERT(Real(back.below.lower) <= comes && comes <= Real(back.above.upper));
    }
}

// Twice the cells, a quarter of the error; and all of it fits into narrow brackets.
TEST(SampledLaplaceCells, ErrByTheSquareOfTheirWidth) {
    const double q = 0.1, scale = 1.25, epsilon = 0.04;
    const auto gaps = [&](std::size_t count) {
        const auto pairs = sampled_laplace_cells(q, 1 / Bracket(scale), count);
        const auto [below, above] = ends(pairs, epsilon, false);
        EXPECT_LT(above.width(), 1e-12 * above.upper);
        EXPECT_LT(below.width(), 1e-12 * below.upper);
        const Real truth = record_goes(epsilon, q, scale);
        return std::pair{static_cast<double>(truth - Real(below.lower)),
                         static_cast<double>(Real(above.upper) - truth)};
    };
    // Averaged over where ε lies in its cell by the largest of neighbouring counts.
    const auto largest = [&](std::size_t count) {
        std::pair<double, double> most{0, 0};
        for (std::size_t k = count; k < count + count / 8; ++k) {
            const auto [below, above] = gaps(k);
            most = std::pair{std::max(most.first, below), std::max(most.second, above)};
        }
        return most;
    };
    const auto coarse = largest(64), fine = largest(256);
    EXPECT_NEAR(coarse.first / fine.first, 16, 4);
    EXPECT_NEAR(coarse.second / fine.second, 16, 4);
}

}  // namespace sampled_laplace_cells_test
}  // namespace mizan
