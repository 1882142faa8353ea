// SPDX-License-Identifier: Apache-2.0
// Every composition theorem, attacked: mechanisms at random, adversaries that are random, greedy or
// the best there are, and the exact loss of the whole game against what the theorem promises. The
// same code finds the statements that are false.
#include <cmath>

#include <gtest/gtest.h>

#include "mizan/compose/advanced.hpp"
#include "mizan/compose/basic.hpp"
#include "mizan/compose/cdp.hpp"
#include "mizan/compose/concentration.hpp"
#include "mizan/compose/gdp.hpp"
#include "mizan/compose/optimal.hpp"
#include "mizan/compose/probability_increase.hpp"
#include "mizan/compose/renyi.hpp"
#include "mizan/compose/zcdp.hpp"
#include "mizan/convert/gdp_to_approximate.hpp"
#include "mizan/convert/pure_to_gdp.hpp"
#include "mizan/convert/pure_to_zcdp.hpp"
#include "mizan/game/adversary.hpp"
#include "mizan/game/test_menu.hpp"
#include "mizan/mechanism/randomized_response.hpp"

#include "support/oracle.hpp"

namespace mizan::game {
namespace attack_test {

using namespace testing;

struct Attack {
    std::vector<PrivacyLoss> menu;  // both directions of every mechanism
    int rounds;
    std::vector<PrivacyLoss> reached;  // both directions of the whole game
};

std::vector<PrivacyLoss> both(const PrivacyLoss& loss) { return {loss, loss.reversed()}; }

Attack attack(const std::vector<Pair>& pairs, const Adversary& adversary, int rounds) {
    const Menu menu = menu_of(pairs);
    Attack result{{}, rounds, both(play_exactly(menu, adversary, rounds))};
    for (const Pair& pair : pairs) {
        const PrivacyLoss loss(FiniteDistribution(pair.first), FiniteDistribution(pair.second));
        result.menu.push_back(loss);
        result.menu.push_back(loss.reversed());
    }
    return result;
}

// The largest upper end of a number that every member of the list has.
template <class Number>
double largest(const std::vector<PrivacyLoss>& losses, const Number& number) {
    double result = 0;
    for (const PrivacyLoss& loss : losses) result = std::max(result, number(loss).upper);
    return result;
}

double renyi(const std::vector<PrivacyLoss>& losses, double order) {
    return largest(losses, [&](const PrivacyLoss& loss) { return loss.renyi(Order{order}); });
}

Epsilon pure_of(const Attack& attack) { return Epsilon{renyi(attack.menu, infinity)}; }

compose::Steps steps_of(const Attack& attack) {
    return {compose::pure(pure_of(attack), attack.rounds)};
}

// The game proves that it is not (epsilon, delta)-private.
bool breaks(const Attack& attack, ApproxDP claim) {
    return std::any_of(attack.reached.begin(), attack.reached.end(), [&](const PrivacyLoss& loss) {
        return loss.delta(claim.epsilon).lower > claim.delta.value();
    });
}

bool breaks(const Attack& attack, Order order, double claimed_divergence) {
    return std::any_of(attack.reached.begin(), attack.reached.end(), [&](const PrivacyLoss& loss) {
        return loss.renyi(order).lower > claimed_divergence;
    });
}

// The game proves that E exp(λ(L - center)) exceeds exp(claimed).
bool breaks_moment(const PrivacyLoss& loss, double lambda, Bracket center, Bracket claimed) {
    return (loss.log_exponential_moment(lambda) - lambda * center).lower > claimed.upper;
}

rc::Gen<Attack> any_attack() {
    return rc::gen::exec([] {
        const double reach = *support::log_uniform(0.05, 3);
        auto pairs = *any_pairs(reach);
        if (*rc::gen::arbitrary<bool>()) pairs.front() = coin(1 / (1 + std::exp(-reach)));
        const Menu menu = menu_of(pairs);
        const int rounds = *rc::gen::inRange(1, pairs.size() == 1 ? 9 : 5);
        const Objective objective = hockey_stick_at(*support::uniform(0, reach * rounds));
        switch (*rc::gen::inRange(0, 3)) {
            case 0:
                return attack(pairs, random(menu, *rc::gen::arbitrary<std::uint64_t>()), rounds);
            case 1:
                return attack(pairs, greedy(menu, objective), rounds);
            default:
                return attack(pairs, optimal(menu, rounds, objective), rounds);
        }
    });
}

RC_GTEST_PROP(Attack, BasicCompositionHolds, ()) {
    const Attack attack = *any_attack();
    RC_ASSERT(!breaks(attack, compose::basic(steps_of(attack))));
    RC_ASSERT(!breaks(attack, Order{infinity}, compose::total_epsilon(steps_of(attack)).upper));
}

RC_GTEST_PROP(Attack, EveryClosedFormOfAdvancedCompositionHolds, ()) {
    const Attack attack = *any_attack();
    const Delta delta{*support::log_uniform(1e-6, 0.5)};
    const compose::Steps steps = steps_of(attack);
    RC_ASSERT(!breaks(attack, compose::advanced_lecture_notes(steps, delta)));
    RC_ASSERT(!breaks(attack, compose::advanced_dwork_rothblum(steps, delta)));
    RC_ASSERT(!breaks(attack, compose::advanced_kairouz_oh_viswanath(steps, delta)));
    RC_ASSERT(!breaks(attack, compose::advanced(steps, delta)));
    const Epsilon epsilon = steps.front().guarantee.epsilon;
    if (std::log(1 / delta.value()) > 1.001 * epsilon.value() * epsilon.value() * attack.rounds) {
        RC_ASSERT(!breaks(attack, compose::advanced_mironov(epsilon, attack.rounds, delta)));
    }
}

RC_GTEST_PROP(Attack, OptimalCompositionHolds, ()) {
    const Attack attack = *any_attack();
    const compose::Repeated step = steps_of(attack).front();
    const Epsilon epsilon{*support::uniform(0, 1) * attack.rounds * pure_of(attack).value()};
    RC_ASSERT(!breaks(
        attack, {epsilon, Delta{std::min(1.0, compose::optimal_delta(step, epsilon).upper)}}));
}

// p = Pr_U[L ≥ t] against q = Pr_V[L ≥ t]: for every q the likeliest event of the transcript. The
// adversaries that make δ(ε) = max p - e^ε q large are the ones who make p large for some q.
RC_GTEST_PROP(Attack, TheProbabilityIncreaseHolds, ()) {
    const Attack attack = *any_attack();
    const compose::Steps steps = steps_of(attack);
    const Epsilon epsilon = pure_of(attack);
    for (const bool is_forward : {true, false}) {
        const PrivacyLoss& loss = is_forward ? attack.reached.front() : attack.reached.back();
        const PrivacyLoss& other = is_forward ? attack.reached.back() : attack.reached.front();
        const auto atom = *rc::gen::inRange<std::size_t>(0, loss.atoms().size());
        const double t = loss.atoms()[atom].log_ratio.lower;
        const double p = loss.at_least(t).lower, q = std::min(1.0, other.at_most(-t).upper);
        const double increase = log(Bracket(p) / q).lower;
        // q exp(bound(q)) grows with q, so q may be rounded up.
        RC_ASSERT(increase <= compose::log_increase(steps, q).value());
        RC_ASSERT(increase <= compose::log_increase_mironov(epsilon, attack.rounds, q).value());
    }
}

TEST(Attack, OptimalCompositionIsReachedByRandomizedResponse) {
    const Attack attack =
        attack_test::attack({coin(0.7)}, fixed(std::vector<Choice>(9, Choice{1})), 9);
    for (const double epsilon : {0.0, 0.5, 1.0, 2.5, 5.0}) {
        const Bracket claimed =
            compose::optimal_delta(compose::pure(pure_of(attack), 9), Epsilon{epsilon});
        EXPECT_NEAR(attack.reached.front().delta(Epsilon{epsilon}).middle(), claimed.middle(),
                    1e-13);
    }
}

RC_GTEST_PROP(Attack, RenyiCompositionHoldsAtEveryOrder, ()) {
    const Attack attack = *any_attack();
    for (const double order :
         {*rc::gen::element(1.0, 1 + 1e-6, 2.0, 1e3, infinity), *support::order(100)}) {
        const RenyiDP one{RenyiCurve([&](Order at) { return renyi(attack.menu, at.value()); })};
        const Bracket sum = compose::renyi({{one, attack.rounds}}).curve(Order{order});
        RC_ASSERT(!breaks(attack, Order{order}, sum.upper));
    }
}

RC_GTEST_PROP(Attack, ZeroConcentratedCompositionHoldsAtEveryOrder, ()) {
    const Attack attack = *any_attack();
    const ZCDP one{Rho{pure_to_zcdp(PureDP{pure_of(attack)}).upper}};
    const ZCDP sum = compose::zcdp({{one, attack.rounds}});
    for (const double order : {*rc::gen::element(1.0, 1 + 1e-6, 2.0, 1e3), *support::order(100)}) {
        RC_ASSERT(!breaks(attack, Order{order}, (order * Bracket(sum.rho.value())).upper));
    }
}

RC_GTEST_PROP(Attack, GaussianCompositionHolds, ()) {
    const Attack attack = *any_attack();
    const GDP one{Mu{pure_to_gdp(PureDP{pure_of(attack)}).upper}};
    const GDP sum = compose::gdp({{one, attack.rounds}});
    const Epsilon epsilon{*support::uniform(0, 1) * attack.rounds * pure_of(attack).value()};
    RC_ASSERT(!breaks(attack, {epsilon, Delta{gdp_to_delta(sum, epsilon).upper}}));
}

// Mean and standard of the worst mechanism of the menu, the standard by Hoeffding's lemma.
CDP concentrated(const Attack& attack) {
    double mu = 0, tau = 0;
    for (const PrivacyLoss& loss : attack.menu) {
        const Bracket range = loss.atoms().back().log_ratio - loss.atoms().front().log_ratio;
        mu = std::max(mu, loss.mean().upper);
        tau = std::max(tau, compose::hoeffding(range.upper).value());
    }
    return {Mu{mu}, Tau{tau}};
}

void expect_one_sided_bound(const Attack& attack, CDP promise) {
    const compose::OneSidedCDP law = compose::cdp_adaptive({{promise, attack.rounds}});
    const Bracket mu = law.mu.value(), tau = law.tau.value();
    for (const PrivacyLoss& loss : attack.reached) {
        for (const double lambda : {1e-3, 0.5, 1.0, *support::log_uniform(0.01, 50)}) {
            RC_ASSERT(!breaks_moment(loss, lambda, mu, square(lambda * tau) / 2));
        }
        for (const double t : {0.0, 0.5, 1.0, 2.0, 3.0}) {
            RC_ASSERT(loss.at_least((mu + t * tau).upper).lower <= compose::tail(law, t).value());
        }
    }
    RC_ASSERT(!breaks(attack, compose::approximate(law, Delta{*support::log_uniform(1e-6, 0.5)})));
}

RC_GTEST_PROP(Attack, TheOneSidedBoundOnConcentratedCompositionHolds, ()) {
    const Attack attack = *any_attack();
    expect_one_sided_bound(attack, concentrated(attack));
}

// Randomized response has a smaller standard than Hoeffding's, the exact one; and the adversary may
// stop, which is what breaks the published theorem.
RC_GTEST_PROP(Attack, TheOneSidedBoundHoldsForExactStandards, ()) {
    const double p = *support::uniform(0.51, 0.99), lambda = *support::log_uniform(0.01, 10);
    const int rounds = *rc::gen::inRange(1, 9);
    const double scale = *support::log_uniform(0.01, 100);
    const Menu menu = menu_of({coin(p)});
    const Adversary stopping = optimal(
        menu, rounds, [&](double loss) { return std::exp(lambda * loss) - scale * lambda * loss; });
    expect_one_sided_bound(attack({coin(p)}, stopping, rounds), RandomizedResponse{p}.cdp());
}

RC_GTEST_PROP(Attack, AzumasInequalityHolds, ()) {
    const Attack attack = *any_attack();
    const double alpha = pure_of(attack).value();
    const double beta = renyi(attack.menu, 1);
    for (const double failure : {0.5, 0.1, 1e-3}) {
        const Bracket threshold = compose::azuma_threshold(attack.rounds, alpha, beta, failure);
        for (const PrivacyLoss& loss : attack.reached) {
            RC_ASSERT(loss.above(threshold.upper).lower <= failure);
        }
    }
}

// Unequal promises, fixed in advance: in even rounds the adversary has the first mechanism, in odd
// rounds the second, and only their orientation adapts.
RC_GTEST_PROP(Attack, UnequalPromisesHold, ()) {
    const std::vector<Pair> pairs{*any_pair(0.5), *any_pair(2)};
    const Menu menu = menu_of(pairs);
    const Adversary any = random(menu, *rc::gen::arbitrary<std::uint64_t>());
    const Adversary alternating{"alternating", [&](const View& view) -> Choice {
                                    const std::size_t move = view.round % 2 == 0 ? 1 : 2;
                                    return {move, any.choose(view).is_swapped};
                                }};
    constexpr int rounds = 4;
    const Attack attack = attack_test::attack(pairs, alternating, rounds);
    const auto epsilon_of = [&](std::size_t i) {
        return Epsilon{renyi({attack.menu[2 * i], attack.menu[2 * i + 1]}, infinity)};
    };
    const compose::Steps steps{compose::pure(epsilon_of(0), 2), compose::pure(epsilon_of(1), 2)};
    const Delta delta{*support::log_uniform(1e-6, 0.5)};
    RC_ASSERT(!breaks(attack, compose::basic(steps)));
    RC_ASSERT(!breaks(attack, compose::advanced_lecture_notes(steps, delta)));
    RC_ASSERT(!breaks(attack, compose::advanced_dwork_rothblum(steps, delta)));
    RC_ASSERT(!breaks(attack, compose::advanced_kairouz_oh_viswanath(steps, delta)));
}

// What must be found: statements that are false as typed.

// The mean and the exact standard of randomized response, and what the published Theorem 3 claims
// of the loss around its own mean after `rounds` of them.
bool breaks_published_theorem_3(const Attack& attack, double lambda) {
    const PrivacyLoss& loss = attack.reached.front();
    const Bracket tau_squared = 2 * attack.menu.front().mean();
    return breaks_moment(loss, lambda, loss.mean(),
                         attack.rounds * square(Bracket(lambda)) * tau_squared / 2);
}

TEST(NegativeControl, ThePublishedConcentratedCompositionIsBrokenByAnAdaptiveAdversary) {
    const std::vector<Pair> pairs{coin(0.9)};
    const Menu menu = menu_of(pairs);
    constexpr double lambda = -0.5;
    // Maximises E exp(λL) - scale · λ E[L], whose best strategy for the right scale maximises the
    // centred moment. The adversary finds the counterexample by itself.
    const auto found = [&](int rounds) {
        double scale = 1;
        for (int i = 0; i < 20; ++i) {
            const Adversary adversary = optimal(menu, rounds, [&](double loss) {
                return std::exp(lambda * loss) - scale * lambda * loss;
            });
            const Attack attack = attack_test::attack(pairs, adversary, rounds);
            if (breaks_published_theorem_3(attack, lambda)) return true;
            scale = std::exp(attack.reached.front().log_exponential_moment(lambda).middle());
        }
        return false;
    };
    EXPECT_FALSE(found(1));
    EXPECT_TRUE(found(2));
    EXPECT_TRUE(found(5));
}

RC_GTEST_PROP(NegativeControl, ThePublishedConcentratedCompositionHoldsWithoutAdaptivity, ()) {
    const int rounds = *rc::gen::inRange(1, 12);
    const Adversary adversary =
        fixed(std::vector<Choice>(static_cast<std::size_t>(rounds), Choice{1}));
    const Attack attack =
        attack_test::attack({coin(*support::uniform(0.51, 0.99))}, adversary, rounds);
    for (const double lambda : {-2.0, -0.5, 0.5, 2.0, *support::uniform(-20, 20)}) {
        RC_ASSERT(!breaks_published_theorem_3(attack, lambda));
    }
}

Attack coins(double epsilon, int rounds) {
    const double p = 1 / (1 + std::exp(-epsilon));
    return attack({coin(p)},
                  fixed(std::vector<Choice>(static_cast<std::size_t>(rounds), Choice{1})), rounds);
}

TEST(NegativeControl, HalfRepairedAdvancedCompositionIsBroken) {
    const double epsilon = 2.4, rounds = 500, delta = 1e-3;
    const Attack attack = coins(epsilon, 500);
    const double spread = std::sqrt(2 * rounds * std::log(1 / delta));
    const double mean = rounds * epsilon * std::tanh(epsilon / 2);
    EXPECT_TRUE(breaks(attack, {Epsilon{spread + mean}, Delta{delta}}));
    EXPECT_FALSE(breaks(attack, {Epsilon{epsilon * spread + mean}, Delta{delta}}));
}

TEST(NegativeControl, MironovsCorollaryWithoutItsConditionIsBroken) {
    const double epsilon = 1, rounds = 400, delta = 0.1;
    const Attack attack = coins(epsilon, 400);
    const double claimed = 4 * epsilon * std::sqrt(2 * rounds * std::log(1 / delta));
    EXPECT_NEAR(claimed, 171.68, 0.01);
    EXPECT_TRUE(breaks(attack, {Epsilon{claimed}, Delta{0.75}}));
    EXPECT_THROW((void)compose::advanced_mironov(Epsilon{epsilon}, rounds, Delta{delta}),
                 DomainError);
}

TEST(NegativeControl, ConstantOneInTheProbabilityIncreaseIsBroken) {
    // Proposition 4 with exp(ε√(n log 1/q)): the likeliest event of q = Pr[L >= t] in world V.
    const Attack attack = coins(0.1, 400);
    const PrivacyLoss& loss = attack.reached.front();
    bool is_broken = false;
    for (const Outcome& atom : loss.atoms()) {
        const double t = atom.log_ratio.lower;
        const Bracket p = loss.at_least(t), q = attack.reached.back().at_most(-t);
        if (q.upper > 1e-5 || q.lower < 1e-7) continue;
        const double typed = 0.1 * std::sqrt(400 * std::log(1 / q.upper));
        is_broken = is_broken || log(p / q).lower > typed;
        EXPECT_LT(log(p / q).upper, 2 * typed);
    }
    EXPECT_TRUE(is_broken);
}

TEST(Attack, AdaptiveChoicesBeatEveryFixedOrder) {
    const std::vector<Pair> pairs{{{0.6, 0.4}, {0.3, 0.7}}, {{0.9, 0.1}, {0.7, 0.3}}};
    const Menu menu = menu_of(pairs);
    constexpr double epsilon = 0.6;
    const auto delta = [&](const Adversary& adversary) {
        return play_exactly(menu, adversary, 3).delta(Epsilon{epsilon});
    };
    double best_fixed = 0;
    for (std::size_t code = 0; code < 125; ++code) {
        std::vector<Choice> order;
        for (const std::size_t digit : {code % 5, code / 5 % 5, code / 25}) {
            order.push_back({(digit + 1) / 2, digit % 2 == 0});
        }
        best_fixed = std::max(best_fixed, delta(fixed(order)).upper);
    }
    EXPECT_GT(delta(optimal(menu, 3, hockey_stick_at(epsilon))).lower, best_fixed + 0.001);
}

}  // namespace attack_test
}  // namespace mizan::game
