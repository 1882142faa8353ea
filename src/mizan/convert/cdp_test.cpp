// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include "mizan/convert/cdp_to_renyi.hpp"
#include "mizan/convert/cdp_to_zcdp.hpp"
#include "mizan/convert/renyi_to_approximate.hpp"

#include "support/generators.hpp"
#include "support/pairs.hpp"

namespace mizan {
namespace cdp_test {

using oracle::Real;

RC_GTEST_PROP(CdpToRenyi, HoldsForARandomSubgaussianPair, ()) {
    // Randomized response has loss ±ε, so by Hoeffding's lemma it is (ε·tanh(ε/2), ε)-CDP.
    const double epsilon = *support::log_uniform(1e-3, 20), order = *support::order(1e3);
    const oracle::Pair pair = oracle::randomized_response(epsilon);
    const CDP cdp{Mu{epsilon * std::tanh(epsilon / 2) * (1 + 1e-15)}, Tau{epsilon}};
    const Real bound = cdp_to_renyi(cdp)(Order{order}).upper;
    RC_ASSERT(pair.renyi(order) <= bound);
    RC_ASSERT(bound <= Real(cdp_to_zcdp(cdp).upper) * order * (1 + Real(1e-14)));
}

TEST(CdpToRenyi, CapsAMeanThatNoPairCanHave) {
    const RenyiCurve curve = cdp_to_renyi({Mu{8.0}, Tau{2.0}});
    EXPECT_EQ(curve(Order{1.0}).upper, 2);
    EXPECT_EQ(curve(Order{3.0}).upper, 6);
    EXPECT_EQ(cdp_to_renyi({Mu{8.0}, Tau{0.0}})(Order{infinity}).upper, 0);
    EXPECT_EQ(cdp_to_renyi({Mu{0.1}, Tau{1.0}})(Order{infinity}).upper, infinity);
}

TEST(CdpToRenyi, APostProcessedGaussianNeedsALargerStandard) {
    // The bit [x > 12] of N(1, 1) against N(0, 1): some λ needs τ² = 1.0515 > 1.
    const Real p = oracle::normal_tail(11), q = oracle::normal_tail(12);
    const Real hit = log(p / q), miss = log((1 - p) / (1 - q));
    const Real mean = p * hit + (1 - p) * miss;
    double needed = 0;
    for (double lambda = 1; lambda < 20; lambda += 0.05) {
        const Real moment = log(p * exp(lambda * hit) + (1 - p) * exp(lambda * miss));
        needed = std::max(
            needed, static_cast<double>(2 * (moment - lambda * mean) / (Real(lambda) * lambda)));
    }
    EXPECT_GT(needed, 1.05);
    EXPECT_LT(needed, 1.0516);
    // The Renyi curve of the Gaussian, which survives post-processing, holds.
    const oracle::Pair bit{{p, 1 - p}, {q, 1 - q}};
    for (const double order : {1.5, 4.0, 12.0}) {
        EXPECT_LE(static_cast<double>(bit.renyi(order)),
                  cdp_to_renyi({Mu{0.5}, Tau{1.0}})(Order{order}).upper);
    }
}

TEST(CdpToZcdp, IsTheGaussianLine) {
    EXPECT_EQ(cdp_to_zcdp({Mu{0.5}, Tau{1.0}}), Bracket(0.5));
    EXPECT_EQ(cdp_to_zcdp({Mu{0.5}, Tau{0.0}}), Bracket(0));
}

TEST(CdpToRenyi, GivesTheReferenceValuesOfGaussianNoise) {
    const RenyiCurve gaussian = cdp_to_renyi({Mu{0.5}, Tau{1.0}});
    EXPECT_NEAR(renyi_to_epsilon(gaussian, Delta{1e-5}).epsilon.value(), 4.7284, 5e-5);
    EXPECT_NEAR(renyi_to_delta(gaussian, Epsilon{4.7284}).delta.value(), 1e-5, 1e-8);
    // A smaller mean helps.
    const RenyiCurve smaller = cdp_to_renyi({Mu{0.1}, Tau{1.0}});
    EXPECT_LT(renyi_to_epsilon(smaller, Delta{1e-5}).epsilon.value(), 4.33);
}

}  // namespace cdp_test
}  // namespace mizan
