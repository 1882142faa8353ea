// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/approximate_to_approximate.hpp"

#include <gtest/gtest.h>

#include "support/generators.hpp"
#include "support/pairs.hpp"

namespace mizan {
namespace approximate_to_approximate_test {

using oracle::Real;

RC_GTEST_PROP(ApproximateToApproximate, IsTheDeltaOfTheWorstPair, ()) {
    const double epsilon = *support::log_uniform(1e-12, 700), delta = *support::uniform(0, 1);
    const double target = *support::uniform(0, 1) * epsilon;
    // Shows the input with probability delta, otherwise answers by randomized response.
    const oracle::Pair response = oracle::randomized_response(epsilon);
    const Real hidden = 1 - Real(delta);
    const oracle::Pair worst{{delta, hidden * response.p[0], hidden * response.p[1], 0},
                             {0, hidden * response.q[0], hidden * response.q[1], delta}};
    const Bracket found = approximate_to_delta({Epsilon{epsilon}, Delta{delta}}, Epsilon{target});
    const Real truth = worst.hockey_stick(target);
    RC_ASSERT(oracle::contains(found, truth));
    RC_ASSERT(oracle::is_sharp(found, truth, 1e-13) || truth - delta < Real(1e-3) * epsilon);
}

RC_GTEST_PROP(ApproximateToApproximate, EpsilonIsTheInverseOfDelta, ()) {
    const ApproxDP from{Epsilon{*support::log_uniform(1e-6, 1e3)},
                        Delta{*support::uniform(0, 0.9)}};
    const Delta delta{*support::uniform(from.delta.value(), 1)};
    const Bracket epsilon = approximate_to_epsilon(from, delta);
    RC_ASSERT(approximate_to_delta(from, Epsilon{epsilon.upper}).lower <= delta.value());
    RC_ASSERT(epsilon.lower == 0 ||
              approximate_to_delta(from, Epsilon{epsilon.lower}).upper >= delta.value());
    RC_ASSERT(epsilon.width() <= 1e-14 + 1e-11 * epsilon.upper || epsilon.upper < 1e-3);
}

TEST(ApproximateToApproximate, KeepsItsOwnPointExactly) {
    const ApproxDP from{Epsilon{0.7}, Delta{1e-5}};
    EXPECT_EQ(approximate_to_delta(from, Epsilon{0.7}), Bracket(1e-5));
    EXPECT_EQ(approximate_to_delta(from, Epsilon{2.0}), Bracket(1e-5));
    EXPECT_EQ(approximate_to_epsilon(from, Delta{1e-5}), Bracket(0.7));
}

TEST(ApproximateToApproximate, AnswersAtTheEndsOfTheRanges) {
    const ApproxDP from{Epsilon{0.7}, Delta{1e-5}};
    EXPECT_EQ(approximate_to_epsilon(from, Delta{1e-6}), Bracket(infinity));
    EXPECT_EQ(approximate_to_epsilon(from, Delta{1.0}), Bracket(0));
    EXPECT_EQ(approximate_to_epsilon({Epsilon{infinity}, Delta{0.0}}, Delta{0.5}),
              Bracket(infinity));
    EXPECT_EQ(approximate_to_delta({Epsilon{infinity}, Delta{0.0}}, Epsilon{5.0}).upper, 1);
    EXPECT_EQ(approximate_to_delta({Epsilon{1.0}, Delta{1.0}}, Epsilon{0.5}), Bracket(1));
    EXPECT_EQ(approximate_to_epsilon({Epsilon{1e300}, Delta{0.0}}, Delta{0.5}).upper, 1e300);
    EXPECT_LE(approximate_to_delta({Epsilon{1e-300}, Delta{0.0}}, Epsilon{0.0}).upper, 1e-300);
}

// δ at ε = ∞ is the probability of an infinite loss, and a promise of ε = ∞ excludes none.
TEST(ApproximateToApproximate, APromiseOfInfiniteEpsilonIsNoPromiseAtInfinity) {
    for (const double epsilon : {0.0, 1.0, infinity}) {
        EXPECT_EQ(approximate_to_delta({Epsilon{infinity}, Delta{0.25}}, Epsilon{epsilon}),
                  Bracket(1));
    }
    EXPECT_EQ(approximate_to_delta({Epsilon{1.0}, Delta{0.25}}, Epsilon{infinity}), Bracket(0.25));
}

}  // namespace approximate_to_approximate_test
}  // namespace mizan
