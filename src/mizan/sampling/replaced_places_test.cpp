// SPDX-License-Identifier: Apache-2.0
#include "mizan/sampling/replaced_places.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "mizan/convert/gdp_to_approximate.hpp"
#include "mizan/divergence/mixed_normals.hpp"
#include "mizan/sampling/with_replacement.hpp"
#include "mizan/units/error.hpp"

#include "support/enumeration.hpp"
#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace replaced_places_test {

// The probabilities of cells of the line under N(mean, 1).
std::vector<double> cells(double mean, double first, double last) {
    constexpr int count = 160;
    const auto below = [&](double x) { return std::erfc((mean - x) / std::sqrt(2.0)) / 2; };
    std::vector<double> masses;
    for (int i = 0; i < count; ++i) {
        const double x = first + (last - first) * i / count;
        masses.push_back(below(x + (last - first) / count) - below(x));
    }
    return masses;
}

struct Vector {
    double x, y;
    [[nodiscard]] double length() const { return std::hypot(x, y); }
};

Vector any_vector() {
    const double length = *support::uniform(0, 1), angle = *support::uniform(0, 6.2831);
    return {length * std::cos(angle), length * std::sin(angle)};
}

// Σ Pr[k] N(kμu, I) against Σ Pr[k] N(kμv, I), for whoever only sees in which square of the plane
// they lie.
double seen_in_squares(const std::vector<Places>& places, double mu, Vector u, Vector v,
                       double epsilon) {
    double farthest = 6;
    for (const auto& [number, probability] : places) farthest = std::max(farthest, number * mu + 6);
    struct Product {
        double often;
        std::vector<double> x, y;
    };
    std::vector<Product> p, q;
    for (const auto& [number, probability] : places) {
        const double often = probability.middle(), far = number * mu;
        const auto along = [&](double mean) { return cells(mean, -farthest, farthest); };
        p.push_back({often, along(far * u.x), along(far * u.y)});
        q.push_back({often, along(far * v.x), along(far * v.y)});
    }
    const auto mass = [](const std::vector<Product>& mixture, std::size_t i, std::size_t j) {
        double sum = 0;
        for (const Product& each : mixture) sum += each.often * each.x[i] * each.y[j];
        return sum;
    };
    double delta = 0;
    for (std::size_t i = 0; i < p.front().x.size(); ++i) {
        for (std::size_t j = 0; j < p.front().y.size(); ++j) {
            delta += std::max(0.0, mass(p, i, j) - std::exp(epsilon) * mass(q, i, j));
        }
    }
    return delta;
}

std::vector<Places> any_places() {
    std::vector<Places> places;
    double all = 0;
    for (int k = 0; k <= 3; ++k) {
        places.push_back({static_cast<double>(k), *support::log_uniform(1e-3, 1)});
        all += places.back().probability.lower;
    }
    for (Places& each : places) each.probability = each.probability.lower / all;
    return places;
}

// Both values of the records anywhere, as long as no two of the three places that a sum may be at
// are farther apart than a replacement moves it.
RC_GTEST_PROP(ReplacedPlaces, BoundVectorsThatMoveAnywhere, ()) {
    const std::vector<Places> places = any_places();
    const Vector u = any_vector(), v = any_vector();
    const double apart = Vector{u.x - v.x, u.y - v.y}.length();
    const double mu = *support::log_uniform(0.1, 2), epsilon = *support::uniform(0, 3) * mu;
    const double unit = std::max({u.length(), v.length(), apart});
    const double bound = ReplacedPlaces(places, mu * unit).delta(Epsilon{epsilon});
    RC_ASSERT(seen_in_squares(places, mu, u, v, epsilon) <= bound * (1 + 1e-9) + 1e-13);
}

// A pair of values of which one says nothing costs nearly as much as the bound. With a distance
// that is a tenth smaller the bound would not hold.
TEST(ReplacedPlaces, NoSmallerDistanceHolds) {
    const std::vector<Places> places{{0, 0.5}, {1, 0.3}, {2, 0.2}};
    for (const double epsilon : {0.1, 1.0, 2.0}) {
        const double seen = seen_in_squares(places, 1, {1, 0}, {0, 0}, epsilon);
        EXPECT_LE(seen, ReplacedPlaces(places, 1).delta(Epsilon{epsilon}));
        EXPECT_GT(seen, ReplacedPlaces(places, 0.9).delta(Epsilon{epsilon}));
    }
}

// Records of a group turn from 0 to 1, among others of both kinds: every sample, and what noise on
// its sum shows.
RC_GTEST_PROP(ReplacedPlaces, BoundNoiseOnEverySample, ()) {
    const int zeros = *rc::gen::inRange(0, 4), ones = *rc::gen::inRange(0, 4);
    const int group = *rc::gen::inRange(1, 4), records = zeros + ones + group;
    const bool is_replacing = *rc::gen::arbitrary<bool>();
    const int draws = *rc::gen::inRange(1, is_replacing ? 5 : std::max(2, zeros + ones + 1));
    if (!is_replacing && draws > zeros + ones) return;
    const double mu = *support::log_uniform(0.1, 2), epsilon = *support::uniform(0, 3) * mu;
    const auto places = is_replacing ? places_with_replacement(draws, records, group)
                                     : places_without_replacement(draws, records, group);
    const auto sums = [&](const support::Records& data) {
        const auto samples = is_replacing
                                 ? support::drawn(WithReplacement{records, draws}, data)
                                 : support::drawn(WithoutReplacement{records, draws}, data);
        std::vector<double> masses(160, 0.0);
        for (const auto& [sample, probability] : samples) {
            const auto noisy = cells(mu * sample.ones, -6, 6 + mu * draws);
            for (std::size_t i = 0; i < noisy.size(); ++i) masses[i] += probability * noisy[i];
        }
        return masses;
    };
    const auto before = sums({zeros + group, ones}), after = sums({zeros, ones + group});
    const double bound = ReplacedPlaces(places, mu).delta(Epsilon{epsilon});
    RC_ASSERT(support::either_way(before, after, epsilon) <= bound * (1 + 1e-9) + 1e-13);
}

TEST(ReplacedPlaces, AreHardlyAboveWhatIsReached) {
    const auto places = places_with_replacement(100, 1000, 1);
    std::vector<ShiftedNormal> sums;
    for (const auto& [number, probability] : places) {
        if (number < infinity) sums.push_back({number, probability});
    }
    const MixedNormals reached{sums, {{0, 1}}};
    for (const double mu : {0.05, 0.5, 2.0}) {
        const ReplacedPlaces replaced(places, mu);
        for (const double epsilon : {0.3, 1.0, 3.0, 8.0}) {
            const double least = reached.delta(1 / Bracket(mu), epsilon * mu).lower;
            const double most = replaced.delta(Epsilon{epsilon * mu});
            EXPECT_LE(least, most);
            EXPECT_LE(most, least * 1.03 + 1e-40) << mu << " " << epsilon;
        }
    }
    // A record in at most one place: the bound is that of the theorem about samples without
    // replacement.
    const ReplacedPlaces once(places_without_replacement(100, 1000, 1), 0.5);
    for (const double epsilon : {0.0, 1e-6, 0.3, 4.0}) {
        const double whole = log1p(expm1(Bracket(epsilon)) / 0.1).middle();
        const double exact = 0.1 * gdp_to_delta(GDP{Mu{0.5}}, Epsilon{whole}).upper;
        EXPECT_NEAR(once.delta(Epsilon{epsilon}), exact, 1e-9 * exact);
    }
}

TEST(ReplacedPlaces, AreThoseOfTheirLaw) {
    const auto twice = places_with_replacement(2, 4, 1);  // 1/16 twice, 6/16 once, 9/16 never
    ASSERT_EQ(twice.size(), 3u);
    for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_EQ(twice[k].number, static_cast<double>(k));
        EXPECT_TRUE(twice[k].probability.contains(k == 0 ? 0.5625 : k == 1 ? 0.375 : 0.0625));
    }
    EXPECT_EQ(places_with_replacement(7, 3, 3).front().number, 7);
    for (const auto& [draws, records, group] :
         {std::tuple{1e9, 1e9, 1.0}, {1e12, 1e6, 7.0}, {3.0, 1e15, 2.0}, {1e6, 1e3, 1.0}}) {
        const auto many = places_with_replacement(draws, records, group);
        EXPECT_LE(many.size(), 100u);
        Bracket sum = 0;
        for (const Places& each : many) sum += each.probability;
        EXPECT_TRUE(sum.contains(1)) << to_string(sum);
        EXPECT_TRUE(many.back().number < infinity || many.back().probability.upper < 1e-40);
    }
    const auto hypergeometric = places_without_replacement(5, 12, 4);
    ASSERT_EQ(hypergeometric.size(), 5u);
    const auto choose = [](int n, int k) {
        oracle::Real all = 1;
        for (int i = 0; i < k; ++i) all = all * (n - i) / (i + 1);
        return all;
    };
    for (int k = 0; k <= 4; ++k) {
        const auto exact = static_cast<double>(choose(4, k) * choose(8, 5 - k) / choose(12, 5));
        EXPECT_NEAR(hypergeometric[static_cast<std::size_t>(k)].probability.middle(), exact, 1e-15);
    }
    EXPECT_EQ(places_without_replacement(12, 12, 3).back().number, 3);
    EXPECT_EQ(places_without_replacement(12, 12, 3).size(), 1u);
    EXPECT_THROW((void)places_without_replacement(3, 2, 1), DomainError);
    EXPECT_THROW((void)places_without_replacement(3, 200, 65), DomainError);
    EXPECT_THROW((void)places_with_replacement(0, 5, 1), DomainError);
    EXPECT_THROW((void)places_with_replacement(5, 2.5, 1), DomainError);
}

RC_GTEST_PROP(ReplacedPlaces, CostLessTheLessThereIsToSee, ()) {
    const double draws = *rc::gen::inRange(1, 3000), records = *rc::gen::inRange(2, 3000);
    const double group = *rc::gen::inRange(1, 5);
    const double mu = *support::log_uniform(1e-12, 1e6);
    const double epsilon = *support::log_uniform(1e-9, 600);
    const auto delta = [&](double places, double distance, double at) {
        return ReplacedPlaces(places_with_replacement(draws, records, places), distance)
            .delta(Epsilon{at});
    };
    const double here = delta(group, mu, epsilon);
    RC_ASSERT(0 <= here && here <= 1);
    const double slack = 1e-6 * here + 1e-290;
    RC_ASSERT(delta(group, mu, 2 * epsilon) <= here + slack);
    RC_ASSERT(delta(group, mu / 2, epsilon) <= here + slack);
    RC_ASSERT(here <= delta(group, mu, 0) + slack);
    // No more than if all places were known (BBG18 Theorem 10, without its amplification).
    Bracket known = 0;
    for (const auto& [number, probability] : places_with_replacement(draws, records, group)) {
        if (number == 0) continue;
        const Mu apart{(number * Bracket(mu)).upper};
        known += probability * gdp_to_delta(GDP{apart}, Epsilon{epsilon});
    }
    RC_ASSERT(here <= known.upper + slack);
}

}  // namespace replaced_places_test
}  // namespace mizan
