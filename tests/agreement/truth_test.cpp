// SPDX-License-Identifier: Apache-2.0
// Whole accounts against truth to forty digits, in ball arithmetic and by other lines, steps and
// quadratures. bench/random_programs --truth runs as many as one likes.
#include <gtest/gtest.h>

#include "mizan/account/account.hpp"

#include "support/truth_cases.hpp"

namespace mizan {
namespace truth_test {

TEST(Truth, RandomProgramsHoldIt) {
    support::TruthCases cases(2);
    int known = 0;
    for (int i = 0; i < 16; ++i) {
        const support::TruthCase next = cases.next();
        const support::Verdict verdict = support::judge(next);
        EXPECT_EQ(verdict.contradiction, "") << "case " << i;
        known += verdict.known ? 1 : 0;
    }
    EXPECT_GE(known, 8);
}

// The truth itself, where mathematics knows better.
TEST(Truth, OfOneGaussianIsItsClosedForm) {
    const support::TruthCase gaussian{Gaussian{.noise_multiplier = 2.0},
                                      {{oracle::TruthPart::Kind::gaussian, 1, 2.0}},
                                      Delta{1e-3},
                                      false};
    const auto truth = support::Truth::near(gaussian, 1, 1e-2);
    ASSERT_TRUE(truth.has_value());
    using oracle::Real;
    const Real root = sqrt(Real(2)), mu(0.5), e(1);
    const Real closed =
        (erfc((e / mu - mu / 2) / root) - exp(e) * erfc((e / mu + mu / 2) / root)) / 2;
    EXPECT_LT(abs(truth->delta(1).real() - closed), closed * 1e-38);
    EXPECT_GT(truth->delta(1).digits(), 40);
}

}  // namespace truth_test
}  // namespace mizan
