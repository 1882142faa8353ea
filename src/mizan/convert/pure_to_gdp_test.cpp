// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/pure_to_gdp.hpp"

#include <gtest/gtest.h>

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace pure_to_gdp_test {

using oracle::Real;

RC_GTEST_PROP(PureToGdp, TheVertexOfRandomizedResponseLiesOnTheGaussianCurve, ()) {
    const double epsilon = *support::log_uniform(1e-9, 1e3);
    const Bracket mu = pure_to_gdp({Epsilon{epsilon}});
    // Both errors of the best test are Φ(-μ/2) on one curve and 1/(1 + e^ε) on the other.
    const Real vertex = 1 / (1 + exp(Real(epsilon)));
    RC_ASSERT(oracle::normal_tail(Real(mu.upper) / 2) <= vertex * (1 + Real(1e-40)));
    RC_ASSERT(oracle::normal_tail(Real(mu.lower) / 2) >= vertex * (1 - Real(1e-40)));
    RC_ASSERT(mu.width() <= 1e-12 * mu.upper);
}

RC_GTEST_PROP(PureToGdp, EveryPointOfThePureCurveIsAboveTheGaussianCurve, ()) {
    // The tangents of the Gaussian curve: δ(ε') of GDP is at least δ(ε') of randomized response.
    const double epsilon = *support::log_uniform(1e-3, 30), part = *support::uniform(0, 1);
    const Real mu = pure_to_gdp({Epsilon{epsilon}}).upper, at = Real(epsilon) * part;
    const Real gaussian =
        oracle::normal_tail(at / mu - mu / 2) - exp(at) * oracle::normal_tail(at / mu + mu / 2);
    const Real response = (exp(Real(epsilon)) - exp(at)) / (1 + exp(Real(epsilon)));
    RC_ASSERT(response <= gaussian);
}

// The trade-off function (1-x)/(1 - x + e^ε x) at the error rates of a threshold z.
RC_GTEST_PROP(PureToGdp, BoundedRangeLiesAboveTheGaussianCurve, ()) {
    const double epsilon = *support::log_uniform(1e-3, 30);
    const Real mu = bounded_range_to_gdp({Epsilon{epsilon}}).upper, z = *support::uniform(-6, 6);
    const Real x = oracle::normal_tail(z + mu / 2), missed = oracle::normal_tail(mu / 2 - z);
    RC_ASSERT(missed <= (1 - x) / (1 - x + exp(Real(epsilon)) * x) * (1 + Real(1e-40)));
    const Real middle = oracle::normal_tail(mu / 2), worst = 1 / (1 + exp(Real(epsilon) / 2));
    RC_ASSERT(abs(middle - worst) <= Real(1e-12) * worst);
}

TEST(PureToGdp, HasItsLimits) {
    EXPECT_EQ(pure_to_gdp({Epsilon{0.0}}), Bracket(0));
    EXPECT_EQ(pure_to_gdp({Epsilon{infinity}}), Bracket(infinity));
    EXPECT_LT(pure_to_gdp({Epsilon{1e-300}}).upper, 1.2533141373155026e-300 * (1 + 1e-13));
    EXPECT_NEAR(pure_to_gdp({Epsilon{1e300}}).upper, 2.8284271247461903e150, 1e137);
}

}  // namespace pure_to_gdp_test
}  // namespace mizan
