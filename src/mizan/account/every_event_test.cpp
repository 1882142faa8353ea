// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "mizan/account/account.hpp"
#include "mizan/theorems/theorems.hpp"

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace every_event_test {

using oracle::Real;

const Analysis& find(const Answer& answer, std::string_view name) {
    const auto found = std::find_if(answer.analyses.begin(), answer.analyses.end(),
                                    [&](const Analysis& a) { return a.name == name; });
    if (found == answer.analyses.end()) throw std::out_of_range(std::string(name));
    return *found;
}

double bound(const Answer& answer, std::string_view name) {
    return find(answer, name).bound.value_or(infinity);
}

struct Own {
    static constexpr std::string_view name = "own";
    double scale;
    [[nodiscard]] Bracket delta(Epsilon epsilon) const { return Laplace{scale}.delta(epsilon); }
    friend bool operator==(const Own&, const Own&) = default;
};

// Every kind of event at ordinary and at extreme parameters.
std::vector<Program> events() {
    std::vector<Program> all;
    for (const double noise : {0.0, 1e-300, 1e-3, 0.7, 10.0, 1e6, 1e300, infinity}) {
        all.emplace_back(Gaussian{.noise_multiplier = noise});
        all.emplace_back(Laplace{.noise_multiplier = noise});
    }
    for (const double p : {0.0, 1e-9, 0.25, 0.5, 0.75, 1.0}) {
        all.emplace_back(RandomizedResponse{.p = p});
    }
    for (const double sigma : {1e-300, 0.5, 30.0, 1e300}) {
        for (const double k : {1.0, domain::WholeSensitivity::most}) {
            all.emplace_back(DiscreteGaussian{.sigma = sigma, .sensitivity = k});
        }
    }
    for (const double a : {0.0, 1e-300, 0.3, 1e300}) {
        for (const double k : {3.0, domain::WholeSensitivity::most}) {
            all.emplace_back(DiscreteLaplace{.noise_parameter = Epsilon{a}, .sensitivity = k});
        }
    }
    for (const double x : {0.0, 0.3, infinity}) {
        all.emplace_back(PermuteAndFlip{Epsilon{x}});
        all.emplace_back(SparseVector{.threshold_noise = x, .query_noise = 5 * x});
        all.emplace_back(TreeAggregation(x, {1000}));
        all.emplace_back(MatrixMechanism(x, {1, -0.5, 0.7}, 100, 10, 2));
    }
    for (const double x : {0.0, 1e-300, 1e-3, 0.3, 8.0, 1e3, infinity}) {
        all.emplace_back(Exponential{Epsilon{x}});
        all.push_back(pure(Epsilon{x}));
        all.push_back(approximate(Epsilon{x}, Delta{1e-7}));
        all.push_back(zcdp(Rho{x}));
        all.push_back(cdp(Mu{x}, Tau{x}));
        all.push_back(gdp(Mu{x}));
        all.push_back(renyi({{Order{2.0}, Epsilon{x}}, {Order{16.0}, Epsilon{2 * x}}}));
        all.push_back(renyi({{Order{infinity}, Epsilon{x}}}));
    }
    all.push_back(approximate(Epsilon{0.0}, Delta{1.0}));
    all.emplace_back(Own{0.7});
    all.push_back(zcdp(Rho{0.1}, 0.2));
    all.emplace_back(PrivacyProfile({{Epsilon{0.5}, Delta{1e-3}}, {Epsilon{600}, Delta{0}}}));
    all.emplace_back(PrivacyProfile({{Epsilon{600}, Delta{1e-9}}}));
    all.emplace_back(TradeoffPoints({{0.01, 0.9}, {0.2, 0.5}}));
    all.emplace_back(TradeoffPoints({{0, 1}}));
    all.emplace_back(TradeoffPoints({{1, 0}}));
    all.push_back(pair({0.5, 0.3, 0.2}, {0.25, 0.35, 0.4}));
    all.push_back(pair({1.0, 0.0}, {0.0, 1.0}));
    all.push_back(pair({0.9, 0.1, 0.0}, {0.8, 0.1, 0.1}));
    return all;
}

// Events that need neighbours with equally many records.
std::vector<Program> record_events() {
    std::vector<Program> all;
    for (const double noise : {0.0, 1e-300, 0.25, 1.0}) {
        for (const double buckets : {1.0, 2.0, 0x1p53}) {
            all.emplace_back(
                BucketRandomizedResponse{.noise_parameter = noise, .num_buckets = buckets});
        }
    }
    return all;
}

// A program and between whom it is asked about.
struct Case {
    Program program;
    Relation relation;
};

std::vector<Case> cases() {
    std::vector<Case> all;
    for (const Program& event : events()) all.push_back({event, Relation::add_or_remove_one});
    for (const Program& event : record_events()) {
        all.push_back({event, Relation::replace_one});
        all.push_back({event, Relation::replace_special});
    }
    return all;
}

std::vector<Question> questions(Relation relation) {
    std::vector<Question> all;
    for (const double delta : {0.0, 1e-300, 1e-9, 1e-5, 0.3, 1.0}) {
        all.push_back({.at = Delta{delta}, .relation = relation});
    }
    for (const double epsilon : {0.0, 1e-6, 1.0, 30.0, infinity}) {
        all.push_back({.at = Epsilon{epsilon}, .relation = relation});
    }
    return all;
}

// A few of them, for what asks about many programs.
std::vector<Question> few_questions(Relation relation) {
    return {{.at = Delta{0.0}, .relation = relation},
            {.at = Delta{1e-5}, .relation = relation},
            {.at = Epsilon{1.0}, .relation = relation}};
}

// Equal up to rounding, which may differ between two ways to write one program.
void expect_same(const Answer& a, const Answer& b, double tolerance = 1e-9) {
    const auto near = [&](double x, double y) {
        return x == y || std::abs(x - y) <= tolerance * std::max(std::abs(x), 1e-12);
    };
    EXPECT_TRUE(near(a.asked().upper, b.asked().upper)) << a.asked() << " and " << b.asked();
    EXPECT_TRUE(near(a.asked().lower, b.asked().lower)) << a.asked() << " and " << b.asked();
}

// Whatever is known of a group by a rule for all mechanisms cites that rule.
TEST(Account, OfAGroupCitesTheTheoremAboutGroups) {
    const std::vector<std::pair<Program, std::string>> promises{
        {pure(Epsilon{0.5}), "Mironov17 IIIa"},
        {approximate(Epsilon{0.5}, Delta{1e-9}), "DR14 T2.2a"},
        {zcdp(Rho{0.1}), "BS16 P1.9"},
        {cdp(Mu{0.1}, Tau{0.5}), "BS16 P1.9"},
        {gdp(Mu{0.5}), "DRS19 T2.14"},
        {renyi({{Order{8.0}, Epsilon{0.5}}}), "Mironov17 P11a"},
        {pair({0.75, 0.25}, {0.5, 0.5}), "Mironov17 IIIa"},
        {PrivacyProfile({{Epsilon{0.5}, Delta{1e-9}}}), "DR14 T2.2a"},
        {poisson(0.5, Gaussian{2.0}), "Mizan26 S6"},
        {poisson(0.5, Laplace{2.0}), "DR14 T2.2a"},
    };
    for (const auto& [program, key] : promises) {
        const Answer answer = account(group(3, program), Delta{1e-5});
        for (const Analysis& analysis : answer.analyses) {
            if (analysis.name != answer.best) continue;
            EXPECT_TRUE(std::ranges::count(analysis.theorems, key)) << key;
        }
    }
}

TEST(Account, EveryEventAtEveryEdgeHasABracketAndReasons) {
    for (const auto& [event, relation] : cases()) {
        for (const Question& question : questions(relation)) {
            const Answer answer = account(event, question);
            EXPECT_GE(answer.asked().lower, 0);
            EXPECT_LE(answer.asked().lower, answer.asked().upper);
            EXPECT_EQ(answer.analyses.size(), 8U);
            for (const Analysis& analysis : answer.analyses) {
                EXPECT_NE(analysis.bound.has_value(), !analysis.why_not.empty()) << analysis.name;
                EXPECT_EQ(analysis.bound.has_value(), !analysis.theorems.empty()) << analysis.name;
            }
            EXPECT_FALSE(answer.lower_from.empty());
            EXPECT_FALSE(answer.assumptions.empty());
        }
    }
}

TEST(Account, EveryTheoremThatIsCitedExists) {
    for (const auto& [event, relation] : cases()) {
        for (const Question& question : few_questions(relation)) {
            for (const Analysis& analysis : account(2 * event, question).analyses) {
                for (const std::string& key : analysis.theorems) {
                    EXPECT_TRUE(std::any_of(all_theorems().begin(), all_theorems().end(),
                                            [&](const Theorem& t) { return t.key == key; }))
                        << key;
                }
            }
        }
    }
}

TEST(Account, RepetitionIsASumOfEquals) {
    for (const auto& [event, relation] : cases()) {
        for (const Question& question : few_questions(relation)) {
            expect_same(account(3 * event, question), account(event + event + event, question),
                        1e-4);
        }
    }
}

TEST(Account, PostProcessingAndGroupsOfOneChangeNothing) {
    for (const auto& [event, relation] : cases()) {
        for (const Question& question : few_questions(relation)) {
            const Answer plain = account(event, question);
            expect_same(plain, account(post(event), question));
            expect_same(plain, account(group(1, event), question));
        }
    }
}

// The bounds of these events hold for a record more or less. They do not bound what a record that
// takes another value does.
TEST(Account, EventsOfOneRecordMoreOrLessRefuseReplacement) {
    for (const Program& event :
         {Program(MixtureOfGaussians(3, {0, 1, 2}, {0.5, 0.25, 0.25})),
          Program(ThresholdedLaplace{2, 41}), Program(ThresholdedGaussian{3, 25}),
          poisson(0.1, ThresholdedLaplace{2, 41})}) {
        EXPECT_LT(account(event, {.at = Delta{1e-6}}).epsilon.upper, 10);
        EXPECT_THROW((void)account(event, {.at = Delta{1e-6}, .relation = Relation::replace_one}),
                     Refused);
    }
    // there or not is a sample
    EXPECT_EQ(
        account(20 * Program(MixtureOfGaussians(2, {0, 1}, {0.75, 0.25})), {.at = Delta{1e-6}})
            .epsilon,
        account(20 * poisson(0.25, Gaussian{2}), {.at = Delta{1e-6}}).epsilon);
}

TEST(Account, TheRelationOnlyMattersForRecordsAndForWhatTheyAdd) {
    for (const Program& event : events()) {
        const auto* leaf = std::get_if<Leaf>(&event.node());
        const bool is_by_record = leaf != nullptr && std::holds_alternative<MatrixMechanism>(*leaf);
        for (const Question& question : few_questions(Relation::add_or_remove_one)) {
            const Answer plain = account(event, question);
            for (const Relation other : {Relation::replace_one, Relation::replace_special}) {
                Question same = question;
                same.relation = other;
                const bool is_twice = is_by_record && other == Relation::replace_one;
                expect_same(is_twice ? account(group(2, event), question) : plain,
                            account(event, same));
            }
        }
    }
    for (const Program& event : record_events()) {
        EXPECT_THROW((void)account(event, Delta{1e-5}), Refused);
    }
}

TEST(Account, MoreReleasesOrLargerGroupsNeverCostLess) {
    for (const auto& [event, relation] : cases()) {
        for (const Question& question : few_questions(relation)) {
            const double one = account(event, question).asked().upper;
            const double slack = 1e-9 * std::min(one, 1e300);
            EXPECT_GE(account(2 * event, question).asked().upper, one - slack);
            EXPECT_GE(account(group(2, event), question).asked().upper, one - slack);
            EXPECT_GE(
                account(event + Program(Laplace{.noise_multiplier = 5}), question).asked().upper,
                account(event, question).asked().lower);
        }
    }
}

TEST(Account, AllowingMoreNeverCostsMore) {
    for (const auto& [event, relation] : cases()) {
        double last = infinity;
        for (const double delta : {0.0, 1e-300, 1e-12, 1e-6, 1e-3, 0.1, 0.9, 1.0}) {
            const Question question{.at = Delta{delta}, .relation = relation};
            const double now = account(2 * event, question).epsilon.upper;
            EXPECT_LE(now, last * (1 + 1e-9));
            last = now;
        }
        EXPECT_EQ(last, 0);
    }
}

// Where the smaller probability underflows, its loss is only known from below.
TEST(Account, LossesThatMayBeInfiniteAreNeverForgotten) {
    for (const double epsilon : {700.0, 720.0, 800.0, 1e6}) {
        const Program sampled = poisson(0.5, pure(Epsilon{epsilon}));
        EXPECT_GE(account(sampled, Delta{1e-5}).epsilon.upper, epsilon - 1) << epsilon;
        EXPECT_GE(account(2 * sampled, Delta{1e-5}).epsilon.upper, epsilon - 1) << epsilon;
    }
    const Program tiny = pair({0.5, 0.5}, {5e-324, 1});
    EXPECT_GE(account(tiny, Delta{1e-5}).epsilon.upper, 743);
    EXPECT_GE(account(2 * tiny, Delta{1e-5}).epsilon.upper, 743);
    EXPECT_EQ(account(2 * poisson(0.3, gdp(Mu{1e-320})), Delta{1e-5}).epsilon.lower, 0);
}

TEST(Account, TheTwoQuestionsAreInverse) {
    for (const auto& [event, relation] : cases()) {
        const auto ask = [&, &twice = event, &between = relation](auto at) {
            return account(2 * twice, Question{.at = at, .relation = between});
        };
        const double epsilon = ask(Delta{1e-5}).epsilon.upper;
        if (epsilon == infinity) continue;
        EXPECT_LE(ask(Epsilon{epsilon}).delta.lower, 1e-5 * (1 + 1e-9));
        EXPECT_LE(ask(Epsilon{epsilon * (1 + 1e-9) + 1e-12}).delta.upper, 1e-5 * (1 + 1e-6));
    }
}

TEST(Account, PromisesThatMayFailMixWithEverything) {
    const Program mixed =
        Program(Gaussian{.noise_multiplier = 5}) + approximate(Epsilon{0.1}, Delta{1e-6});
    const Answer answer = account(mixed, Delta{1e-5});
    EXPECT_LT(answer.epsilon.upper, 2);
    EXPECT_TRUE(find(answer, "renyi").bound);
    EXPECT_EQ(account(mixed, Delta{1e-7}).epsilon.upper, infinity);
}

// Also where lines tell nothing of all runs together.
TEST(Cost, OfMoreIsAtLeastThatOfOneRunOfAPart) {
    const Program little_noise = poisson(0.1, Gaussian{0.01});
    const Program response = BucketRandomizedResponse{.noise_parameter = 0.5, .num_buckets = 4};
    const struct {
        Program part, whole;
        Relation relation;
    } cases[]{
        {little_noise, 3 * little_noise, Relation::add_or_remove_one},
        {Laplace{1.0}, shuffled(1000, response) + Laplace{1.0}, Relation::replace_one},
        {Laplace{0.5}, 2 * Laplace{0.5} + poisson(1e-5, Gaussian{0.3}),
         Relation::add_or_remove_one},
    };
    for (const auto& [part, whole, relation] : cases) {
        const Question question{.at = Delta{1e-6}, .relation = relation};
        const double alone = cost(part, question).lower;
        EXPECT_GT(alone, 0);
        EXPECT_GE(cost(whole, question).lower, alone * (1 - 1e-9));
        const Question back{.at = Epsilon{alone / 2}, .relation = relation};
        EXPECT_GE(cost(whole, back).lower, cost(part, back).lower * (1 - 1e-9));
    }
    EXPECT_EQ(cost(0 * Laplace{1.0} + Laplace{1e9}, Question{.at = Delta{1e-6}}).upper, 0);
}

TEST(Cost, IsTheBracketOfTheAnswer) {
    const Program training = 1000 * poisson(0.01, Gaussian{1.0});
    const Program guarantees = 3 * zcdp(Rho{0.1}) + Laplace{2.0};
    for (const Program& program : {training, guarantees, 0 * training}) {
        for (const Question& question :
             {Question{.at = Delta{1e-5}}, Question{.at = Epsilon{1.0}}}) {
            const Bracket alone = cost(program, question);
            const Answer answer = account(program, question);
            const Bracket& asked = question.delta() ? answer.epsilon : answer.delta;
            EXPECT_EQ(alone.lower, asked.lower);
            EXPECT_GE(alone.upper, asked.upper);
            EXPECT_LE(alone.upper, std::max(asked.upper, asked.lower * (1 + 1.01e-9)));
        }
    }
}

}  // namespace every_event_test
}  // namespace mizan
