// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/pure_to_approximate.hpp"

#include <gtest/gtest.h>

#include "support/generators.hpp"
#include "support/pairs.hpp"

namespace mizan {
namespace pure_to_approximate_test {

using oracle::Real;

RC_GTEST_PROP(PureToApproximate, IsTheDeltaOfRandomizedResponse, ()) {
    const double epsilon = *support::log_uniform(1e-12, 700);
    const double target = epsilon * *support::uniform(0, 0.99);
    const Real truth = oracle::randomized_response(epsilon).hockey_stick(target);
    const Bracket delta = pure_to_delta({Epsilon{epsilon}}, Epsilon{target});
    RC_ASSERT(oracle::contains(delta, truth));
    RC_ASSERT(oracle::is_sharp(delta, truth, 1e-12));
}

RC_GTEST_PROP(PureToApproximate, TheEpsilonItClaimsHoldsForRandomizedResponse, ()) {
    const double epsilon = *support::log_uniform(1e-6, 700),
                 delta = *support::log_uniform(1e-12, 1);
    const Bracket claimed = pure_to_epsilon({Epsilon{epsilon}}, Delta{delta});
    const oracle::Pair worst = oracle::randomized_response(epsilon);
    RC_ASSERT(worst.hockey_stick(claimed.upper) <= Real(delta) * (1 + Real(1e-40)));
    RC_ASSERT(claimed.lower == 0 || worst.hockey_stick(claimed.lower) >= Real(delta));
    RC_ASSERT(claimed.upper <= epsilon);
}

TEST(PureToApproximate, WithoutDeltaNothingIsGained) {
    EXPECT_EQ(pure_to_epsilon({Epsilon{0.3}}, Delta{0.0}), Bracket(0.3));
    EXPECT_EQ(pure_to_delta({Epsilon{0.3}}, Epsilon{0.3}), Bracket(0));
    EXPECT_EQ(pure_to_delta({Epsilon{0.0}}, Epsilon{0.0}), Bracket(0));
}

TEST(PureToApproximate, APromiseOfInfiniteEpsilonIsNoPromiseAtInfinity) {
    EXPECT_EQ(pure_to_delta({Epsilon{infinity}}, Epsilon{infinity}), Bracket(1));
    EXPECT_EQ(pure_to_delta({Epsilon{5.0}}, Epsilon{infinity}), Bracket(0));
}

}  // namespace pure_to_approximate_test
}  // namespace mizan
