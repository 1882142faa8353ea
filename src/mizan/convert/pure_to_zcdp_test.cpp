// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/pure_to_zcdp.hpp"

#include <gtest/gtest.h>

#include "support/generators.hpp"
#include "support/pairs.hpp"

namespace mizan {
namespace pure_to_zcdp_test {

using oracle::Real;

RC_GTEST_PROP(PureToZcdp, HoldsForRandomizedResponseAtEveryOrder, ()) {
    const double epsilon = *support::log_uniform(1e-4, 300), order = *support::order(1e5);
    const Bracket rho = pure_to_zcdp({Epsilon{epsilon}});
    const oracle::Pair worst = oracle::randomized_response(epsilon);
    RC_ASSERT(worst.renyi(order) <= Real(rho.upper) * order);
    // Attained at order 1, so no smaller rho would do.
    RC_ASSERT(oracle::contains(rho, worst.renyi(1)));
    RC_ASSERT(oracle::is_sharp(rho, worst.renyi(1), 1e-14));
}

TEST(PureToZcdp, IsBelowHalfTheSquareAndBelowEpsilon) {
    for (const double epsilon : {1e-8, 0.1, 1.0, 3.0, 50.0}) {
        const double rho = pure_to_zcdp({Epsilon{epsilon}}).upper;
        EXPECT_LE(rho, epsilon * epsilon / 2 * (1 + 1e-14));
        EXPECT_LE(rho, epsilon);
    }
    EXPECT_NEAR(pure_to_zcdp({Epsilon{3.0}}).upper, 2.715, 5e-4);
    EXPECT_EQ(pure_to_zcdp({Epsilon{0.0}}), Bracket(0));
    EXPECT_EQ(pure_to_zcdp({Epsilon{infinity}}).upper, infinity);
}

}  // namespace pure_to_zcdp_test
}  // namespace mizan
