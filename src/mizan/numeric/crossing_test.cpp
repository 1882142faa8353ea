// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/crossing.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "mizan/units/quantity.hpp"

#include "support/generators.hpp"

namespace mizan {
namespace crossing_test {

// A function that counts how often it is asked.
struct Counted {
    std::function<double(double)> f;
    int asked = 0;
    double operator()(double x) { return ++asked, f(x); }
};

TEST(Crossing, OfAPowerTakesAFewEvaluations) {
    Counted f{[](double x) { return 5 * std::pow(x, -1.7); }};
    const Crossing found = find_crossing(std::ref(f), 1e-3, {infinity, 0, 1, false});
    const double exact = std::pow(5000, 1 / 1.7);
    EXPECT_GE(*found.within, exact * (1 - 1e-14));
    EXPECT_LE(*found.beyond, exact * (1 + 1e-14));
    EXPECT_LE(*found.within - *found.beyond, 2e-11 * exact);
    EXPECT_LE(f.asked, 8);
}

TEST(Crossing, OfWholeNumbersIsExact) {
    const auto f = [](double n) { return std::sqrt(n) + 0.001 * n; };
    const Crossing found = find_crossing(f, 7, {0, 0x1p53, 1000, true});
    EXPECT_EQ(*found.beyond, *found.within + 1);
    EXPECT_LE(f(*found.within), 7);
    EXPECT_GT(f(*found.beyond), 7);
    const Crossing none = find_crossing([](double n) { return n; }, 0, {0, 0x1p53, 1000, true});
    EXPECT_EQ(*none.within, 0);
    EXPECT_EQ(*none.beyond, 1);
}

TEST(Crossing, SaysWhichEndDecides) {
    const auto two = [](double) { return 2.0; };
    const Crossing never = find_crossing(two, 3, {infinity, 0, 1, false});
    EXPECT_EQ(*never.within, 0);
    EXPECT_FALSE(never.beyond);
    const Crossing always = find_crossing(two, 1, {infinity, 0, 1, false});
    EXPECT_EQ(*always.beyond, infinity);
    EXPECT_FALSE(always.within);
}

TEST(Crossing, FindsJumpsFromNothingToInfinity) {
    const auto jump = [](double x) { return x < 3e-200 ? 0 : infinity; };
    const Crossing found = find_crossing(jump, 1, {0, infinity, 1, false});
    EXPECT_LT(*found.within, 3e-200);
    EXPECT_GE(*found.beyond, 3e-200);
    EXPECT_LE(*found.beyond - *found.within, 2e-11 * 3e-200);
    const Crossing endless = find_crossing(jump, infinity, {0, infinity, 1, false});
    EXPECT_EQ(*endless.within, infinity);
}

RC_GTEST_PROP(Crossing, IsBetweenItsEndsForEveryGrowth, ()) {
    const double place = std::exp(*support::uniform(-300, 300));
    const double power = std::exp(*support::uniform(-4, 4));
    const double bend = *support::uniform(0, 1);
    const bool grows = *rc::gen::arbitrary<bool>();
    Counted f{[=](double x) {
        const double part = grows ? x / place : place / x;
        return std::pow(part, power) * (1 - bend / 2 + bend / 2 * std::tanh(part - 1));
    }};
    const double level = f.f(place);
    const Crossing found = find_crossing(
        std::ref(f), level, {grows ? 0.0 : infinity, grows ? infinity : 0.0, 1, false});
    RC_ASSERT(f.f(*found.within) <= level);
    RC_ASSERT(f.f(*found.beyond) > level);
    RC_ASSERT(std::abs(*found.within - *found.beyond) <= 2e-11 * place);
    RC_ASSERT(f.asked < 60);
}

TEST(Crossing, IsGuessedFromFewEvaluations) {
    int evaluations = 0;
    const auto falls = [&](double x) {
        ++evaluations;
        return 100 / (x * x + x);
    };
    const CrossingSearch search{.low_end = infinity, .high_end = 0, .start = 1, .is_whole = false};
    const CrossingSearch guess = guess_crossing(falls, 0.01, search);
    EXPECT_LE(evaluations, 6);
    EXPECT_NEAR(guess.start, 99.5, 0.1);
    EXPECT_NEAR(guess.power, 2, 0.1);
}

TEST(Crossing, IsNotGuessedFromWhatIsNoNumber) {
    const CrossingSearch search{.low_end = 0, .high_end = 10, .start = 5, .is_whole = true};
    const CrossingSearch guess = guess_crossing([](double) { return std::nan(""); }, 1, search);
    EXPECT_EQ(guess.start, 5);
    EXPECT_EQ(guess.power, 1);
    // Whole numbers within the ends, whatever the function says.
    EXPECT_EQ(guess_crossing([](double x) { return x; }, 1e9, search).start, 10);
    EXPECT_EQ(guess_crossing([](double x) { return x; }, 3.5, search).start, 3);
}

}  // namespace crossing_test
}  // namespace mizan
