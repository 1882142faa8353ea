// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/pure_to_cdp.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/generators.hpp"
#include "support/pairs.hpp"

namespace mizan {
namespace pure_to_cdp_test {

using oracle::Real;

// log E exp(λ(L - mean)) for the loss L = ±ε of randomized response.
Real centred_log_moment(const Real& epsilon, const Real& lambda) {
    const Real truth = 1 / (1 + exp(-epsilon)), mean = epsilon * tanh(epsilon / 2);
    return log(truth * exp(lambda * epsilon) + (1 - truth) * exp(-lambda * epsilon)) -
           lambda * mean;
}

RC_GTEST_PROP(PureToCdp, TheLossOfRandomizedResponseIsSubgaussian, ()) {
    const double epsilon = *support::log_uniform(1e-3, 50);
    const double lambda = *support::log_uniform(1e-3, 1e3) * (*rc::gen::arbitrary<bool>() ? 1 : -1);
    const CDP cdp = pure_to_cdp({Epsilon{epsilon}});
    RC_ASSERT(oracle::randomized_response(epsilon).renyi(1) <= Real(cdp.mu.value()));
    const Real tau = cdp.tau.value(), square = Real(lambda) * lambda;
    RC_ASSERT(centred_log_moment(epsilon, lambda) <= square * tau * tau / 2);
    RC_ASSERT(cdp.mu <= pure_to_cdp_published({Epsilon{epsilon}}).mu);
}

TEST(PureToCdp, TheStandardCannotBeTheRootOfTwiceTheMean) {
    // The pair (3/4, 1/4) against (3/4 e^-8, ...) is 8-private; its loss needs τ² ≥ 20.04, while
    // 2ε·tanh(ε/2) = 15.99.
    const Real p = Real(3) / 4, q = p * exp(Real(-8));
    const Real hit = log(p / q), miss = log((1 - p) / (1 - q));
    const Real mean = p * hit + (1 - p) * miss;
    double needed = 0;
    for (double lambda = -2; lambda < 2; lambda += 0.011) {
        const Real moment = log(p * exp(lambda * hit) + (1 - p) * exp(lambda * miss));
        needed = std::max(
            needed, static_cast<double>(2 * (moment - lambda * mean) / (Real(lambda) * lambda)));
    }
    EXPECT_NEAR(needed, 20.04, 0.01);
    const CDP cdp = pure_to_cdp({Epsilon{8.0}});
    EXPECT_NEAR(2 * cdp.mu.value(), 15.99, 0.01);
    EXPECT_LE(needed, cdp.tau.value() * cdp.tau.value());
}

TEST(PureToCdp, HasItsLimits) {
    EXPECT_EQ(pure_to_cdp({Epsilon{0.0}}), (CDP{Mu{0.0}, Tau{0.0}}));
    EXPECT_EQ(pure_to_cdp({Epsilon{infinity}}).mu, Mu{infinity});
    EXPECT_EQ(pure_to_cdp({Epsilon{1e300}}).mu, Mu{1e300});
    EXPECT_NEAR(pure_to_cdp_published({Epsilon{3.0}}).mu.value(), 28.63, 5e-3);
}

}  // namespace pure_to_cdp_test
}  // namespace mizan
