// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/quadrature.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "mizan/units/quantity.hpp"

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace quadrature_test {

using oracle::contains;
using oracle::is_sharp;
using oracle::Real;

Bracket integral(const quadrature::Function& f, std::vector<double> points) {
    return quadrature::integral(f, points);
}

RC_GTEST_PROP(Jet, HasTheCoefficientsOfKnownSeries, ()) {
    const double at = *support::uniform(0.1, 3);
    const Jet x = Jet::variable(at);
    const Jet e = exp(x), l = log(x), r = 1 / x, p = square(x) * x, m = expm1(2 * x);
    Real factorial = 1, power = 1, two = 1;
    for (std::size_t k = 0; k <= Jet::degree; ++k) {
        const Real sign = k % 2 == 0 ? 1 : -1;
        RC_ASSERT(contains(e[k], exp(Real(at)) / factorial));
        RC_ASSERT(contains(r[k], sign / (power * Real(at))));
        if (k > 0) RC_ASSERT(contains(l[k], -sign / (k * power)));
        if (k > 0) RC_ASSERT(contains(m[k], exp(2 * Real(at)) * two / factorial));
        factorial *= k + 1;
        power *= Real(at);
        two *= 2;
    }
    RC_ASSERT(contains(m[0], expm1(2 * Real(at))));
    RC_ASSERT(contains(p[0], Real(at) * at * at) && contains(p[1], 3 * Real(at) * at));
    RC_ASSERT(contains(p[2], 3 * Real(at)) && p[3].contains(1) && p[4] == Bracket(0));
}

TEST(Jet, KnowsOnlyTheValueAtAKink) {
    const Jet kink = abs(Jet::variable({-1, 2}));
    EXPECT_EQ(kink.value(), Bracket(0, 2));
    EXPECT_EQ(kink[2], Bracket::whole_line());
    EXPECT_EQ(abs(Jet::variable({-2, -1})).slope(), Bracket(-1));
    EXPECT_EQ(positive_part(Jet::variable({-2, -1})).value(), Bracket(0));
    EXPECT_EQ(positive_part(Jet::variable({1, 2})).slope(), Bracket(1));
}

RC_GTEST_PROP(Quadrature, BracketsTheIntegralOfTheExponential, ()) {
    const double a = *support::uniform(-20, 20), b = a + *support::log_uniform(1e-6, 20);
    const Real exact = exp(Real(b)) - exp(Real(a));
    const Bracket value = integral([](const Jet& x) { return exp(x); }, {a, b});
    RC_ASSERT(contains(value, exact));
    RC_ASSERT(is_sharp(value, exact, 2e-12));
}

TEST(Quadrature, BracketsTheNormalIntegral) {
    const auto density = [](const Jet& x) {
        return exp(-square(x) / 2 - constant::log_sqrt_2pi());
    };
    const Real exact = 1 - 2 * oracle::normal_tail(Real(10));
    const Bracket value = integral(density, {-10, 10});
    EXPECT_TRUE(contains(value, exact));
    EXPECT_LT(value.width(), 1e-11);
}

TEST(Quadrature, FindsKinksByItselfAndKnowsThemWhenTold) {
    const auto tent = [](const Jet& x) { return abs(x - 1.0 / 3); };
    const Real third(1.0 / 3), exact = (third * third + (1 - third) * (1 - third)) / 2;
    const Bracket found = integral(tent, {0, 1}), told = integral(tent, {0, 1.0 / 3, 1});
    EXPECT_TRUE(contains(found, exact) && contains(told, exact));
    EXPECT_LT(found.width(), 1e-11);
    EXPECT_LT(told.width(), 1e-14);
}

TEST(Quadrature, NarrowPeaksAreNotMissed) {
    // Width 1e-6 in an interval of length 2e3.
    const auto peak = [](const Jet& x) { return exp(-square(x * 1e6) / 2); };
    const Bracket value = integral(peak, {-1000, 1000.5});
    const Real exact = sqrt(2 * Real::pi()) / 1000000;
    EXPECT_TRUE(contains(value, exact));
    EXPECT_TRUE(is_sharp(value, exact, 1e-10));
}

TEST(Quadrature, WithLittleEffortIsStillABracket) {
    const auto wave = [](const Jet& x) { return exp(-square(x)); };
    const std::vector<double> points{-5, 5};
    const Bracket rough = quadrature::integral(wave, points, {1e-12, 4});
    EXPECT_GT(rough.width(), 1e-3);
    EXPECT_TRUE(contains(rough, sqrt(Real::pi())));
    EXPECT_EQ(integral(wave, {1, 1}), Bracket(0));
    EXPECT_EQ(integral(wave, {}), Bracket(0));
}

TEST(Quadrature, MeanValuesSharpenFormulasThatNameTheirVariableTwice) {
    const auto flat = [](const Jet& x) { return abs(x + 1.0) - abs(x); };
    EXPECT_EQ(flat(Jet::variable({1, 100})).value(), Bracket(-98, 100));
    EXPECT_EQ(quadrature::by_mean_value(flat)(Jet::variable({1, 100})).value(), Bracket(1));
    EXPECT_EQ(quadrature::by_mean_value(flat)(Jet::variable(7)).value(), Bracket(1));
}

TEST(Quadrature, TailsOfExponentialsAreBounded) {
    const auto normal = [](const Jet& x) { return -square(x) / 2; };
    const Real exact = oracle::normal_tail(Real(5)) * sqrt(2 * Real::pi());
    for (const Bracket tail :
         {quadrature::tail_to_the_right(normal, 5), quadrature::tail_to_the_left(normal, -5)}) {
        EXPECT_TRUE(contains(tail, exact));
        EXPECT_LT(tail.upper, 1.05 * static_cast<double>(exact));
    }
    EXPECT_EQ(quadrature::tail_to_the_right([](const Jet& x) { return x; }, 0).upper, infinity);
    EXPECT_EQ(quadrature::tail_to_the_right([](const Jet& x) { return 0 * x; }, 0).upper, infinity);
}

}  // namespace quadrature_test
}  // namespace mizan
