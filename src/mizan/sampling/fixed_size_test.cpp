// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "mizan/sampling/poisson.hpp"
#include "mizan/sampling/truncated_poisson.hpp"
#include "mizan/sampling/with_replacement.hpp"

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace fixed_size_test {

// Every sample of a small dataset whose records are 0 or 1, and any mechanism on the samples: what
// it sees is how many zeros and how many ones there are.
struct Sample {
    int zeros, ones;
    friend auto operator<=>(const Sample&, const Sample&) = default;
};
using Law = std::vector<double>;
using Mechanism = std::map<Sample, Law>;
using Sampler = std::map<Sample, double>;  // how likely a sample is

double choose(int n, int k) {
    double ways = 1;
    for (int i = 0; i < k; ++i) ways = ways * (n - i) / (i + 1);
    return k < 0 || k > n ? 0 : ways;
}

Law output(const Mechanism& mechanism, const Sampler& sampler) {
    Law law(3, 0.0);
    for (const auto& [sample, probability] : sampler) {
        for (std::size_t i = 0; i < 3; ++i) law[i] += probability * mechanism.at(sample)[i];
    }
    return law;
}

double hockey_stick(const Law& p, const Law& q, double epsilon) {
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i) sum += std::max(0.0, p[i] - std::exp(epsilon) * q[i]);
    return sum;
}

double either_way(const Law& p, const Law& q, double epsilon) {
    return std::max(hockey_stick(p, q, epsilon), hockey_stick(q, p, epsilon));
}

// The largest δ(ε) of two samples that are related.
template <class Related>
double largest(const Mechanism& mechanism, double epsilon, const Related& related) {
    double worst = 0;
    for (const auto& [a, p] : mechanism) {
        for (const auto& [b, q] : mechanism) {
            if (related(a, b)) worst = std::max(worst, hockey_stick(p, q, epsilon));
        }
    }
    return worst;
}

Mechanism some_mechanism(int size, bool smaller_too) {
    Mechanism mechanism;
    for (int zeros = 0; zeros <= size; ++zeros) {
        for (int ones = smaller_too ? 0 : size - zeros; zeros + ones <= size; ++ones) {
            const double a = *support::log_uniform(1e-3, 1), b = *support::log_uniform(1e-3, 1);
            mechanism[{zeros, ones}] = {a / (a + b + 0.3), b / (a + b + 0.3), 0.3 / (a + b + 0.3)};
        }
    }
    return mechanism;
}

Sampler drawn_with_replacement(int draws, int records, int ones) {
    Sampler sampler;
    for (int k = 0; k <= draws; ++k) {
        const double part = static_cast<double>(ones) / records;
        sampler[{draws - k, k}] =
            choose(draws, k) * std::pow(part, k) * std::pow(1 - part, draws - k);
    }
    return sampler;
}

double replaced(const Mechanism& mechanism, double copies, double epsilon) {
    return largest(mechanism, epsilon, [copies](const Sample& a, const Sample& b) {
        return a.zeros + a.ones == b.zeros + b.ones && std::abs(a.ones - b.ones) <= copies;
    });
}

Sampler drawn_without_replacement(int draws, int records, int ones) {
    Sampler sampler;
    for (int k = std::max(0, draws - (records - ones)); k <= std::min(draws, ones); ++k) {
        sampler[{draws - k, k}] =
            choose(ones, k) * choose(records - ones, draws - k) / choose(records, draws);
    }
    return sampler;
}

// All neighbours, all subsets: a record that takes another value, and one more or less.
RC_GTEST_PROP(WithoutReplacement, AmplificationHoldsForEveryMechanism, ()) {
    const int draws = *rc::gen::inRange(1, 5), records = draws + *rc::gen::inRange(0, 4);
    const Mechanism mechanism = some_mechanism(draws, false);
    const double epsilon = *support::uniform(0, 2);
    const ApproxDP promise{Epsilon{epsilon}, Delta{std::min(1.0, replaced(mechanism, 1, epsilon))}};
    const auto [least, delta] = poisson_sampled(
        promise, Bracket(static_cast<double>(draws)) / static_cast<double>(records));
    for (int ones = 0; ones < records; ++ones) {
        const Law p = output(mechanism, drawn_without_replacement(draws, records, ones));
        const Law q = output(mechanism, drawn_without_replacement(draws, records, ones + 1));
        RC_ASSERT(either_way(p, q, least.value()) <= delta.value() + 1e-12);
        if (draws == records) continue;
        const Law without = output(mechanism, drawn_without_replacement(draws, records - 1, ones));
        RC_ASSERT(either_way(p, without, least.value()) <= delta.value() + 1e-12);
    }
}

// With q = m/(n - 1), or by forgetting that the sample of the larger dataset replaces a record, the
// bound would be another one: here m/n is exact.
TEST(WithoutReplacement, TheSampleOfOneMoreRecordHasItsOwnShare) {
    const Mechanism mechanism{{{1, 0}, {1, 0, 0}}, {{0, 1}, {0, 1, 0}}};
    const Law p = output(mechanism, drawn_without_replacement(1, 4, 1));
    const Law without = output(mechanism, drawn_without_replacement(1, 3, 0));
    EXPECT_DOUBLE_EQ(either_way(p, without, 0), 0.25);
    EXPECT_DOUBLE_EQ(poisson_sampled(ApproxDP{Epsilon{0.0}, Delta{1.0}}, 0.25).delta.value(), 0.25);
}

RC_GTEST_PROP(WithReplacement, PartsBoundEveryMechanism, ()) {
    const int draws = *rc::gen::inRange(1, 5), records = *rc::gen::inRange(1, 5);
    const Mechanism mechanism = some_mechanism(draws, false);
    const auto parts = with_replacement(draws, records);
    const double epsilon = *support::uniform(0, 2);
    const Bracket bound = delta_of(parts, Epsilon{epsilon}, [&](double copies, Epsilon at) {
        return Bracket(replaced(mechanism, copies, at.value()));
    });
    for (int ones = 0; ones < records; ++ones) {
        const Law p = output(mechanism, drawn_with_replacement(draws, records, ones));
        const Law q = output(mechanism, drawn_with_replacement(draws, records, ones + 1));
        RC_ASSERT(either_way(p, q, epsilon) <= bound.upper + 1e-12);
    }
}

RC_GTEST_PROP(WithReplacement, PureBoundHoldsForEveryMechanism, ()) {
    const int draws = *rc::gen::inRange(1, 5), records = *rc::gen::inRange(1, 8);
    const Mechanism mechanism = some_mechanism(draws, false);
    double epsilon = 0;  // of one run: the largest log-ratio of neighbouring samples
    for (int k = 0; k < draws; ++k) {
        const Law &p = mechanism.at({draws - k, k}), &q = mechanism.at({draws - k - 1, k + 1});
        for (std::size_t i = 0; i < 3; ++i) {
            epsilon = std::max(epsilon, std::abs(std::log(p[i] / q[i])));
        }
    }
    const double bound = with_replacement(PureDP{Epsilon{epsilon}}, draws, records).epsilon.value();
    for (int ones = 0; ones < records; ++ones) {
        const Law p = output(mechanism, drawn_with_replacement(draws, records, ones));
        const Law q = output(mechanism, drawn_with_replacement(draws, records, ones + 1));
        RC_ASSERT(either_way(p, q, bound + 1e-12) < 1e-15);
    }
}

TEST(WithReplacement, CountingARecordOnceIsFalse) {
    // Two records, both draws: a mechanism that tells only whether all drawn records are 1.
    const Mechanism mechanism{{{2, 0}, {1, 0, 0}}, {{1, 1}, {1, 0, 0}}, {{0, 2}, {0, 1, 0}}};
    const Law p = output(mechanism, drawn_with_replacement(2, 2, 1));
    const Law q = output(mechanism, drawn_with_replacement(2, 2, 2));
    const auto profile = [&](double copies, Epsilon at) {
        return Bracket(replaced(mechanism, copies, at.value()));
    };
    const auto parts = with_replacement(2, 2);
    EXPECT_LE(hockey_stick(q, p, 0), delta_of(parts, Epsilon{0.0}, profile).upper);
    EXPECT_NEAR(hockey_stick(q, p, 0), 0.75, 1e-15);
    // As if the record were there once whenever it is there, or once in expectation.
    EXPECT_EQ(parts[0].up, 1);
    EXPECT_LT((parts[0].weight * parts[0].q).upper, 0.51);
}

TEST(WithReplacement, PartsAreThoseOfTheirLaw) {
    const auto parts = with_replacement(2, 4);  // 1/16 twice, 6/16 once, 9/16 never
    ASSERT_EQ(parts.size(), 2u);
    EXPECT_TRUE((parts[0].weight * parts[0].q).contains(0.375));
    EXPECT_TRUE((parts[1].weight * parts[1].q).contains(0.0625));
    EXPECT_TRUE(parts[1].q.contains(0.4375));
    for (const auto& [draws, records] : {std::pair{1e9, 1e9}, {1e12, 1e6}, {3.0, 1e15}}) {
        const auto many = with_replacement(draws, records);
        EXPECT_LE(many.size(), 202u);
        Bracket sum = 0;
        for (const SampledShift& part : many) sum += part.weight;
        EXPECT_TRUE(sum.contains(1)) << sum;
        EXPECT_TRUE(many.back().up < infinity || many.back().weight.upper < 1e-40);
    }
    EXPECT_EQ(with_replacement(7, 1).front().up, 7);
    EXPECT_THROW((void)with_replacement(0, 5), DomainError);
    EXPECT_THROW((void)with_replacement(5, 2.5), DomainError);
    EXPECT_NEAR(with_replacement(PureDP{Epsilon{1.0}}, 1, 10).epsilon.value(),
                std::log1p(std::expm1(1.0) / 10), 1e-15);
}

// The samples of `zeros` and `ones`, and of one more 1 if `with`, of which at most `limit` are kept.
Sampler truncated_sample(int zeros, int ones, bool with, double q, int limit) {
    Sampler sampler;
    const int all_ones = ones + (with ? 1 : 0);
    for (int i = 0; i <= zeros; ++i) {
        for (int j = 0; j <= all_ones; ++j) {
            const double drawn = choose(zeros, i) * choose(all_ones, j) * std::pow(q, i + j) *
                                 std::pow(1 - q, zeros + all_ones - i - j);
            const int kept = std::min(i + j, limit);
            for (int k = 0; k <= kept; ++k) {  // how many ones are kept
                const double ways = choose(j, k) * choose(i, kept - k);
                if (ways > 0) sampler[{kept - k, k}] += drawn * ways / choose(i + j, kept);
            }
        }
    }
    return sampler;
}

double moved(const Mechanism& mechanism, double length, double epsilon) {
    return largest(mechanism, epsilon, [length](const Sample& a, const Sample& b) {
        const int zeros = a.zeros - b.zeros, ones = a.ones - b.ones;
        return length == 1 ? std::abs(zeros) + std::abs(ones) == 1
                           : zeros + ones == 0 && std::abs(ones) == 1;
    });
}

RC_GTEST_PROP(TruncatedPoisson, PartsBoundEveryMechanism, ()) {
    const int zeros = *rc::gen::inRange(0, 3), ones = *rc::gen::inRange(0, 3);
    const int limit = *rc::gen::inRange(1, 4);
    const double q = *support::uniform(0, 1), epsilon = *support::uniform(0, 2);
    const Mechanism mechanism = some_mechanism(limit, true);
    const Law with = output(mechanism, truncated_sample(zeros, ones, true, q, limit));
    const Law without = output(mechanism, truncated_sample(zeros, ones, false, q, limit));
    const auto parts = truncated_poisson(zeros + ones + 1, q, limit, Relation::add_or_remove_one);
    const Bracket bound = delta_of(parts, Epsilon{epsilon}, [&](double length, Epsilon at) {
        return Bracket(moved(mechanism, length, at.value()));
    });
    RC_ASSERT(either_way(with, without, epsilon) <= bound.upper + 1e-12);
}

TEST(TruncatedPoisson, ForgettingTheTruncationIsFalse) {
    // One record more or less is log 4-private, another value of it only log 16-private.
    const Mechanism mechanism{
        {{0, 0}, {0.20, 0.20, 0.60}}, {{1, 0}, {0.80, 0.05, 0.15}}, {{0, 1}, {0.05, 0.80, 0.15}}};
    const Law with = output(mechanism, truncated_sample(1, 0, true, 1, 1));
    const Law without = output(mechanism, truncated_sample(1, 0, false, 1, 1));
    const auto profile = [&](double length, Epsilon at) {
        return Bracket(moved(mechanism, length, at.value()));
    };
    const Epsilon epsilon{std::log(4.0)};
    const double truth = hockey_stick(with, without, epsilon.value());
    EXPECT_NEAR(truth, 0.225, 1e-12);
    const auto parts = truncated_poisson(2, 1, 1, Relation::add_or_remove_one);
    EXPECT_LE(truth, delta_of(parts, epsilon, profile).upper + 1e-12);
    const std::vector<SampledShift> poisson{{1, 1, 1, 0}};
    EXPECT_LT(delta_of(poisson, epsilon, profile).upper, 1e-12);
}

TEST(TruncatedPoisson, PartsAreThoseOfTheirLaw) {
    const auto parts = truncated_poisson(3, 0.5, 1, Relation::replace_special);
    ASSERT_EQ(parts.size(), 2u);
    EXPECT_TRUE(parts[0].weight.contains(0.25) && parts[1].weight.contains(0.75));
    EXPECT_TRUE(parts[1].q.contains(2.0 / 9)) << parts[1].q;
    EXPECT_LT(parts[1].q.width(), 1e-12);
    EXPECT_EQ(parts[0].down, 0);
    EXPECT_EQ(parts[1].down, 1);
    EXPECT_EQ(truncated_poisson(3, 0.5, 1, Relation::replace_one)[1].down, 2);
    EXPECT_EQ(truncated_poisson(3, 0.5, 3, Relation::replace_one).size(), 1u);

    const auto huge = truncated_poisson(1e9, 1e-3, 1'001'000, Relation::add_or_remove_one);
    EXPECT_NEAR(huge[1].weight.middle(), 0.1587, 1e-3);  // a standard deviation above the mean
    EXPECT_LT(huge[1].weight.width(), 1e-4);
    const auto never = truncated_poisson(1e9, 1e-3, 2'000'000, Relation::add_or_remove_one);
    EXPECT_LT(never[1].weight.upper, 1e-299);
    EXPECT_LE(never[1].q.upper, 1e-3);
    for (const double q : {0.0, 1.0}) {
        const auto edge = truncated_poisson(10, q, 5, Relation::add_or_remove_one);
        EXPECT_EQ(edge[1].weight, Bracket(q));
        EXPECT_LE(edge[1].q.upper, q * 5 / 6 + 1e-15);
    }
    EXPECT_THROW((void)truncated_poisson(0, 0.5, 1, Relation::replace_one), DomainError);
    EXPECT_THROW((void)truncated_poisson(5, 0.5, -1, Relation::replace_one), DomainError);
}

// δ(ε) of all parts by the trapezoidal rule, in both directions.
double delta(const std::vector<SampledShift>& parts, double sigma, double epsilon, bool forward) {
    double sum = 0;
    const double step = 0x1p-8;
    for (const SampledShift& part : parts) {
        const double q = part.q.middle(), up = part.up / sigma, down = part.down / sigma;
        for (double x = -14 - down; x < 14 + up; x += step) {
            const double base = std::exp(-x * x / 2) / std::sqrt(2 * std::acos(-1.0));
            const double p = base * (1 - q + q * std::exp(up * x - up * up / 2));
            const double r = base * (1 - q + q * std::exp(-down * x - down * down / 2));
            const double more = forward ? p - std::exp(epsilon) * r : r - std::exp(epsilon) * p;
            sum += part.weight.middle() * step * std::max(0.0, more);
        }
    }
    return sum;
}

TEST(SampledShift, FinitePairDominatesTheLineAndIsSharp) {
    for (const Relation relation : {Relation::add_or_remove_one, Relation::replace_one}) {
        const auto parts = truncated_poisson(1000, 0.05, 60, relation);
        for (const double sigma : {0.5, 2.0}) {
            const auto pair = dominating(parts, sigma);
            for (const double epsilon : {0.05, 0.5}) {
                const double goes = delta(parts, sigma, epsilon, true);
                const double comes = delta(parts, sigma, epsilon, false);
                const double goes_bound = mizan::hockey_stick(pair, Epsilon{epsilon}).upper;
                const double comes_bound =
                    mizan::hockey_stick(reversed(pair), Epsilon{epsilon}).upper;
                EXPECT_GE(goes_bound, goes * (1 - 1e-6));
                EXPECT_LE(goes_bound, goes * 1.001 + 1e-12) << sigma << " " << epsilon;
                EXPECT_GE(comes_bound, comes * (1 - 1e-6));
                EXPECT_LE(comes_bound, comes * 1.001 + 1e-12) << sigma << " " << epsilon;
            }
        }
    }
}

TEST(SampledShift, HugeShiftsAndNoNoiseShowWhatIsThere) {
    const std::vector<SampledShift> parts{{0.5, 0.25, 1, 0}, {0.5, 0.5, infinity, 0}};
    const Bracket lost = mizan::hockey_stick(dominating(parts, 0), Epsilon{5.0});
    EXPECT_TRUE(lost.contains(0.375)) << lost;
    const std::vector<SampledShift> both{{1, 0.25, 1, 1}};
    EXPECT_TRUE(mizan::hockey_stick(dominating(both, 0), Epsilon{5.0}).contains(0.25));
    EXPECT_TRUE(mizan::hockey_stick(reversed(dominating(both, 0)), Epsilon{5.0}).contains(0.25));
}

}  // namespace fixed_size_test
}  // namespace mizan
