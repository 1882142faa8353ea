// SPDX-License-Identifier: Apache-2.0
#include "mizan/sampling/repeat_and_select.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/distributions.hpp"
#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace repeat_and_select_test {

using oracle::Real;
using Law = std::vector<Real>;

// The law of the number of runs, by the parameter γ that the code has to find.
struct Runs {
    double shape;
    double parameter;  // γ, or Poisson's mean

    [[nodiscard]] Real generating(const Real& x) const {
        if (shape == infinity) return exp(parameter * (x - 1));
        const Real g = parameter, rest = 1 - (1 - g) * x;
        if (shape == 0) return log(rest) / log(g);
        return (pow(rest, -shape) - 1) / (pow(g, -shape) - 1);
    }
    [[nodiscard]] double mean() const {
        if (shape == infinity) return parameter;
        const Real g = parameter, odds = 1 / g - 1;
        const Real mean = shape == 0 ? -odds / log(g) : shape * odds / (1 - pow(g, shape));
        return static_cast<double>(mean);
    }
};

// The law of the best run: outcome i beats all before it. The first place is for no run at all.
Law best_of(const Law& base, const Runs& runs) {
    Law best{runs.generating(0)};
    Real below = 0;
    for (const Real& p : base) {
        best.push_back(runs.generating(below + p) - runs.generating(below));
        below += p;
    }
    return best;
}

Real renyi(const Law& p, const Law& q, double alpha) {
    Real sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        if (p[i] > 0) sum += p[i] * pow(p[i] / q[i], Real(alpha) - 1);
    }
    return log(sum) / (Real(alpha) - 1);
}

Real excess(const Law& p, const Law& q, double epsilon) {
    Real sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        const Real more = p[i] - exp(Real(epsilon)) * q[i];
        if (more > 0) sum += more;
    }
    return sum;
}

TEST(RepeatAndSelect, GeneratingFunctionsBelongToTheLaws) {
    const Real x = 0.75;
    for (const Runs runs : {Runs{-0.5, 0.25}, Runs{1, 0.25}, Runs{2.5, 0.25}}) {
        // Pr[K = k] is proportional to (1-γ)^k η(η+1)…(η+k-1)/k!.
        Real mass = 1, all = 0, powers = 0, mean = 0;
        for (int k = 1; k < 500; ++k) {
            mass *= Real(0.75) * (runs.shape + k - 1) / k;
            all += mass;
            mean += k * mass;
            powers += mass * pow(x, k);
        }
        EXPECT_LT(abs(powers / all - runs.generating(x)), Real(1e-40));
        EXPECT_NEAR(static_cast<double>(mean / all), runs.mean(), 1e-14);
    }
    EXPECT_LT(abs(Runs{1e-20, 0.25}.generating(x) - Runs{0, 0.25}.generating(x)), Real(1e-18));
}

// The laws of the best by 50 digits, in that of both orders that tells more.
RC_GTEST_PROP(RepeatAndSelect, BestOfAPairIsEnumerated, ()) {
    const double shape = *rc::gen::element(-0.5, 0.0, 1.0, 2.5, infinity);
    const Runs runs{shape, shape == infinity ? *support::log_uniform(0.1, 20)
                                             : *support::log_uniform(0.01, 0.9)};
    const double a = *support::uniform(0.01, 0.5), b = *support::uniform(0.01, 0.5);
    const auto pair = outcomes(FiniteDistribution({a, 1 - a - a / 2, a / 2}),
                               FiniteDistribution({b / 4, 1 - b, b - b / 4}));
    Law p, q;
    for (const Outcome& each : pair) {
        p.push_back(Real(each.p.middle()));
        q.push_back(Real(each.q.middle()));
    }
    const auto found = best_of_several(pair, runs.mean(), shape);
    const double epsilon = *support::uniform(0, 1);
    const Bracket delta = hockey_stick(found, Epsilon{epsilon});
    std::vector<std::size_t> rank{0, 1, 2};
    std::ranges::sort(rank, {}, [&](std::size_t i) { return pair[i].log_ratio.lower; });
    bool is_one_of_both = false;
    for (int order = 0; order < 2; ++order) {
        Law best_p, best_q;
        for (const std::size_t i : rank) {
            best_p.push_back(p[i]);
            best_q.push_back(q[i]);
        }
        const Real truth = excess(best_of(best_p, runs), best_of(best_q, runs), epsilon);
        is_one_of_both = is_one_of_both || abs(truth - Real(delta.middle())) < Real(1e-11);
        std::ranges::reverse(rank);
    }
    RC_ASSERT(is_one_of_both);
    RC_ASSERT(delta.width() < 1e-10);
}

TEST(RepeatAndSelect, BestOfHugeMeansIsLeftOut) {
    const std::vector<Outcome> pair{outcome(0.75, 0.25), outcome(0.25, 0.75)};
    EXPECT_TRUE(best_of_several(pair, 1e305, 1).empty());
    EXPECT_EQ(best_of_several(pair, 1, 1).size(), 2u);
}

RenyiCurve curve_of(const FiniteDistribution& p, const FiniteDistribution& q) {
    return RenyiCurve([p, q](Order order) {
        return max(renyi_divergence(p, q, order), renyi_divergence(q, p, order));
    });
}

Runs some_runs() {
    const double shape = *rc::gen::element(-0.75, 0.0, 1.0, 3.5, infinity);
    return {shape, shape == infinity ? *support::log_uniform(0.05, 50)
                                     : *support::log_uniform(1e-3, 0.999)};
}

RC_GTEST_PROP(RepeatAndSelect, RenyiBoundHoldsForEveryPair, ()) {
    const FiniteDistribution p = support::distribution(3, 1e-4), q = support::near(p, 3);
    const Runs runs = some_runs();
    const RenyiCurve bound = repeat_and_select(curve_of(p, q), runs.mean(), runs.shape);
    const Law with = best_of(support::exact(p), runs), without = best_of(support::exact(q), runs);
    for (const double alpha : {1.05, 1.5, 1 + *support::log_uniform(1, 50)}) {
        const Real allowed = Real(bound(Order{alpha}).upper) + Real(1e-12);
        RC_ASSERT(renyi(with, without, alpha) <= allowed);
        RC_ASSERT(renyi(without, with, alpha) <= allowed);
    }
}

RC_GTEST_PROP(RepeatAndSelect, PureBoundHoldsForEveryPair, ()) {
    const FiniteDistribution p = support::distribution(3, 1e-4), q = support::near(p, 3);
    const Runs runs = some_runs();
    const double epsilon = std::max(max_divergence(p, q).upper, max_divergence(q, p).upper);
    const ApproxDP bound =
        repeat_and_select(ApproxDP{Epsilon{epsilon}, Delta{0.0}}, runs.mean(), runs.shape);
    const Law with = best_of(support::exact(p), runs), without = best_of(support::exact(q), runs);
    const double allowed = bound.epsilon.value() + 1e-12;
    RC_ASSERT(excess(with, without, allowed) == 0 && excess(without, with, allowed) == 0);
}

// With probability δ a run shows the data, and that is the best or the worst that can come of it.
RC_GTEST_PROP(RepeatAndSelect, EveryRunMayFail, ()) {
    const double epsilon = *support::log_uniform(1e-3, 3), delta = *support::log_uniform(1e-6, 0.1);
    const bool first = *rc::gen::arbitrary<bool>();
    const Runs runs = some_runs();
    const Real e = exp(Real(epsilon)), rest = 1 - Real(delta), d = delta;
    const Real a = rest * e / (1 + e), b = rest / (1 + e);
    const Law with = best_of(first ? Law{a, b, d, 0} : Law{d, 0, a, b}, runs);
    const Law without = best_of(first ? Law{b, a, 0, d} : Law{0, d, b, a}, runs);
    const ApproxDP promise{Epsilon{epsilon}, Delta{delta}};
    const ApproxDP bound = repeat_and_select(promise, runs.mean(), runs.shape);
    const Real allowed = Real(bound.delta.value()) * (1 + Real(1e-12));
    const double at = bound.epsilon.value();
    RC_ASSERT(excess(with, without, at) <= allowed && excess(without, with, at) <= allowed);
}

TEST(RepeatAndSelect, ChargingOneFailureForAllRunsIsFalse) {
    const Runs runs{1, 0.1};  // 10 runs
    const ApproxDP bound =
        repeat_and_select(ApproxDP{Epsilon{0.1}, Delta{1e-4}}, runs.mean(), runs.shape);
    const Real b = (1 - Real(1e-4)) / (1 + exp(Real(0.1))), a = b * exp(Real(0.1));
    const Real truth = excess(best_of({a, b, 1e-4, 0}, runs), best_of({b, a, 0, 1e-4}, runs),
                              bound.epsilon.value());
    EXPECT_GT(truth, Real(9e-4));
    EXPECT_LE(truth, Real(bound.delta.value()));
    EXPECT_NEAR(bound.delta.value(), 1e-3, 1e-15);
}

TEST(RepeatAndSelect, TheChanceOfNoRunCannotBeLeftOut) {
    const Runs runs{infinity, 0.5};
    const FiniteDistribution p({0.5, 0.5}), q({0.25, 0.75});
    const Real truth = renyi(best_of(support::exact(p), runs), best_of(support::exact(q), runs), 2);
    const RenyiCurve base = curve_of(p, q), bound = repeat_and_select(base, 0.5, infinity);
    const double without_it = std::log(0.5) + base(Order{2}).upper;  // q ≤ 2p ≤ 4q, so δ̂ = 0
    EXPECT_LT(Real(without_it), Real(0));
    EXPECT_GT(truth, Real(0.05));
    EXPECT_LE(truth, Real(bound(Order{2}).upper));
}

TEST(RepeatAndSelect, SelectionIsNotFree) {
    // Of ten runs on average the worst outcome is rarely best: the rule D' = D would be false.
    const Runs runs{1, 0.1};
    const FiniteDistribution p({0.25, 0.75}), q({0.5, 0.5});
    const Law with = best_of(support::exact(q), runs), without = best_of(support::exact(p), runs);
    const RenyiCurve base = curve_of(p, q);
    EXPECT_GT(renyi(with, without, 20), Real(base(Order{20}).upper));
    EXPECT_LE(renyi(with, without, 20), Real(repeat_and_select(base, 10, 1)(Order{20}).upper));
}

TEST(RepeatAndSelect, KnownValues) {
    // Geometric: three times ε, logarithmic: twice; a single run: as it was.
    const auto pure = [](double mean, double shape) {
        return repeat_and_select(ApproxDP{Epsilon{0.25}, Delta{0.0}}, mean, shape).epsilon.value();
    };
    EXPECT_NEAR(pure(10, 1), 0.75, 1e-15);
    EXPECT_NEAR(pure(10, 0), 0.5, 1e-15);
    EXPECT_NEAR(pure(1, 7), 0.25, 1e-15);
    EXPECT_NEAR(pure(4, infinity), 0.25 + 4 * std::tanh(0.125), 1e-15);
    const RenyiCurve gaussian([](Order order) { return Bracket(order.value() / 200); });
    EXPECT_EQ(repeat_and_select(gaussian, 1, 1)(Order{3}), gaussian(Order{3}));
    // γ = 1/10; λ̂ = √(200·log 10) gives 2·√(log(10)/50) - 1/100 for the two extra terms.
    const double extra = 2 * (2 * std::sqrt(std::log(10.0) / 200) - 1.0 / 200);
    EXPECT_NEAR(repeat_and_select(gaussian, 10, 1)(Order{100}).upper,
                0.5 + extra + std::log(10.0) / 99, 1e-6);
}

TEST(RepeatAndSelect, ExtremesAreBoundsOrRefused) {
    const RenyiCurve gaussian([](Order order) { return Bracket(order.value() / 200); });
    for (const double shape : {-1 + 1e-15, -1e-300, 1e-300, 1e300, infinity}) {
        for (const double mean : {1.0, 1 + 1e-15, 1e300}) {
            const RenyiCurve curve = repeat_and_select(gaussian, mean, shape);
            for (const double alpha : {1.0, 1 + 1e-15, 2.0, 1e300, infinity}) {
                EXPECT_GE(curve(Order{alpha}).upper, gaussian(Order{alpha}).upper * (1 - 1e-9))
                    << shape << " " << mean << " " << alpha;
            }
        }
    }
    EXPECT_THROW((void)repeat_and_select(gaussian, 0.5, 1), DomainError);
    EXPECT_THROW((void)repeat_and_select(gaussian, 0, infinity), DomainError);
    EXPECT_THROW((void)repeat_and_select(gaussian, std::nan(""), 1), DomainError);
    EXPECT_THROW((void)repeat_and_select(gaussian, 2, -1), DomainError);
    EXPECT_THROW((void)repeat_and_select(gaussian, 2, std::nan("")), DomainError);
}

}  // namespace repeat_and_select_test
}  // namespace mizan
