// SPDX-License-Identifier: Apache-2.0
#include "mizan/mechanism/bucket_randomized_response.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "mizan/mechanism/randomized_response.hpp"

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace bucket_randomized_response_test {

using oracle::contains;
using oracle::is_sharp;
using oracle::Real;
using support::log_uniform;

// Differences of order (1-p)² survive in 100 digits even where they are 1e-40.
using Wide = oracle::Digits<100>;

// The two output distributions, outcome by outcome.
struct Outputs {
    std::vector<Wide> p, q;
};
Outputs outputs(const BucketRandomizedResponse& response) {
    const Wide noise = response.noise_parameter.value();
    const auto k = static_cast<std::size_t>(response.num_buckets.value());
    const bool special = response.relation == Relation::replace_special;
    Outputs out{std::vector<Wide>(k, noise / k),
                std::vector<Wide>(k, special ? 1 / Wide(k) : noise / k)};
    out.p[0] += 1 - noise;
    if (!special) out.q[k > 1 ? 1 : 0] += 1 - noise;
    return out;
}

// D_α(P‖Q) by its definition, the largest ratio in front so that nothing overflows.
Wide divergence(const std::vector<Wide>& p, const std::vector<Wide>& q, const Wide& order) {
    Wide top = 0, sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i) top = std::max(top, Wide(p[i] / q[i]));
    for (std::size_t i = 0; i < p.size(); ++i) {
        sum += order == 1 ? Wide(p[i] * log(p[i] / q[i]))
                          : Wide(p[i] * pow(p[i] / q[i] / top, order - 1));
    }
    return order == 1 ? sum : Wide(log(top) + log(sum) / (order - 1));
}

Wide hockey_stick(const std::vector<Wide>& p, const std::vector<Wide>& q, const Wide& grow) {
    Wide sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i) sum += std::max(Wide(0), Wide(p[i] - grow * q[i]));
    return sum;
}

rc::Gen<BucketRandomizedResponse> response() {
    const auto noise = rc::gen::oneOf(
        log_uniform(1e-9, 1), rc::gen::map(log_uniform(1e-9, 1), [](double x) { return 1 - x; }));
    return rc::gen::apply(
        [](double p, int k, Relation relation) {
            return BucketRandomizedResponse{
                .noise_parameter = p, .num_buckets = static_cast<double>(k), .relation = relation};
        },
        rc::gen::suchThat(noise, [](double p) { return 0 < p && p < 1; }), rc::gen::inRange(2, 6),
        rc::gen::element(Relation::replace_one, Relation::replace_special));
}

RC_GTEST_PROP(BucketRandomizedResponse, RenyiIsTheLargerDivergenceOfTheEnumeratedOutputs, ()) {
    const BucketRandomizedResponse mechanism = *response();
    const double order = *rc::gen::oneOf(rc::gen::just(1.0), support::order());
    const auto [p, q] = outputs(mechanism);
    const Real exact(std::max(divergence(p, q, order), divergence(q, p, order)));
    const Bracket computed = mechanism.renyi(Order{order});
    RC_ASSERT(contains(computed, exact));
    RC_ASSERT(is_sharp(computed, exact, 1e-11));
}

RC_GTEST_PROP(BucketRandomizedResponse, DeltaIsTheLargerHockeyStickOfTheEnumeratedOutputs, ()) {
    const BucketRandomizedResponse mechanism = *response();
    const double epsilon = *rc::gen::oneOf(rc::gen::just(0.0), log_uniform(1e-9, 20));
    const auto [p, q] = outputs(mechanism);
    const Wide grow = exp(Wide(epsilon));
    const Real exact(std::max(hockey_stick(p, q, grow), hockey_stick(q, p, grow)));
    const Bracket computed = mechanism.delta(Epsilon{epsilon});
    RC_ASSERT(contains(computed, exact));
    RC_ASSERT(computed.width() <= 1e-13);
}

RC_GTEST_PROP(BucketRandomizedResponse, TradeoffIsTheBestTestOfTheEnumeratedOutputs, ()) {
    const BucketRandomizedResponse mechanism = *response();
    const double x = *support::uniform(0, 1);
    const auto [p, q] = outputs(mechanism);
    // Neyman-Pearson: reject the outcomes in the order of their ratio, the last one in part.
    const auto best_test = [&](const std::vector<Wide>& null, const std::vector<Wide>& other) {
        std::vector<std::size_t> by_ratio(null.size());
        for (std::size_t i = 0; i < by_ratio.size(); ++i) by_ratio[i] = i;
        std::sort(by_ratio.begin(), by_ratio.end(), [&](std::size_t i, std::size_t j) {
            return other[i] * null[j] > other[j] * null[i];
        });
        Wide left = x, miss = 1;
        for (const std::size_t i : by_ratio) {
            const Wide part = std::min(Wide(1), Wide(left / null[i]));
            miss -= part * other[i];
            left -= part * null[i];
        }
        return miss;
    };
    const Real exact(std::min(best_test(p, q), best_test(q, p)));
    const Bracket computed = mechanism.tradeoff(x);
    RC_ASSERT(Real(computed.lower) <= exact + Real(1e-40));
    RC_ASSERT(Real(computed.upper) >= exact - Real(1e-40));
    RC_ASSERT(computed.width() <= 1e-13);
}

// E e^(λ(L - E L)) ≤ e^(λ²τ²/2) for both orders of the pair and every real λ.
RC_GTEST_PROP(BucketRandomizedResponse, ConcentratedPairBoundsTheMoments, ()) {
    const BucketRandomizedResponse mechanism = *response();
    const double lambda = *support::uniform(-20, 20);
    const CDP cdp = mechanism.cdp();
    const auto [p, q] = outputs(mechanism);
    const auto holds = [&](const std::vector<Wide>& from, const std::vector<Wide>& to) {
        const Wide mean = divergence(from, to, 1), tau = cdp.tau.value();
        Wide moment = 0;
        for (std::size_t i = 0; i < from.size(); ++i) {
            moment += from[i] * exp(lambda * (log(from[i] / to[i]) - mean));
        }
        return log(moment) <= Wide(lambda) * lambda * tau * tau / 2 + Wide(1e-80) &&
               mean <= Wide(cdp.mu.value());
    };
    RC_ASSERT(holds(p, q));
    RC_ASSERT(holds(q, p));
    RC_ASSERT(cdp.tau.value() <= mechanism.pure_epsilon().upper * (1 + 1e-15));
}

RC_GTEST_PROP(BucketRandomizedResponse, TwoBucketsAreABinaryAnswer, ()) {
    const double noise = *support::uniform(0.001, 1), order = *support::order();
    const BucketRandomizedResponse two{.noise_parameter = noise, .num_buckets = 2.0};
    const Bracket truth = 1 - Bracket(noise) / 2;
    const auto binary = [&](double p) { return RandomizedResponse{.p = p}.renyi(Order{order}); };
    RC_ASSERT(two.renyi(Order{order}).lower <= binary(truth.upper).upper);
    RC_ASSERT(two.renyi(Order{order}).upper >= binary(truth.lower).lower);
}

TEST(BucketRandomizedResponse, RefusesARelationThatChangesTheNumberOfRecords) {
    EXPECT_THROW(Replacement{Relation::add_or_remove_one}, Refused);
    EXPECT_NO_THROW(Replacement{Relation::replace_one});
    EXPECT_NO_THROW(Replacement{Relation::replace_special});
}

TEST(BucketRandomizedResponse, CountsBucketsInWholeNumbers) {
    EXPECT_THROW(BucketCount{0.0}, DomainError);
    EXPECT_THROW(BucketCount{2.5}, DomainError);
    EXPECT_THROW(BucketCount{infinity}, DomainError);
    EXPECT_EQ(BucketCount{1.0}.value(), 1);
}

TEST(BucketRandomizedResponse, OneBucketSaysNothingEvenWithoutNoise) {
    for (const Relation relation : {Relation::replace_one, Relation::replace_special}) {
        const BucketRandomizedResponse one{
            .noise_parameter = 0.0, .num_buckets = 1.0, .relation = relation};
        EXPECT_EQ(one.pure_epsilon(), Bracket(0));
        EXPECT_EQ(one.delta(Epsilon{0.0}), Bracket(0));
        EXPECT_EQ(one.renyi(Order{2.0}), Bracket(0));
    }
}

TEST(BucketRandomizedResponse, WithoutNoiseASpecialRecordIsStillSometimesMissed) {
    // P = (1, 0, 0, 0) against the uniform law: only the other three buckets give it away.
    const BucketRandomizedResponse bare{
        .noise_parameter = 0.0, .num_buckets = 4.0, .relation = Relation::replace_special};
    EXPECT_EQ(bare.pure_epsilon(), Bracket(infinity));
    EXPECT_EQ(bare.delta(Epsilon{infinity}), Bracket(0.75));
    EXPECT_LT(bare.epsilon(Delta{0.75}).upper, 1e-14);
    EXPECT_EQ(bare.epsilon(Delta{0.5}), Bracket(infinity));
    EXPECT_EQ(bare.tradeoff(0.0), Bracket(0.25));
}

TEST(BucketRandomizedResponse, ManyBucketsPutTheSteepestSlopeAtALargeOrder) {
    // D_α/α exceeds the mean loss, so the mean loss is no zCDP constant here.
    const BucketRandomizedResponse many{.noise_parameter = 0.999, .num_buckets = 1e6};
    const Bracket rho = many.zcdp_rho();
    EXPECT_GT(rho.lower, 10 * many.renyi(Order{1.0}).upper);
    EXPECT_LT(rho.width(), 1e-6 * rho.upper);
    const double epsilon = many.pure_epsilon().upper;
    EXPECT_LT(rho.upper, epsilon * std::tanh(epsilon / 2)) << "better than the pure bound";
}

TEST(BucketRandomizedResponse, OutputsAreCountedUp) {
    const BucketRandomizedResponse four{.noise_parameter = 0.5, .num_buckets = 4.0};
    EXPECT_EQ(four.output_cdf(-0.5), Bracket(0));
    EXPECT_EQ(four.output_cdf(0), Bracket(0.625));
    EXPECT_EQ(four.output_cdf(1.5), Bracket(0.75));
    EXPECT_EQ(four.output_cdf(3), Bracket(1));
    EXPECT_EQ(four.loss_cdf(0), Bracket(0.375));
}

}  // namespace bucket_randomized_response_test
}  // namespace mizan
