// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/term/own_mechanism.hpp"

#include <cstring>

#include <gtest/gtest.h>

#include "mizan/account/account.hpp"
#include "mizan/curve/curves.hpp"

namespace mizan {
namespace own_mechanism_test {

// Laplace noise, described by its profile alone.
struct OwnLaplace {
    static constexpr std::string_view name = "own_laplace";
    double scale;
    [[nodiscard]] Bracket delta(Epsilon epsilon) const { return Laplace{scale}.delta(epsilon); }
    friend bool operator==(const OwnLaplace&, const OwnLaplace&) = default;
};

struct OwnGaussian {
    static constexpr std::string_view name = "own_gaussian";
    double sigma;
    [[nodiscard]] Bracket delta(Epsilon epsilon) const { return Gaussian{sigma}.delta(epsilon); }
    [[nodiscard]] Bracket renyi(Order order) const { return Gaussian{sigma}.renyi(order); }
    friend bool operator==(const OwnGaussian&, const OwnGaussian&) = default;
};

// Any function in place of a profile.
struct OwnFunction {
    static constexpr std::string_view name = "own_function";
    Bracket (*function)(double);
    [[nodiscard]] Bracket delta(Epsilon epsilon) const { return function(epsilon.value()); }
    friend bool operator==(const OwnFunction&, const OwnFunction&) = default;
};

const Question at_a_millionth{.at = Delta{1e-6}};

TEST(OwnMechanism, CostsWhatTheSameMechanismCostsInEveryCompany) {
    using Company = Program (*)(const Program& laplace, const Program& gaussian);
    const std::vector<Company> all{
        [](const Program& laplace, const Program&) { return laplace; },
        [](const Program&, const Program& gaussian) { return gaussian; },
        [](const Program& laplace, const Program& gaussian) {
            return 50 * laplace + 10 * gaussian;
        },
        [](const Program& laplace, const Program& gaussian) {
            return 500 * poisson(0.01, laplace) + poisson(0.25, gaussian);
        },
        [](const Program&, const Program& gaussian) {
            return 9 * without_replacement(100, 10, gaussian);
        },
        [](const Program& laplace, const Program&) { return group(3, laplace); },
    };
    for (const Company& company : all) {
        const Bracket found = cost(company(OwnLaplace{4}, OwnGaussian{2}), at_a_millionth);
        const Bracket truth = cost(company(Laplace{4.0}, Gaussian{2.0}), at_a_millionth);
        EXPECT_LE(found.lower, truth.upper);
        EXPECT_GE(found.upper, truth.lower);
        EXPECT_LE(found.upper, truth.upper * 1.005);
    }
    EXPECT_GE(cost(50 * Program(OwnLaplace{4}), at_a_millionth).lower,
              cost(50 * Program(Laplace{4.0}), at_a_millionth).lower * 0.995);
}

TEST(OwnMechanism, WithACurveIsKnownAtTheSmallestDelta) {
    const Question question{.at = Delta{1e-100}};
    const Answer own = account(100 * Program(OwnGaussian{20}), question);
    const Answer known = account(100 * Program(Gaussian{20.0}), question);
    EXPECT_EQ(own.best, "renyi");
    EXPECT_LT(own.epsilon.upper, infinity);
    EXPECT_GE(own.epsilon.upper, known.epsilon.lower);
    for (const Analysis& analysis : known.analyses) {
        if (analysis.name == "renyi") {
            EXPECT_NEAR(own.epsilon.upper, *analysis.bound, 1e-9);
        }
    }
    const auto curve = renyi_curve(OwnGaussian{20}, {}, {Order{3}});
    EXPECT_EQ(curve.front().y.upper, Gaussian{20.0}.renyi(Order{3}).upper);
}

TEST(OwnMechanism, MayShowEverythingOrNothing) {
    const Program everything = OwnFunction{[](double) { return Bracket(1); }};
    const Program nothing = OwnFunction{[](double) { return Bracket(0); }};
    const Program unknown = OwnFunction{[](double) { return Bracket(0, 1); }};
    for (const Program& program : {everything, 3 * everything, group(2, everything)}) {
        EXPECT_EQ(cost(program, at_a_millionth).upper, infinity);
    }
    EXPECT_EQ(cost(100 * nothing, at_a_millionth).upper, 0);
    EXPECT_EQ(cost(unknown, at_a_millionth).lower, 0);
    EXPECT_EQ(cost(unknown, at_a_millionth).upper, infinity);
}

TEST(OwnMechanism, WithoutAPrivacyProfileIsRefused) {
    const std::vector<std::pair<OwnFunction, const char*>> lies{
        {{[](double) { return Bracket(2); }},
         "own_function: delta(512) must lie in [0, 1], got [2, 2]"},
        {{[](double) { return Bracket(-0.5); }},
         "own_function: delta(512) must lie in [0, 1], got [-0.5, -0.5]"},
        {{[](double epsilon) { return Bracket(epsilon < 0.5 ? 0.1
                                              : epsilon < 1 ? 0.2
                                                            : 0); }},
         "own_function has no privacy profile: its delta rises at epsilon 0.5"},
        {{[](double epsilon) { return Bracket(epsilon < 0.9 ? 0.1 : 0); }},
         "own_function has no privacy profile: its delta bends down, as a function of "
         "exp(epsilon),"},
    };
    for (const auto& [mechanism, why] : lies) {
        try {
            static_cast<void>(cost(mechanism, at_a_millionth));
            ADD_FAILURE() << why;
        } catch (const InputError& error) {
            EXPECT_EQ(std::string(error.what()).substr(0, std::strlen(why)), why);
        }
    }
}

TEST(OwnMechanism, IsItsTypeAndItsValue) {
    EXPECT_EQ(Program(OwnLaplace{2}), Program(OwnLaplace{2}));
    EXPECT_NE(Program(OwnLaplace{2}), Program(OwnLaplace{3}));
    EXPECT_NE(Program(OwnLaplace{2}), Program(OwnGaussian{2}));
    EXPECT_NE(Program(OwnLaplace{2}), Program(Laplace{2.0}));
}

}  // namespace own_mechanism_test
}  // namespace mizan
