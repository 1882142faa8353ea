// SPDX-License-Identifier: Apache-2.0
#include "mizan/sampling/shuffle.hpp"

#include <array>
#include <map>

#include <gtest/gtest.h>

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace shuffle_test {

using Law = std::array<double, 3>;  // of one message
using Counts = std::array<int, 3>;  // how often each message was sent
using Shuffled = std::map<Counts, double>;

// All that the shuffler lets through: the law of the counts.
Shuffled messages(const std::vector<Law>& users) {
    Shuffled law{{Counts{}, 1.0}};
    for (const Law& user : users) {
        Shuffled next;
        for (const auto& [counts, probability] : law) {
            for (std::size_t i = 0; i < 3; ++i) {
                Counts more = counts;
                ++more[i];
                next[more] += probability * user[i];
            }
        }
        law = next;
    }
    return law;
}

double hockey_stick(const Shuffled& p, const Shuffled& q, double epsilon) {
    double sum = 0;
    for (const auto& [counts, mass] : p) {
        sum += std::max(0.0, mass - std::exp(epsilon) * q.at(counts));
    }
    return sum;
}

double renyi(const Shuffled& p, const Shuffled& q, double alpha) {
    double sum = 0;
    for (const auto& [counts, mass] : p) sum += mass * std::pow(mass / q.at(counts), alpha - 1);
    return std::log(sum) / (alpha - 1);
}

// For each of three values, the law of its message.
using Randomizer = std::array<Law, 3>;

double privacy_of(const Randomizer& randomizer) {
    double epsilon = 0;
    for (const Law& p : randomizer) {
        for (const Law& q : randomizer) {
            for (std::size_t i = 0; i < 3; ++i) epsilon = std::max(epsilon, std::log(p[i] / q[i]));
        }
    }
    return epsilon;
}

// Three answers, told with probability proportional to e^ε if true and 1 if not.
Randomizer three_responses(double epsilon) {
    const double e = std::exp(epsilon), all = e + 2;
    return {
        {{e / all, 1 / all, 1 / all}, {1 / all, e / all, 1 / all}, {1 / all, 1 / all, e / all}}};
}

// Values 0 and 1 agree on a third message, and value 2 hides both as little as it may.
Randomizer partly_common(double epsilon, double part) {
    const double e = std::exp(epsilon), yes = part * e / (1 + e), no = part / (1 + e);
    const double least = std::max(no, (1 - e * (1 - part)) / 2);
    return {{{yes, no, 1 - part}, {no, yes, 1 - part}, {least, least, 1 - 2 * least}}};
}

Randomizer some_randomizer() {
    Randomizer randomizer;
    for (Law& law : randomizer) {
        double all = 0;
        for (double& p : law) all += p = *support::log_uniform(0.05, 1);
        for (double& p : law) p /= all;
    }
    return randomizer;
}

RC_GTEST_PROP(Shuffle, BoundsEveryRandomizer, ()) {
    const double strength = *support::log_uniform(0.01, 5);
    const Randomizer randomizer =
        std::array{three_responses(strength), partly_common(strength, *support::uniform(0, 1)),
                   some_randomizer()}[*rc::gen::inRange<std::size_t>(0, 3)];
    const int others = *rc::gen::inRange(0, 4);
    std::vector<Law> with, without;
    for (int i = 0; i < others; ++i) {
        with.push_back(randomizer[*rc::gen::inRange<std::size_t>(0, 3)]);
    }
    without = with;
    with.push_back(randomizer[0]);
    without.push_back(randomizer[1]);
    const Shuffled p = messages(with), q = messages(without);
    const double local = privacy_of(randomizer);
    const auto bound = shuffled(Epsilon{local + 1e-12}, others + 1);
    for (const double part : {0.0, 0.1, 0.5, 0.9}) {
        const double epsilon = part * local;
        const double allowed = hockey_stick(bound, Epsilon{epsilon}).upper + 1e-13;
        RC_ASSERT(hockey_stick(p, q, epsilon) <= allowed && hockey_stick(q, p, epsilon) <= allowed);
    }
    for (const double alpha : {1.01, 1.5, 8.0}) {
        RC_ASSERT(renyi(p, q, alpha) <= renyi_divergence(bound, Order{alpha}).upper + 1e-12);
    }
}

// Value 0 becomes value 1, which says nothing; the others have value 2, as far from both as they
// may.
struct SpecialCase {
    double local, any_two;
    Randomizer randomizer;
};

SpecialCase special_case(const Randomizer& randomizer) {
    double local = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        local = std::max(local, std::abs(std::log(randomizer[0][i] / randomizer[1][i])));
    }
    return {local, privacy_of(randomizer), randomizer};
}

// Three messages; "yes" has the probabilities e·t, t and t/e.
Randomizer seldom_yes(double epsilon, double t) {
    const double e = std::exp(epsilon), rest = 0.25;
    const auto law = [&](double yes) { return Law{yes, (1 - yes) * rest, (1 - yes) * (1 - rest)}; };
    return {law(e * t), law(t), law(t / e)};
}

RC_GTEST_PROP(Shuffle, BoundsEveryRandomizerOfPeopleFartherAway, ()) {
    const double strength = *support::log_uniform(0.05, 3);
    const double most = 1 / (1 + std::exp(strength));
    const SpecialCase each = special_case(
        *rc::gen::inRange(0, 2) == 0 ? seldom_yes(strength, *support::log_uniform(0.01, 1) * most)
                                     : some_randomizer());
    const int others = *rc::gen::inRange(0, 9);
    std::vector<Law> with(static_cast<std::size_t>(others), each.randomizer[2]);
    std::vector<Law> without = with;
    with.push_back(each.randomizer[0]);
    without.push_back(each.randomizer[1]);
    const Shuffled p = messages(with), q = messages(without);
    const auto bound =
        shuffled(Epsilon{each.local + 1e-12}, Epsilon{each.any_two + 2e-12}, others + 1);
    for (const double part : {0.0, 0.1, 0.5, 0.9}) {
        const double epsilon = part * each.local;
        const double allowed = hockey_stick(bound, Epsilon{epsilon}).upper + 1e-13;
        RC_ASSERT(hockey_stick(p, q, epsilon) <= allowed && hockey_stick(q, p, epsilon) <= allowed);
    }
}

TEST(Shuffle, PeopleFartherAwayHideLess) {
    // The bound for people who are as near as the person's own values is false of these.
    const Randomizer randomizer = seldom_yes(1, 1 / (1 + std::exp(1.0)));
    std::vector<Law> with(99, randomizer[2]), without = with;
    with.push_back(randomizer[0]);
    without.push_back(randomizer[1]);
    const double truth = hockey_stick(messages(without), messages(with), 0.45);
    EXPECT_GT(truth, 2 * hockey_stick(shuffled(Epsilon{1.0}, 100), Epsilon{0.45}).upper);
    const auto found = shuffled_answers(randomizer[0][0], randomizer[1][0], randomizer[2][0], 100);
    EXPECT_NEAR(hockey_stick(reversed(found), Epsilon{0.45}).middle(), truth, 1e-8);
    EXPECT_NEAR(hockey_stick(found, Epsilon{0.45}).middle(),
                hockey_stick(messages(with), messages(without), 0.45), 1e-8);
    EXPECT_LE(truth, hockey_stick(shuffled(Epsilon{1.0}, Epsilon{2.0}, 100), Epsilon{0.45}).upper);
    EXPECT_THROW((void)shuffled(Epsilon{2.0}, Epsilon{1.0}, 100), DomainError);
}

TEST(Shuffle, AQuarterMoreUsersWouldBeFalse) {
    // The same check refuses the bound of 25 users for 20.
    const Randomizer randomizer = three_responses(4);
    std::vector<Law> with(19, randomizer[2]), without = with;
    with.push_back(randomizer[0]);
    without.push_back(randomizer[1]);
    const double truth = hockey_stick(messages(with), messages(without), 1.6);
    EXPECT_GT(truth, hockey_stick(shuffled(Epsilon{4.0}, 25), Epsilon{1.6}).upper);
    EXPECT_LE(truth, hockey_stick(shuffled(Epsilon{4.0}, 20), Epsilon{1.6}).upper);
}

TEST(Shuffle, CountsOfYesAreEnumerated) {
    const Law yes{0.75, 0.25, 0}, no{0.375, 0.625, 0};
    for (const int users : {1, 2, 17}) {
        std::vector<Law> with(static_cast<std::size_t>(users - 1), no), without = with;
        with.push_back(yes);
        without.push_back(no);
        const Shuffled p = messages(with), q = messages(without);
        const auto found = shuffled_answers(0.75, 0.375, users);
        for (const double epsilon : {0.0, 0.05, 0.2}) {
            const Bracket there = hockey_stick(found, Epsilon{epsilon});
            EXPECT_NEAR(there.middle(), hockey_stick(p, q, epsilon), 1e-8);
            EXPECT_LE(there.lower, hockey_stick(p, q, epsilon) + 1e-14);
            EXPECT_NEAR(hockey_stick(reversed(found), Epsilon{epsilon}).middle(),
                        hockey_stick(q, p, epsilon), 1e-8);
        }
    }
    // Cells of many counts: their masses add up, and they tell little less than single counts
    // would, which are as good as normal.
    const auto many = shuffled_answers(0.75, 0.25, 1e6);
    Bracket p = 0, q = 0;
    for (const Outcome& each : many) p += each.p, q += each.q;
    EXPECT_TRUE(p.contains(1) && q.contains(1)) << p << q;
    const double moved = 0.5 / std::sqrt(1e6 * 0.25 * 0.75);
    EXPECT_NEAR(hockey_stick(many, Epsilon{0.0}).lower / (moved / std::sqrt(2 * std::acos(-1.0))),
                1, 1e-3);
    EXPECT_TRUE(shuffled_answers(0.75, 0.25, 1e10).empty());
    EXPECT_TRUE(shuffled_answers(0.5, 0.5, 10).empty());
    EXPECT_TRUE(shuffled_answers(1, 0, 10).empty());
}

TEST(Shuffle, OneUserIsRandomizedResponse) {
    const auto alone = shuffled(Epsilon{1.5}, 1);
    EXPECT_TRUE(alone.back().log_ratio.contains(1.5) && alone.front().log_ratio.contains(-1.5));
    const Bracket delta = hockey_stick(alone, Epsilon{1.0});
    EXPECT_TRUE(delta.contains((std::exp(1.5) - std::exp(1.0)) / (1 + std::exp(1.5))));
    EXPECT_LT(delta.width(), 1e-8);
}

// δ(ε) of the clones with all counts, in doubles.
double clones(double local, int users, double epsilon) {
    double sum = 0;
    const double e = std::exp(local), c = 2 / (1 + e);
    for (int k = 0; k < users; ++k) {
        const double weight =
            std::exp(std::lgamma(users) - std::lgamma(k + 1) - std::lgamma(users - k) +
                     k * std::log(c) + (users - 1 - k) * std::log1p(-c));
        for (int a = 0; a <= k + 1; ++a) {
            const double ways = std::exp(std::lgamma(k + 2) - std::lgamma(a + 1) -
                                         std::lgamma(k + 2 - a) - (k + 1) * std::log(2.0));
            const double p = ways * 2 * (e * a + k + 1 - a) / ((k + 1) * (1 + e));
            const double q = ways * 2 * (a + e * (k + 1 - a)) / ((k + 1) * (1 + e));
            sum += weight * std::max(0.0, p - std::exp(epsilon) * q);
        }
    }
    return sum;
}

TEST(Shuffle, RoundingCostsLittle) {
    for (const auto& [local, users, epsilon] :
         {std::tuple{1.0, 30, 0.5}, {2.0, 400, 0.25}, {0.5, 400, 0.1}, {3.0, 100, 1.0}}) {
        const double truth = clones(local, users, epsilon);
        const Bracket bound = hockey_stick(shuffled(Epsilon{local}, users), Epsilon{epsilon});
        EXPECT_GE(bound.upper, truth * (1 - 1e-9));
        EXPECT_LE(bound.upper, truth * 1.01) << local << " " << users;
        EXPECT_LT(bound.width(), 1e-6 * bound.upper);
    }
}

TEST(Shuffle, AnyNumberOfUsersAndAnyPrivacy) {
    double last = 1;
    for (const double users : {1.0, 2.0, 1e3, 1e6, 1e9, 1e15}) {
        const auto pair = shuffled(Epsilon{2.0}, users);
        EXPECT_LE(pair.size(), 2100u);
        const double delta = hockey_stick(pair, Epsilon{1e-3}).upper;
        EXPECT_TRUE(delta < last || users > 1e9) << users;
        last = delta;
    }
    EXPECT_LT(last, 1e-12);
    EXPECT_EQ(hockey_stick(shuffled(Epsilon{0.0}, 5), Epsilon{0.1}), Bracket(0));
    EXPECT_TRUE(hockey_stick(shuffled(Epsilon{infinity}, 5), Epsilon{3.0}).contains(1));
    for (const double local : {1e-300, 50.0, 800.0}) {
        for (const Outcome& each : shuffled(Epsilon{local}, 1e6)) {
            EXPECT_LE(abs(each.log_ratio).upper, local * (1 + 1e-12));
        }
    }
    EXPECT_THROW((void)shuffled(Epsilon{1.0}, 0), DomainError);
    EXPECT_THROW((void)shuffled(Epsilon{1.0}, 1.5), DomainError);
}

}  // namespace shuffle_test
}  // namespace mizan
