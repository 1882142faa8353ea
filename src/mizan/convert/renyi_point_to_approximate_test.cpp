// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/renyi_point_to_approximate.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "support/generators.hpp"
#include "support/pairs.hpp"

namespace mizan {
namespace renyi_point_to_approximate_test {

using oracle::Real;

RenyiPoint point(double order, double divergence) { return {Order{order}, Epsilon{divergence}}; }

TEST(RenyiPointToApproximate, GivesTheReferenceValues) {
    struct Row {
        RenyiPoint from;
        double delta, mironov, canonne, optimal;
    };
    const std::array rows{Row{point(2, 0.1), 0.01, 4.705, 3.319, 1.286},
                          Row{point(4, 0.5), 1e-3, 2.803, 2.053, 1.970},
                          Row{point(16, 1), 1e-5, 1.768, 1.518, 1.518}};
    for (const Row& row : rows) {
        const Delta delta{row.delta};
        EXPECT_NEAR(mironov_epsilon(row.from, delta).value(), row.mironov, 6e-4);
        EXPECT_NEAR(canonne_epsilon(row.from, delta).value(), row.canonne, 6e-4);
        EXPECT_NEAR(optimal_epsilon(row.from, delta).value(), row.optimal, 6e-4);
    }
}

RC_GTEST_PROP(RenyiPointToApproximate, NoTwoPointPairExceedsIt, ()) {
    const double order = *support::order(50);
    const Real q = *support::log_uniform(1e-8, 0.99);
    const Real p = q + (1 - q) * *support::log_uniform(1e-6, 0.99);
    const oracle::Pair pair{{p, 1 - p}, {q, 1 - q}};
    const RenyiPoint from = point(order, static_cast<double>(pair.renyi(order)) * (1 + 1e-15));
    const Epsilon epsilon{*support::uniform(0, 1) * static_cast<double>(log(p / q))};
    const Real gap = p - exp(Real(epsilon.value())) * q;
    for (const auto& theorem : {optimal_delta, canonne_delta, mironov_delta}) {
        RC_ASSERT(gap <= Real(theorem(from, epsilon).value()));
    }
    // Nor is a smaller epsilon claimed at a delta that the pair exceeds.
    const Delta below{std::max(0.0, static_cast<double>(gap) * (1 - 1e-15))};
    for (const auto& theorem : {canonne_epsilon, mironov_epsilon}) {
        RC_ASSERT(theorem(from, below).value() >= epsilon.value() * (1 - 1e-12) - 1e-12);
    }
}

// The largest p - e^ε q over two-point pairs with this divergence, searched in plain doubles.
double largest_gap(double order, double divergence, double epsilon) {
    double best = 0;
    for (double logit = -14; logit < 3; logit += 0.02) {
        const double q = 1 / (1 + std::exp(-logit));
        double low = q, high = 1;
        for (int i = 0; i < 50; ++i) {
            const double p = (low + high) / 2;
            const double moment =
                p * std::pow(p / q, order - 1) + (1 - p) * std::pow((1 - p) / (1 - q), order - 1);
            (std::log(moment) <= (order - 1) * divergence ? low : high) = p;
        }
        best = std::max(best, low - std::exp(epsilon) * q);
    }
    return best;
}

TEST(RenyiPointToApproximate, OptimalIsAttainedByATwoPointPair) {
    for (const auto& [order, divergence, epsilon] :
         {std::array{2.0, 0.1, 1.2}, {4.0, 0.5, 1.9}, {1.3, 0.7, 0.2}, {30.0, 0.01, 0.1}}) {
        const double claimed = optimal_delta(point(order, divergence), Epsilon{epsilon}).value();
        const double reached = largest_gap(order, divergence, epsilon);
        EXPECT_GE(claimed, reached * (1 - 1e-9));
        EXPECT_LE(claimed, reached * (1 + 1e-3)) << order;
    }
}

RC_GTEST_PROP(RenyiPointToApproximate, AtOrderTwoMatchesTheClosedForm, ()) {
    const double divergence = *support::log_uniform(1e-6, 5);
    const double epsilon = *support::log_uniform(1e-3, 8);
    const double delta = optimal_delta(point(2, divergence), Epsilon{epsilon}).value();
    const Real t = expm1(Real(epsilon)), v = expm1(Real(divergence));
    const Real root = sqrt(v + t * t);
    const Real q = (1 - t / root) / 2, p = q + sqrt(v * q * (1 - q));
    const Real truth = p <= 1 ? (root - t) / 2 : 1 - exp(Real(epsilon) - divergence);
    RC_ASSERT(truth <= Real(delta));
    RC_ASSERT(Real(delta) <= truth * (1 + Real(1e-9)));
}

RC_GTEST_PROP(RenyiPointToApproximate, EachTheoremBeatsTheOneBefore, ()) {
    const RenyiPoint from = point(*support::order(1e4), *support::log_uniform(1e-9, 1e3));
    const Delta delta{*support::log_uniform(1e-15, 0.5)};
    const Epsilon epsilon{*support::log_uniform(1e-6, 1e3)};
    RC_ASSERT(optimal_epsilon(from, delta) <= canonne_epsilon(from, delta));
    RC_ASSERT(optimal_delta(from, epsilon) <= canonne_delta(from, epsilon));
    RC_ASSERT(canonne_delta(from, epsilon).value() <=
              mironov_delta(from, epsilon).value() * (1 + 1e-12));
}

RC_GTEST_PROP(RenyiPointToApproximate, EpsilonAndDeltaAreInverse, ()) {
    const RenyiPoint from =
        point(1 + *support::log_uniform(0.01, 1e3), *support::log_uniform(1e-4, 5));
    const Delta delta{*support::log_uniform(1e-12, 0.1)};
    const Epsilon epsilon = optimal_epsilon(from, delta);
    const Delta back = optimal_delta(from, epsilon);
    RC_ASSERT(back.value() <= delta.value() * (1 + 1e-8));
    RC_ASSERT(epsilon == Epsilon{0.0} || back.value() >= delta.value() * (1 - 1e-6));
}

RC_GTEST_PROP(RenyiPointToApproximate, NothingGoesWrongAnywhere, ()) {
    const RenyiPoint from =
        point(1 + *support::log_uniform(1e-15, 1e300), *support::log_uniform(1e-300, 1e300));
    const Epsilon epsilon = optimal_epsilon(from, Delta{*support::log_uniform(1e-300, 1)});
    const Delta delta = optimal_delta(from, Epsilon{*support::log_uniform(1e-300, 1e300)});
    RC_ASSERT(epsilon.value() >= 0);
    RC_ASSERT(delta.value() <= 1);
}

TEST(RenyiPointToApproximate, AnswersAtTheEndsOfTheRanges) {
    const RenyiPoint some = point(3, 0.5);
    EXPECT_EQ(optimal_epsilon(some, Delta{0.0}), Epsilon{infinity});
    EXPECT_EQ(optimal_epsilon(some, Delta{1.0}), Epsilon{0.0});
    EXPECT_EQ(optimal_delta(some, Epsilon{infinity}), Delta{0.0});
    EXPECT_EQ(optimal_delta(point(3, infinity), Epsilon{infinity}), Delta{1.0});
    EXPECT_EQ(optimal_epsilon(point(3, 0), Delta{0.0}), Epsilon{0.0});
    EXPECT_EQ(optimal_delta(point(3, 0), Epsilon{0.0}), Delta{0.0});
    EXPECT_EQ(optimal_epsilon(point(1, 0.5), Delta{0.1}), Epsilon{infinity});
    EXPECT_EQ(optimal_delta(point(1, 0.5), Epsilon{0.1}), Delta{1.0});
    EXPECT_EQ(optimal_epsilon(point(3, infinity), Delta{0.1}), Epsilon{infinity});
    EXPECT_EQ(optimal_epsilon(point(infinity, 0.5), Delta{0.0}), Epsilon{0.5});
    EXPECT_EQ(optimal_delta(point(infinity, 0.5), Epsilon{0.5}), Delta{0.0});
}

TEST(RenyiPointToApproximate, TheSmallestAndLargestNumbersHaveAnswers) {
    for (const double order : {1 + 0x1p-52, 2.0, 1e300}) {
        for (const double divergence : {5e-324, 1e-300, 1e-30, 1e30, 1e300}) {
            for (const double epsilon : {0.0, 5e-324, 1e-30, 1e300}) {
                const RenyiPoint point{Order{order}, Epsilon{divergence}};
                EXPECT_LE(optimal_delta(point, Epsilon{epsilon}),
                          canonne_delta(point, Epsilon{epsilon}));
            }
        }
    }
}

}  // namespace renyi_point_to_approximate_test
}  // namespace mizan
