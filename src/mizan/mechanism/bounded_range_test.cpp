// SPDX-License-Identifier: Apache-2.0
#include "mizan/mechanism/bounded_range.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace bounded_range_test {

using oracle::contains;
using oracle::is_sharp;
using oracle::Real;
using support::log_uniform;
using Wide = oracle::Digits<100>;

// Two outcomes with the losses t and t - ε.
struct TwoPoints {
    Wide t, range;
    [[nodiscard]] Wide p() const { return (1 - exp(t - range)) / (1 - exp(-range)); }
    [[nodiscard]] Wide q() const { return p() * exp(-t); }
    [[nodiscard]] Wide delta(const Wide& x) const {
        const Wide first = p() - exp(x) * q(), second = (1 - p()) - exp(x) * (1 - q());
        return std::max(Wide(0), first) + std::max(Wide(0), second);
    }
    [[nodiscard]] Wide renyi(const Wide& order) const {
        const Wide c = order - 1;
        return log(p() * exp(c * t) + (1 - p()) * exp(c * (t - range))) / c;
    }
};

RC_GTEST_PROP(BoundedRange, DeltaIsTheWorstOfAllPairs, ()) {
    const double range = *log_uniform(1e-6, 50), x = range * *support::uniform(0, 1);
    const Bracket delta = BoundedRange(range).delta(Epsilon{x});
    const Wide best = (Wide(x) + Wide(range)) / 2;
    RC_ASSERT(is_sharp(delta, Real(TwoPoints{best, range}.delta(x)), 1e-7));
    RC_ASSERT(contains(delta, Real(TwoPoints{best, range}.delta(x))));
    const Wide other = Wide(range) * Wide(*support::uniform(0, 1));
    RC_ASSERT(Real(TwoPoints{other, range}.delta(x)) <= Real(delta.upper));
    const Bracket back = BoundedRange(range).epsilon(Delta{delta.middle()});
    RC_ASSERT(back.lower <= x * (1 + 1e-6) + 1e-9 * range);
    RC_ASSERT(back.upper >= x * (1 - 1e-6) - 1e-9 * range);
}

// P(y > z) - e^x Q(y > z) at the z where the densities have the ratio e^x.
RC_GTEST_PROP(BoundedRange, ProfileIsThatOfLogisticNoise, ()) {
    const double range = *log_uniform(1e-3, 30), x = range * *support::uniform(0, 0.99);
    const auto above = [](const Wide& z) -> Wide { return 1 / (1 + exp(z)); };
    // density ratio e^ε ((1 + e^z) / (e^ε + e^z))² = e^x
    const Wide root = exp((Wide(x) - Wide(range)) / 2);
    const Wide z = log((root * exp(Wide(range)) - 1) / (1 - root));
    const Wide delta = above(z - Wide(range)) - exp(Wide(x)) * above(z);
    RC_ASSERT(contains(BoundedRange(range).delta(Epsilon{x}), Real(delta)));
    const Wide rate = above(z);
    const Bracket missed = BoundedRange(range).tradeoff(static_cast<double>(Real(rate)));
    RC_ASSERT(abs(Real(missed.middle()) - Real(1 - above(z - Wide(range)))) < Real(1e-12));
    // the losses of the pair: P(L > x) = δ + e^x Q(L > x)
    RC_ASSERT(abs(Real(1 - BoundedRange(range).loss_cdf(x).middle()) -
                  Real(above(z - Wide(range)))) < Real(1e-12));
}

RC_GTEST_PROP(BoundedRange, RenyiIsTheLargestOfAllPairs, ()) {
    const double range = *log_uniform(1e-6, 50), order = *support::order();
    const Bracket divergence = BoundedRange(range).renyi(Order{order});
    const Wide c = Wide(order) - 1, e = range;
    const Wide best = e + log(c * (1 - exp(-(c + 1) * e)) / ((c + 1) * (1 - exp(-c * e))));
    RC_ASSERT(contains(divergence, Real(TwoPoints{best, e}.renyi(order))));
    RC_ASSERT(is_sharp(divergence, Real(TwoPoints{best, e}.renyi(order)), 1e-6));
    const Wide other = e * Wide(*support::uniform(0, 1));
    RC_ASSERT(Real(TwoPoints{other, e}.renyi(order)) <= Real(divergence.upper));
}

// Without the bounds that the largest slope gives, the curve itself keeps them.
RC_GTEST_PROP(BoundedRange, SlopeIsLargestAtOrderOne, ()) {
    const double range = *log_uniform(1e-6, 50);
    const Wide e = range, r = e / (exp(e) - 1), slope = r - 1 - log(r);
    const Bracket rho = BoundedRange(range).zcdp_rho();
    RC_ASSERT(contains(rho, Real(slope)));
    RC_ASSERT(is_sharp(rho, Real(slope), 1e-13));
    RC_ASSERT(slope <= e * e / 8);
    const Wide order = *support::order(), c = order - 1;
    const Wide best = e + log(c * (1 - exp(-order * e)) / (order * (1 - exp(-c * e))));
    RC_ASSERT((TwoPoints{best, e}.renyi(order) <= order * slope));
}

TEST(BoundedRange, EndsAreKnown) {
    for (const double range : {0.0, 5e-324, 1e-300, 1e-9, 1.0, 1e3, 1e300, infinity}) {
        const BoundedRange mechanism{Bracket(range)};
        EXPECT_EQ(mechanism.renyi(Order{infinity}), Bracket(range));
        EXPECT_EQ(mechanism.epsilon(Delta{0.0}), Bracket(range));
        EXPECT_EQ(mechanism.epsilon(Delta{1.0}), Bracket(0));
        for (const double order : {1.0, 1 + 1e-15, 2.0, 1e6, 1e300}) {
            const Bracket divergence = mechanism.renyi(Order{order});
            EXPECT_LE(0, divergence.lower);
            EXPECT_LE(divergence.upper, range);
        }
        for (const double x : {0.0, 1e-300, 1.0, 1e300, infinity}) {
            const Bracket delta = mechanism.delta(Epsilon{x});
            EXPECT_LE(0, delta.lower);
            EXPECT_LE(delta.upper, 1);
            EXPECT_LE(mechanism.loss_cdf(x).upper, 1);
        }
        EXPECT_EQ(mechanism.tradeoff(1), Bracket(0));
    }
    EXPECT_EQ(BoundedRange(0).delta(Epsilon{0.0}), Bracket(0));
    EXPECT_EQ(BoundedRange(infinity).delta(Epsilon{5.0}), Bracket(1));
}

}  // namespace bounded_range_test
}  // namespace mizan
