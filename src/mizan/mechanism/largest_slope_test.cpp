// SPDX-License-Identifier: Apache-2.0
#include "mizan/mechanism/largest_slope.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "mizan/mechanism/laplace.hpp"
#include "mizan/mechanism/randomized_response.hpp"

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace largest_slope_test {

using support::log_uniform;

template <class M>
RenyiCurve curve_of(const M& mechanism) {
    return RenyiCurve([mechanism](Order order) { return mechanism.renyi(order); });
}

// Where theory knows the constant, the search finds it.
RC_GTEST_PROP(LargestSlope, IsTheMeanLossOfLaplaceNoise, ()) {
    const Laplace laplace{.noise_multiplier = *log_uniform(0.01, 100)};
    const Bracket found = largest_slope(curve_of(laplace));
    RC_ASSERT(intersect(found, laplace.zcdp_rho()).width() >= 0);
    RC_ASSERT(found.width() <= 1e-5 * found.upper);
}

RC_GTEST_PROP(LargestSlope, IsTheMeanLossOfRandomizedResponse, ()) {
    const RandomizedResponse response{.p = *support::uniform(0.501, 0.999)};
    const Bracket found = largest_slope(curve_of(response));
    RC_ASSERT(intersect(found, response.zcdp_rho()).width() >= 0);
    RC_ASSERT(found.width() <= 1e-5 * found.upper);
}

TEST(LargestSlope, FindsAMaximumBetweenTheEnds) {
    // A loss of log 1000 with probability 0.001 under P, else about -log of what is left.
    const double rare = 1e-3, ratio = 1000;
    const RenyiCurve curve([=](Order order) -> Bracket {
        const double s = order.value() - 1, rest = (1 - rare) / (1 - rare / ratio);
        if (s == 0) return rare * std::log(ratio) + (1 - rare) * std::log(rest);
        if (s == infinity) return std::log(ratio);
        return std::log(ratio) + std::log(rare + (1 - rare) * std::pow(rest / ratio, s)) / s;
    });
    double best = 0;
    for (int i = 0; i < 200000; ++i) {
        const double order = 1 + i * 1e-4;
        best = std::max(best, curve(Order{order}).upper / order);
    }
    const Bracket found = largest_slope(curve);
    EXPECT_NEAR(found.lower, best, 2e-7 * best);
    EXPECT_NEAR(found.upper, best, 2e-7 * best);
}

TEST(LargestSlope, EndsAreDefined) {
    EXPECT_EQ(largest_slope(RenyiCurve::zero()), Bracket(0));
    EXPECT_EQ(largest_slope(RenyiCurve([](Order) { return Bracket(infinity); })),
              Bracket(infinity));
}

}  // namespace largest_slope_test
}  // namespace mizan
