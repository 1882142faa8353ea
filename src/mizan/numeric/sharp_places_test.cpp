// SPDX-License-Identifier: Apache-2.0
// Of exponential.hpp, logarithm.hpp, angle.hpp and normal.hpp: arguments where one part of a
// formula decides alone, so that a mistake in it stands out from the roundings of the others.
#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "mizan/numeric/test_functions.hpp"
#include "mizan/numeric/two_doubles.hpp"

namespace mizan {
namespace sharp_places_test {

using test_functions::error_in_units, test_functions::Function, test_functions::Pair;
using test_functions::is_rounded_once, test_functions::uniform, oracle::Real;

const Function& named(const std::string& name) {
    return *std::ranges::find(test_functions::all(), name, &Function::name);
}

struct Comparison {
    double found;
    Real exact;
};

Comparison compare(const std::string& name, const Pair& x) {
    const Function& function = named(name);
    return {function.ours(x[0], x[1]), function.truth(Real(x[0]), Real(x[1]))};
}

void expect_bound(const std::string& name, const Pair& x) {
    const auto [found, exact] = compare(name, x);
    EXPECT_TRUE(test_functions::keeps_its_bound(named(name), found, exact))
        << std::hexfloat << name << " of " << x[0] << ", " << x[1] << " is not " << found;
}

void expect_within(double units, const std::string& name, const Pair& x) {
    const auto [found, exact] = compare(name, x);
    EXPECT_LE(error_in_units(found, exact), units)
        << std::hexfloat << name << " of " << x[0] << ", " << x[1] << " is not " << found;
}

void expect_one_rounding(const std::string& name, const Pair& x) {
    const auto [found, exact] = compare(name, x);
    EXPECT_TRUE(is_rounded_once(found, exact, 0.05))
        << std::hexfloat << name << " of " << x[0] << ", " << x[1] << " is not " << found;
}

TEST(SharpPlaces, EveryEntryOfTheTablesIsRight) {
    std::mt19937_64 random(12);
    constexpr int count = 1 << 14;
    for (int k = 0; k < count; ++k) {
        // The 128 intervals of e^x and the 256 of log x, each at least sixty times.
        const double place = k + uniform(random, 0, 1);
        expect_bound("exp", {(place - count / 2) / 1024 * std::log(2.0), 0});
        expect_bound("log", {0.69986 * (1 + place / count), 0});
    }
}

TEST(SharpPlaces, EveryBinaryExponentKeepsTheBound) {
    std::mt19937_64 random(13);
    for (int exponent = -70; exponent <= 70; ++exponent) {
        for (int i = 0; i < 10; ++i) {
            const double x = std::ldexp(uniform(random, 1, 2), exponent);
            for (const char* name :
                 {"exp", "expm1", "log", "log1p", "sinh", "cosh", "tanh", "asinh", "sin", "cos"}) {
                expect_bound(name, {x, 0});
            }
            expect_bound("expm1", {-x, 0});
            if (exponent >= 0) continue;
            expect_bound("log1p", {-x, 0});
            expect_bound("asin", {x, 0});
            expect_bound("asin", {1 - x, 0});
        }
    }
}

// Near both ends of the doubles what the logarithm loses counts most.
TEST(SharpPlaces, PowersNearTheEndsKeepTheirBound) {
    std::mt19937_64 random(14);
    for (int i = 0; i < 3000; ++i) {
        const double x = test_functions::positive(random)[0];
        const double power = uniform(random, 600, 708) * (i % 2 == 0 ? 1 : -1);
        expect_bound("pow", {x, power / std::log(x)});
    }
}

// Near a zero sine and cosine are what is left of the angle, which one rounding makes.
TEST(SharpPlaces, SinesNearTheirZerosAreTheReducedAngle) {
    constexpr DoubleDouble half_pi{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
    std::mt19937_64 random(15);
    const auto expect_reduced = [](double k, double x) {
        expect_within(1.06, std::fmod(k, 2) == 0 ? "sin" : "cos", {x, 0});
    };
    int near = 0;
    for (double k = 1; k < 660000; ++k) {  // up to 2^20
        const DoubleDouble angle = half_pi * DoubleDouble(k);
        if (std::abs(angle.low) >= 0x1p-43) continue;
        ++near;
        expect_reduced(k, angle.high);
    }
    EXPECT_GT(near, 300);
    for (int i = 0; i < 2000; ++i) {
        const double k = std::floor(std::exp2(uniform(random, 20, 25)));
        expect_reduced(k, (half_pi * DoubleDouble(k)).high);
    }
}

// Angles of which the series gives little: the stored angle and the last sum are all that errs.
TEST(SharpPlaces, AnglesNearTheStoredOnesAreRoundedOnce) {
    std::mt19937_64 random(16);
    for (int i = 0; i < 1000; ++i) {
        const double x = uniform(random, 1, 2);
        const double little = std::exp2(uniform(random, -40, -10));
        expect_one_rounding("atan2", {x / 2 * (1 + little), x});
        expect_one_rounding("atan2", {x / 2 * (1 - little), x});
        expect_one_rounding("atan2", {x * (1 - little), x});
        expect_one_rounding("atan2", {x, little});
        expect_one_rounding("atan2", {little, -x});
        expect_one_rounding("atan2", {-little, -x});
    }
}

// Just below 1/4 half a unit in the last place is at most 0.56u of a number: quotient and sum cost
// no more, and the series 0.19u.
TEST(SharpPlaces, AnglesOfTheSeriesAloneErrLess) {
    std::mt19937_64 random(17);
    for (int i = 0; i < 3000; ++i) {
        const double x = uniform(random, 1, 2);
        expect_within(1.31, "atan2", {x * uniform(random, 0.23, 0.25), x});
    }
}

TEST(SharpPlaces, DirectionsOfTheLargestAndSmallestNumbers) {
    std::mt19937_64 random(18);
    for (const int exponent : {-1074, -1073, -1022, -801, -800, -600, 999, 1000, 1023}) {
        for (int i = 0; i < 50; ++i) {
            const double x = std::ldexp(uniform(random, 1, 2), exponent);
            for (const double y : {x, 0.9 * x, 0.5 * x, 0.1 * x, -0.3 * x}) {
                expect_bound("atan2", {y, x});
                expect_bound("atan2", {x, -y});
                if (exponent < 1023) expect_bound("hypot", {x, y});
            }
        }
    }
}

// At the ends of an interval all terms of its series count; Mills' ratio and tails have brackets.
TEST(SharpPlaces, MillsRatioAtTheEndsOfItsIntervals) {
    std::mt19937_64 random(19);
    const Real root = sqrt(2 * Real::pi());
    for (int i = 0; i < 6000; ++i) {
        const double end = 0.25 * static_cast<double>(random() % 33);
        const double x =
            i % 2 == 0 ? uniform(random, 0, 8) : std::abs(end + uniform(random, -0.001, 0.001));
        const Real tail = oracle::normal_tail(Real(x));
        const Real ratio = tail * exp(Real(x) * Real(x) / 2) * root;
        EXPECT_TRUE(oracle::contains(normal::mills_ratio(x), ratio)) << x;
        EXPECT_LE(error_in_units(normal::tail(x).middle(), tail), 7) << x;
        if (x < 8) expect_bound("mills_ratio", {x, 0});
    }
}

}  // namespace sharp_places_test
}  // namespace mizan
