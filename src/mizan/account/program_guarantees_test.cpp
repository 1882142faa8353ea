// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/program_guarantees.hpp"

#include <gtest/gtest.h>

#include "mizan/curve/renyi_curve.hpp"

namespace mizan {
namespace program_guarantees_test {

TEST(Guarantees, AreTheSumsOfWhatEveryReleaseKeeps) {
    const Program program =
        2 * Program(Laplace{.noise_multiplier = 4}) + RandomizedResponse{.p = 0.75};
    const Guarantees all = guarantees(program, {});
    ASSERT_TRUE(all.pure.value && all.renyi.value && all.gdp.value);
    EXPECT_NEAR(all.pure.value->epsilon.value(), 0.5 + 1.0986122886681098, 1e-14);
    const auto point = renyi_curve(program, {}, {Order{3.0}}).front();
    EXPECT_EQ(all.renyi.value->curve(Order{3.0}).upper, point.y.upper);
}

TEST(Guarantees, OfGaussiansAddInSquares) {
    const Guarantees all = guarantees(4 * Program(Gaussian{.noise_multiplier = 2.0}), {});
    ASSERT_TRUE(all.gdp.value);
    EXPECT_NEAR(all.gdp.value->mu.value(), 1, 1e-14);
    EXPECT_EQ(all.pure.why_not, "gaussian has no pure epsilon");
}

TEST(Guarantees, OfAPromiseThatMayFailAreNone) {
    const Guarantees all = guarantees(approximate(Epsilon{1.0}, Delta{1e-5}), {});
    for (const std::string& why_not : {all.pure.why_not, all.renyi.why_not, all.gdp.why_not}) {
        EXPECT_EQ(why_not, "approximate may fail, with probability 1e-05");
    }
    EXPECT_FALSE(all.pure.value || all.renyi.value || all.gdp.value);
}

TEST(Guarantees, OfGroupsGrow) {
    const Guarantees all = guarantees(Laplace{.noise_multiplier = 10}, {.group_size = 3});
    EXPECT_NEAR(all.pure.value->epsilon.value(), 0.3, 1e-14);
}

}  // namespace program_guarantees_test
}  // namespace mizan
