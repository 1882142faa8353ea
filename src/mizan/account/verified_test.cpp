// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "mizan/account/account.hpp"
#include "mizan/engine/by_verification.hpp"

#include "support/oracle.hpp"

namespace mizan {
namespace verified_test {

Answer verified(const Program& program, std::variant<Delta, Epsilon> at,
                Relation relation = Relation::add_or_remove_one) {
    return account(program, Question{.at = at, .relation = relation, .verify = true});
}

void expect_last_digits(const Answer& answer) {
    EXPECT_EQ(answer.unverified, "");
    EXPECT_LE(answer.asked().width(), analysis::verified_width * answer.asked().upper);
}

TEST(Verified, EveryShapeThatIsPromisedIsKnownToTheLastDigits) {
    const Program training = 1000 * poisson(0.01, Gaussian{.noise_multiplier = 1.0});
    const Program noise = 20 * Laplace{.noise_multiplier = 10.0};
    const Program gaussians =
        Gaussian{.noise_multiplier = 3.0} + 7 * Gaussian{.noise_multiplier = 9.0};
    const Program promises = 5 * approximate(Epsilon{0.25}, Delta{1e-8});
    for (const Program& program :
         {training, gaussians, training + noise, gaussians + noise + promises,
          training + gaussians + promises, 100 * RandomizedResponse{.p = 0.6},
          1000 * approximate(Epsilon{0.03}, Delta{1e-10}),
          Program(Laplace{.noise_multiplier = 2.0})}) {
        expect_last_digits(verified(program, Delta{1e-6}));
        expect_last_digits(verified(program, Epsilon{0.25}));
    }
}

TEST(Verified, LiesInsideTheUsualAnswer) {
    const Program program = 500 * poisson(0.02, Gaussian{.noise_multiplier = 0.9}) +
                            3 * Laplace{.noise_multiplier = 4.0};
    const Bracket usual = account(program, Delta{1e-7}).asked();
    const Bracket narrow = verified(program, Delta{1e-7}).asked();
    EXPECT_LE(usual.lower, narrow.lower);
    EXPECT_GE(usual.upper, narrow.upper);
    EXPECT_LT(narrow.width(), usual.width() / 100);
}

// Their epsilons are the same bracket, but not the same number.
TEST(Verified, ResponsesThatDifferInTheLastDigitAreNotTakenForEqual) {
    const Program one = RandomizedResponse{.p = 0.0001},
                  other = RandomizedResponse{.p = 0.0001000000000000001},
                  noise = Gaussian{.noise_multiplier = 1.0};
    const Bracket first = verified(one + other + noise, Epsilon{38.0}).asked();
    const Bracket second = verified(other + one + noise, Epsilon{38.0}).asked();
    EXPECT_LE(first.lower, second.upper);
    EXPECT_LE(second.lower, first.upper);
}

// δ(ε) = Φ(μ/2 - ε/μ) - e^ε Φ(-μ/2 - ε/μ).
TEST(Verified, AGaussianHoldsItsClosedForm) {
    for (const double sigma : {0.3, 1.0, 7.0, 50.0}) {
        for (const double epsilon : {0.0, 0.1, 1.0, 3.0}) {
            const oracle::Real mu = oracle::Real(1) / oracle::Real(sigma), e(epsilon);
            const oracle::Real root = sqrt(oracle::Real(2));
            const oracle::Real truth =
                (erfc((e / mu - mu / 2) / root) - exp(e) * erfc((e / mu + mu / 2) / root)) / 2;
            const Answer answer = verified(Gaussian{.noise_multiplier = sigma}, Epsilon{epsilon});
            EXPECT_LE(answer.delta.lower, truth) << sigma << " " << epsilon;
            EXPECT_GE(answer.delta.upper, truth) << sigma << " " << epsilon;
            EXPECT_LE(answer.delta.width(), 1e-15 * answer.delta.upper + 5e-324)
                << sigma << " " << epsilon;
        }
    }
}

TEST(Verified, WhatCannotBeVerifiedSaysSoAndKeepsTheUsualAnswer) {
    for (const Program& program :
         {3 * Laplace{.noise_multiplier = 10.0} + 2 * pure(Epsilon{0.1}),
          10 * DiscreteGaussian{.sigma = 5.0, .sensitivity = 1.0}, 4 * zcdp(Rho{0.1})}) {
        const Bracket usual = account(program, Delta{1e-6}).asked();
        const Answer answer = verified(program, Delta{1e-6});
        EXPECT_NE(answer.unverified, "");
        EXPECT_LE(usual.lower, answer.asked().lower);
        EXPECT_EQ(usual.upper, answer.asked().upper);
    }
}

TEST(Verified, ExtremeProgramsAreAnswered) {
    for (const double size : {0.0, 1e-300, 1e-9, 1e300, infinity}) {
        for (const Program& program :
             {Program(Gaussian{.noise_multiplier = size}),
              Program(Laplace{.noise_multiplier = size}), Program(pure(Epsilon{size})),
              1'000'000'000'000 * Gaussian{.noise_multiplier = size},
              Gaussian{.noise_multiplier = 1.0} + pure(Epsilon{size}),
              Program(poisson(1e-9, Gaussian{.noise_multiplier = size}))}) {
            for (const double delta : {0.0, 1e-300, 0.5}) {
                const Bracket usual = account(program, Delta{delta}).asked();
                const Bracket asked = verified(program, Delta{delta}).asked();
                EXPECT_LE(usual.lower, asked.lower);
                EXPECT_GE(usual.upper, asked.upper);
            }
            for (const double epsilon : {0.0, 1e5}) {
                EXPECT_LE(verified(program, Epsilon{epsilon}).asked().upper, 1);
            }
        }
    }
}

}  // namespace verified_test
}  // namespace mizan
