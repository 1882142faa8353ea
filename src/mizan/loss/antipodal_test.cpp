// SPDX-License-Identifier: Apache-2.0
#include "mizan/loss/antipodal.hpp"

#include <gtest/gtest.h>

#include "mizan/divergence/pure.hpp"
#include "mizan/units/error.hpp"

#include "support/distributions.hpp"
#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace antipodal_test {

using oracle::contains;
using oracle::Real;

using Pair = std::pair<FiniteDistribution, FiniteDistribution>;

Pair any_pair() {
    const auto size = *rc::gen::inRange<std::size_t>(2, 5);
    const auto q = support::distribution(size, 1e-3);
    return {support::near(q, *support::log_uniform(1e-3, 3)), q};
}

bool meet(Bracket x, Bracket y) { return x.lower <= y.upper && y.lower <= x.upper; }

RC_GTEST_PROP(AntipodalPair, HasOnlyExtremeRatios, ()) {
    const auto [p, q] = any_pair();
    const auto split = antipodal_pair(outcomes(p, q));
    RC_ASSERT(is_antipodal(split));
    RC_ASSERT(is_antipodal(antipodal_pair(split)));
}

RC_GTEST_PROP(AntipodalPair, AddsUpToTheOriginalPair, ()) {
    const auto [p, q] = any_pair();
    Bracket p_mass = 0, q_mass = 0;
    for (const Outcome& o : antipodal_pair(outcomes(p, q))) {
        RC_ASSERT(o.p.lower >= 0 && o.q.lower >= 0);
        p_mass += o.p;
        q_mass += o.q;
    }
    RC_ASSERT(p_mass.contains(1) && q_mass.contains(1));
    RC_ASSERT(p_mass.width() < 1e-11 && q_mass.width() < 1e-11);
}

RC_GTEST_PROP(AntipodalPair, KeepsTheMaxDivergenceAndLosesNoKullbackLeibler, ()) {
    const auto [p, q] = any_pair();
    const auto before = outcomes(p, q), after = antipodal_pair(before);
    // Second road: the split in 50 digits. Its divergence is ε (M(+) - M(-)).
    const auto ps = support::exact(p), qs = support::exact(q);
    Real epsilon = 0, kl = 0, antipodal_kl = 0;
    for (std::size_t i = 0; i < ps.size(); ++i) {
        epsilon = std::max(epsilon, Real(abs(log(ps[i] / qs[i]))));
        kl += ps[i] * log(ps[i] / qs[i]);
    }
    for (std::size_t i = 0; i < ps.size(); ++i) {
        const Real extreme = ps[i] > qs[i] ? epsilon : Real(-epsilon);
        antipodal_kl += extreme * (ps[i] - qs[i]) / (1 - exp(-extreme));
    }
    RC_ASSERT(kl <= antipodal_kl);
    RC_ASSERT(contains(symmetric_max_divergence(after), epsilon));
    RC_ASSERT(contains(kl_divergence(after), antipodal_kl));
    RC_ASSERT(
        meet(kl_divergence(after), symmetric_max_divergence(before) * total_variation(before)));
    RC_ASSERT(kl_divergence(after).lower <=
              largest_kl(Epsilon{symmetric_max_divergence(before).upper}).upper);
}

RC_GTEST_PROP(AntipodalPair, HasTheSameDivergenceBothWays, ()) {
    const auto [p, q] = any_pair();
    auto pair = antipodal_pair(outcomes(p, q));
    const Bracket there = kl_divergence(pair);
    for (Outcome& o : pair) o = {o.q, o.p, -o.log_ratio};
    const Bracket back = kl_divergence(pair);
    RC_ASSERT(meet(there, back));
    RC_ASSERT(hull(there, back).width() <= 1e-9 * there.upper);
}

TEST(AntipodalPair, OfRandomizedResponseIsItself) {
    const auto pair = outcomes(FiniteDistribution({0.75, 0.25}), FiniteDistribution({0.25, 0.75}));
    EXPECT_TRUE(is_antipodal(pair));
    EXPECT_EQ(antipodal_pair(pair).size(), 2u);
    EXPECT_EQ(kl_divergence(antipodal_pair(pair)), kl_divergence(pair));
}

TEST(AntipodalPair, OfEqualDistributionsIsThePairAndOfUnequalSupportsDoesNotExist) {
    const FiniteDistribution p({0.5, 0.5}), q({1, 0}), r({0.1, 0.2, 0.7}), s({0.3, 0.3, 0.4});
    EXPECT_EQ(kl_divergence(antipodal_pair(outcomes(p, p))), Bracket(0));
    EXPECT_THROW((void)antipodal_pair(outcomes(p, q)), DomainError);
    EXPECT_THROW((void)antipodal_pair(outcomes(q, p)), DomainError);
    EXPECT_FALSE(is_antipodal(outcomes(r, s)));
}

}  // namespace antipodal_test
}  // namespace mizan
