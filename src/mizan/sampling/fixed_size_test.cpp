// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "mizan/convert/gdp_to_approximate.hpp"
#include "mizan/sampling/poisson.hpp"
#include "mizan/sampling/sampled_shift.hpp"
#include "mizan/sampling/truncated_poisson.hpp"
#include "mizan/sampling/with_replacement.hpp"

#include "support/enumeration.hpp"
#include "support/generators.hpp"
#include "support/oracle.hpp"
#include "support/pairs.hpp"

namespace mizan {
namespace fixed_size_test {

using support::either_way, support::Kernel, support::Masses, support::Records, support::shown;

double hockey_stick(const Masses& p, const Masses& q, double epsilon) {
    return support::hockey_stick(p, q, epsilon);
}

// The largest δ(ε) of two samples that are related.
template <class Related>
double largest(const Kernel& kernel, double epsilon, const Related& related) {
    return kernel.largest(
        related, [&](const Masses& p, const Masses& q) { return hockey_stick(p, q, epsilon); });
}

// Of samples of this size, that many records of which have another value.
double replaced(const Kernel& kernel, int size, double copies, double epsilon) {
    return largest(kernel, epsilon, [=](const Records& a, const Records& b) {
        return a.size() == size && b.size() == size && std::abs(a.ones - b.ones) <= copies;
    });
}

// All neighbours, all subsets: a record that takes another value, and one more or less.
RC_GTEST_PROP(WithoutReplacement, AmplificationHoldsForEveryMechanism, ()) {
    const int draws = *rc::gen::inRange(1, 5), records = draws + *rc::gen::inRange(0, 4);
    const Kernel mechanism = Kernel::any(draws);
    const double epsilon = *support::uniform(0, 2);
    const ApproxDP promise{Epsilon{epsilon},
                           Delta{std::min(1.0, replaced(mechanism, draws, 1, epsilon))}};
    const auto [least, delta] = poisson_sampled(
        promise, Bracket(static_cast<double>(draws)) / static_cast<double>(records));
    const WithoutReplacement scheme{records, draws};
    for (int ones = 0; ones < records; ++ones) {
        const Masses p = shown(mechanism, scheme, {records - ones, ones});
        const Masses q = shown(mechanism, scheme, {records - ones - 1, ones + 1});
        RC_ASSERT(either_way(p, q, least.value()) <= delta.value() + 1e-12);
        if (draws == records) continue;
        const Masses without = shown(mechanism, scheme, {records - ones - 1, ones});
        RC_ASSERT(either_way(p, without, least.value()) <= delta.value() + 1e-12);
    }
}

// With q = m/(n - 1), or by forgetting that the sample of the larger dataset replaces a record, the
// bound would be another one: here m/n is exact.
TEST(WithoutReplacement, TheSampleOfOneMoreRecordHasItsOwnShare) {
    const Kernel mechanism({{{1, 0}, {1, 0, 0}}, {{0, 1}, {0, 1, 0}}});
    const Masses p = shown(mechanism, WithoutReplacement{4, 1}, {3, 1});
    const Masses without = shown(mechanism, WithoutReplacement{4, 1}, {3, 0});
    EXPECT_DOUBLE_EQ(either_way(p, without, 0), 0.25);
    EXPECT_DOUBLE_EQ(poisson_sampled(ApproxDP{Epsilon{0.0}, Delta{1.0}}, 0.25).delta.value(), 0.25);
}

RC_GTEST_PROP(WithReplacement, PureBoundHoldsForEveryMechanism, ()) {
    const int draws = *rc::gen::inRange(1, 5), records = *rc::gen::inRange(1, 8);
    const Kernel mechanism = Kernel::any(draws);
    const double epsilon = mechanism.largest(  // of one run
        [&](const Records& a, const Records& b) {
            return a.size() == draws && support::are_replaced(a, b);
        },
        [](const Masses& p, const Masses& q) { return support::renyi(p, q, infinity); });
    const double bound = with_replacement(PureDP{Epsilon{epsilon}}, draws, records).epsilon.value();
    const WithReplacement scheme{records, draws};
    for (int ones = 0; ones < records; ++ones) {
        const Masses p = shown(mechanism, scheme, {records - ones, ones});
        const Masses q = shown(mechanism, scheme, {records - ones - 1, ones + 1});
        RC_ASSERT(either_way(p, q, bound + 1e-12) < 1e-15);
    }
}

TEST(WithReplacement, OneDrawIsASampleOfOne) {
    EXPECT_NEAR(with_replacement(PureDP{Epsilon{1.0}}, 1, 10).epsilon.value(),
                std::log1p(std::expm1(1.0) / 10), 1e-15);
}

// Of samples that a record more or less, or one with another value, makes of one another.
double moved(const Kernel& kernel, double length, double epsilon) {
    return largest(kernel, epsilon, length == 1 ? support::are_added : support::are_replaced);
}

// What the parts say of a mechanism: BBG18 Theorem 8 in each of them.
double delta_of(const std::vector<SampledShift>& parts, const Kernel& kernel, double epsilon) {
    double sum = 0;
    for (const SampledShift& part : parts) {
        if (part.q.upper == 0) continue;
        const double before = std::log1p(std::expm1(epsilon) / part.q.upper);
        sum += (part.weight * part.q).upper * moved(kernel, part.up, before);
    }
    return sum;
}

RC_GTEST_PROP(TruncatedPoisson, PartsBoundEveryMechanism, ()) {
    const int zeros = *rc::gen::inRange(0, 3), ones = *rc::gen::inRange(0, 3);
    const int limit = *rc::gen::inRange(1, 4), records = zeros + ones + 1;
    const double q = *support::uniform(0, 1), epsilon = *support::uniform(0, 2);
    const Kernel mechanism = Kernel::any(limit);
    const TruncatedPoisson scheme{records, q, limit};
    const Masses with = shown(mechanism, scheme, {zeros, ones + 1});
    const Masses without = shown(mechanism, scheme, {zeros, ones});
    const auto parts = truncated_poisson(records, q, limit, Relation::add_or_remove_one);
    const double bound = delta_of(parts, mechanism, epsilon);
    RC_ASSERT(either_way(with, without, epsilon) <= bound + 1e-12);
}

// The density at x of normal noise on the sum of a sample, where ones add 1 and zeros take it away.
double density(const support::Samples& samples, double sigma, double x) {
    double sum = 0;
    for (const auto& [sample, probability] : samples) {
        const double z = (x - (sample.ones - sample.zeros)) / sigma;
        sum += probability * std::exp(-z * z / 2);
    }
    return sum / (sigma * std::sqrt(2 * std::acos(-1.0)));
}

// A record with the value 1 is there or is not, has the value 0 instead, or says nothing. Every
// sample is listed, and every choice of the records that are kept.
RC_GTEST_PROP(TruncatedPoisson, PairBoundsNoiseOnEverySample, ()) {
    const int zeros = *rc::gen::inRange(0, 3), ones = *rc::gen::inRange(0, 3);
    const int limit = *rc::gen::inRange(1, 4), records = zeros + ones + 1;
    const double q = *support::uniform(0, 1), sigma = *support::uniform(0.5, 2);
    const double epsilon = *support::uniform(0, 1);
    using enum Relation;
    const std::array<std::pair<Relation, Records>, 3> changes{
        {{add_or_remove_one, {zeros, ones}},
         {replace_one, {zeros + 1, ones}},
         {replace_special, {zeros, ones, 1}}}};
    const auto& [relation, other] = changes[*rc::gen::inRange<std::size_t>(0, 3)];
    const auto with = support::drawn(TruncatedPoisson{records, q, limit}, {zeros, ones + 1});
    const auto changed = support::drawn(TruncatedPoisson{records, q, limit}, other);
    double goes = 0, comes = 0;  // by the trapezoidal rule
    constexpr double step = 0x1p-6;
    for (double x = -12; x <= 12; x += step) {
        const double p = density(with, sigma, x), r = density(changed, sigma, x);
        goes += step * std::max(0.0, p - std::exp(epsilon) * r);
        comes += step * std::max(0.0, r - std::exp(epsilon) * p);
    }
    const auto pair = dominating(truncated_poisson(records, q, limit, relation), sigma);
    RC_ASSERT(goes <= mizan::hockey_stick(pair, Epsilon{epsilon}).upper + 2e-5);
    RC_ASSERT(comes <= mizan::hockey_stick(reversed(pair), Epsilon{epsilon}).upper + 2e-5);
}

TEST(TruncatedPoisson, ForgettingTheTruncationIsFalse) {
    // One record more or less is log 4-private, another value of it only log 16-private.
    const Kernel mechanism(
        {{{0, 0}, {0.20, 0.20, 0.60}}, {{1, 0}, {0.80, 0.05, 0.15}}, {{0, 1}, {0.05, 0.80, 0.15}}});
    const Masses with = shown(mechanism, TruncatedPoisson{2, 1, 1}, {1, 1});
    const Masses without = shown(mechanism, TruncatedPoisson{2, 1, 1}, {1, 0});
    const double epsilon = std::log(4.0);
    const double truth = hockey_stick(with, without, epsilon);
    EXPECT_NEAR(truth, 0.225, 1e-12);
    const auto parts = truncated_poisson(2, 1, 1, Relation::add_or_remove_one);
    EXPECT_LE(truth, delta_of(parts, mechanism, epsilon) + 1e-12);
    const std::vector<SampledShift> poisson{{1, 1, 1, 0}};
    EXPECT_LT(delta_of(poisson, mechanism, epsilon), 1e-12);
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

// All samples that a record is in, by how many others are.
RC_GTEST_PROP(TruncatedPoisson, KeepsARecordAsOftenAsCounted, ()) {
    const int records = *rc::gen::inRange(1, 12), limit = *rc::gen::inRange(0, 12);
    const double q = *support::uniform(0, 1);
    double kept = 0, mass = q * std::pow(1 - q, records - 1);
    for (int others = 0; others < records; ++others) {
        kept += mass * std::min(1.0, static_cast<double>(limit) / (others + 1));
        mass *= (records - 1 - others) * q / ((others + 1) * (1 - q));
    }
    const Bracket found = kept_in_truncated_poisson(records, q, limit);
    RC_ASSERT(found.lower <= kept + 1e-12 && kept <= found.upper + 1e-12);
    RC_ASSERT(found.width() < 1e-10);
}

// How often a record is drawn at least k times, against what the instance counts.
TEST(WithReplacement, DrawsFromBelowAreDominated) {
    for (const auto& [draws, records] : {std::pair{3, 2}, {100, 1000}, {40, 40}, {3000, 10}}) {
        const auto drawn = drawn_at_least(draws, records);
        Bracket all = 0;
        for (const auto& [shift, probability] : drawn) {
            all += probability;
            Bracket counted = 0;
            for (const auto& each : drawn) {
                if (each.shift >= shift) counted += each.probability;
            }
            oracle::Real often = 0, mass = pow(1 - oracle::Real(1) / records, draws);
            for (int k = 0; k <= draws; ++k) {
                if (k >= shift) often += mass;
                mass *= oracle::Real(draws - k) / (k + 1) / (records - 1);
            }
            EXPECT_LE(counted.lower, static_cast<double>(often) + 1e-15) << draws << " " << shift;
            EXPECT_GE(counted.upper, static_cast<double>(often) * (1 - 1e-3) - 1e-9);
        }
        EXPECT_TRUE(all.contains(1)) << all;
    }
    EXPECT_EQ(drawn_at_least(7, 1).front().shift, 7);
    EXPECT_TRUE(drawn_at_all(2, 4).contains(0.4375));
}

TEST(SampledShift, SeenInCellsItTellsLittleLess) {
    const auto drawn = drawn_at_least(100, 1000);
    const MixedNormals exact{drawn, {{0, 1}}}, back{{{0, 1}}, drawn};
    for (const double sigma : {0.3, 2.0}) {
        const auto pair = seen_in_cells(drawn, sigma);
        for (const double epsilon : {0.02, 0.5, 2.0}) {
            const double goes = mizan::hockey_stick(pair, Epsilon{epsilon}).lower;
            const double comes = mizan::hockey_stick(reversed(pair), Epsilon{epsilon}).lower;
            EXPECT_LE(goes, exact.delta(sigma, epsilon).upper);
            EXPECT_GE(goes, exact.delta(sigma, epsilon).lower * 0.97 - 1e-12);
            EXPECT_LE(comes, back.delta(sigma, epsilon).upper);
            EXPECT_GE(comes, back.delta(sigma, epsilon).lower * 0.97 - 1e-12);
        }
    }
}

// However little is moved, or by how little: δ(log(1 + q(e^ε - 1))) of a sample is q times δ(ε) of
// all, and where one record takes the place of another, δ(0) is q times that of two that are twice
// as far apart.
TEST(MixedNormals, AreSharpWhereLittleIsMoved) {
    for (const double q : {0.3, 1e-6, 1e-20, 1e-150}) {
        for (const double shift : {1.0, 1e-3, 1e-30}) {
            const std::vector<ShiftedNormal> drawn{{0, 1 - Bracket(q)}, {shift, q}};
            const MixedNormals goes{drawn, {{0, 1}}}, replaced{drawn, drawn};
            const double sigma = 2;
            for (const double share : {0.0, 0.1, 1.0}) {
                SCOPED_TRACE(::testing::Message() << q << ' ' << shift << ' ' << share);
                const double all = share * shift, epsilon = std::log1p(q * std::expm1(all));
                const oracle::Real truth =
                    oracle::Real(q) * oracle::gaussian_hockey_stick(shift / sigma, all);
                const Bracket found = goes.delta(sigma, epsilon);
                EXPECT_GE(found.upper, static_cast<double>(truth) * (1 - 1e-14));
                EXPECT_LE(found.lower, static_cast<double>(truth) * (1 + 1e-14));
                EXPECT_LT(found.width(), 1e-8 * found.upper);
            }
            const Bracket found = replaced.delta(sigma, 0);
            const oracle::Real truth =
                oracle::Real(q) * oracle::gaussian_hockey_stick(2 * shift / sigma, 0);
            EXPECT_GE(found.upper, static_cast<double>(truth) * (1 - 1e-14));
            EXPECT_LE(found.lower, static_cast<double>(truth) * (1 + 1e-14));
            EXPECT_LT(found.width(), 1e-8 * found.upper);
        }
    }
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
