// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/detection.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "mizan/curve/curves.hpp"
#include "mizan/engine/by_inversion.hpp"
#include "mizan/program/bill.hpp"

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan::analysis {
namespace detection_test {

using Laws = std::vector<RepeatedLaw>;
using oracle::Real;

TEST(Detection, OfGaussiansIsThatOfTheirTest) {
    // One law of zero loss more, so that no closed form is used.
    const Laws laws{{GaussianLaw{0.5}, 4}, {ResponseLaw{0.0}, 1}};
    Detection by_inversion(laws), by_formula(Laws{{GaussianLaw{0.5}, 4}});
    for (const double x : {1e-30, 1e-9, 0.001, 0.05, 0.5, 0.9, 0.999}) {
        const Bracket found = by_inversion.rate(x), exact = by_formula.rate(x);
        EXPECT_LE(found.lower, exact.upper) << x;
        EXPECT_GE(found.upper, exact.lower) << x;
        EXPECT_LT(found.width(), 1e-8 * found.upper) << x;
    }
    EXPECT_EQ(by_inversion.rate(0).upper, 0);
    EXPECT_EQ(by_inversion.rate(1), Bracket(1.0));
}

// δ(ε) + e^ε x is what a test may find, whatever ε: every bound of it bounds the rate.
TEST(Detection, OfSampledGaussiansIsBelowEveryProfileBound) {
    const Laws laws{{SampledGaussianLaw{0.01, 1.0}, 1000}};
    Detection detection(laws);
    auto both = profiles(laws);
    for (const double x : {1e-6, 0.01, 0.3, 0.95}) {
        const Bracket found = detection.rate(x);
        EXPECT_LT(found.width(), 1e-9 * found.upper);
        double least = 1;
        for (double epsilon = -3; epsilon <= 5; epsilon += 0.01) {
            double worst = 0;
            for (auto& profile : both) {
                worst = std::max(worst, profile.delta(epsilon).upper + std::exp(epsilon) * x);
            }
            EXPECT_GE(worst, found.lower);
            least = std::min(least, worst);
        }
        EXPECT_LT(found.upper, least * (1 + 1e-3));
    }
}

// Three Laplace mechanisms. With e = 1/scale one has dP = (e^{-e/2}/2) e^{l/2} (δ_e + δ_{-e} + dl/2
// in between): what is convolved are atoms and, j times, a level density, whose truncated powers
// are integrated.
template <class Number>
class ThreeLaplaces {
public:
    explicit ThreeLaplaces(double scale) : e_{1 / Number(scale)} {
        using std::exp;
        const Number whole = exp(-3 * e_ / 2) / 8;
        for (int j = 0; j <= 3; ++j) {
            for (int k = 0; k <= 3 - j; ++k) {
                for (int i = 0; i <= j; ++i) {
                    const Number weight = whole * choose(3, j) * choose(3 - j, k) * choose(j, i) *
                                          (i % 2 == 0 ? 1 : -1) / (1 << j);
                    terms_.push_back({j, (2 * k - (3 - j) - j + 2 * i) * e_, weight});
                }
            }
        }
    }

    /// E_P[f(L); L > least], from f on losses.
    template <class Function>
    [[nodiscard]] Number beyond(const Number& least, Function f) const {
        using std::exp;
        Number sum = 0;
        for (const auto& [j, begin, weight] : terms_) {
            if (j == 0 && begin > least) sum += weight * exp(begin / 2) * f(begin);
            const Number from = begin > least ? begin : least, end = 3 * e_;
            if (j == 0 || !(from < end)) continue;
            sum +=
                weight * oracle::integral<Number>(
                             [&, j = j, begin = begin](const Number& l) {
                                 const Number y = l - begin;
                                 const Number power = j == 1 ? Number(1) : j == 2 ? y : y * y / 2;
                                 return exp(l / 2) * f(l) * power;
                             },
                             from, end);
        }
        return sum;
    }

    [[nodiscard]] Number delta(const Number& epsilon) const {
        using std::exp;
        return beyond(epsilon, [&](const Number& l) { return Number(1 - exp(epsilon - l)); });
    }

    [[nodiscard]] Number sum_of_errors(const Number& at, double x) const {
        using std::exp;
        return delta(at) + exp(at) * Number(x);
    }

    [[nodiscard]] Number largest() const { return 3 * e_; }

private:
    struct Term {
        int power;
        Number begin, weight;
    };
    static int choose(int n, int k) { return k == 0 ? 1 : choose(n - 1, k - 1) * n / k; }

    Number e_;
    std::vector<Term> terms_;
};

// The least δ(ε) + e^ε x: where golden section in doubles leads, or at an atom.
Real rate_of_three_laplaces(double scale, double x) {
    const ThreeLaplaces<double> rough(scale);
    const ThreeLaplaces<Real> exact(scale);
    double low = -rough.largest(), high = rough.largest();
    const double ratio = (std::sqrt(5.0) - 1) / 2;
    while (high - low > 1e-7) {
        const double left = high - ratio * (high - low), right = low + ratio * (high - low);
        const bool goes_left = rough.sum_of_errors(left, x) < rough.sum_of_errors(right, x);
        (goes_left ? high : low) = goes_left ? right : left;
    }
    Real least = exact.sum_of_errors((low + high) / 2, x);
    for (int k = -3; k <= 3; k += 2) {
        const Real kink = exact.sum_of_errors(k * exact.largest() / 3, x);
        if (kink < least) least = kink;
    }
    return least;
}

TEST(Detection, OfFewLaplacesIsThatOfTheirLaw) {
    const ThreeLaplaces<Real> exact(2);
    EXPECT_NEAR(static_cast<double>(exact.beyond(-2, [](const Real&) { return Real(1); })), 1,
                1e-14);
    Detection detection(Laws{{LaplaceLaw{Laplace{2.0}}, 3}}, Detection::Wanted::one);
    for (const double x : {0.002, 0.1, 0.25, 0.4, 0.7}) {  // some at kinks, some between
        const Bracket found = detection.rate(x);
        const Real truth = rate_of_three_laplaces(2, x);
        EXPECT_LE(Real(found.lower), truth) << x;
        EXPECT_GE(Real(found.upper), truth - Real(1e-12)) << x;  // as golden section ends above it
        EXPECT_LT(found.width(), 5e-8 * found.upper) << x;
        EXPECT_NEAR(detection.estimated_rate(x), found.upper, 1e-3 * found.upper) << x;
    }
    EXPECT_TRUE(oracle::contains(detection.advantage(), exact.delta(0)));
}

TEST(Detection, OfLaplacesAndResponsesIsSharpAndBelowEveryProfileBound) {
    for (const Laws& laws :
         {Laws{{LaplaceLaw{Laplace{10.0}}, 100}}, Laws{{LaplaceLaw{Laplace{7.0}}, 10}},
          Laws{{LaplaceLaw{Laplace{20.0}}, 70}, {ResponseLaw{0.4}, 30}}}) {
        Detection detection(laws);
        inversion::Profile profile = profile_of(laws, {});
        for (const double x : {0.01, 0.25, 0.9}) {
            const Bracket found = detection.rate(x);
            EXPECT_LT(found.width(), x == 0.25 ? 1e-8 : 3e-7) << x;
            for (double epsilon = -2; epsilon <= 3; epsilon += 0.25) {
                const double bound = profile.delta(epsilon).upper + std::exp(epsilon) * x;
                EXPECT_GE(bound, found.lower) << x;
            }
        }
    }
}

TEST(Detection, OfWhatShowsAllButEverythingIsAllButOne) {
    for (const Laws& laws :
         {Laws{{LaplaceLaw{Laplace{0.001}}, 2}}, Laws{{ResponseLaw{std::log(1.5)}, 5000}}}) {
        const Bracket found = Detection(laws).rate(0.25);
        EXPECT_GT(found.lower, 0.99);
        EXPECT_EQ(found.upper, 1);
    }
}

// By Neyman and Pearson over all 5001 losses, in long doubles.
TEST(Detection, AtTinyRatesHoldsTheTruth) {
    const double log_odds = std::log(0.51 / 0.49), close = std::log(0.5001 / 0.4999);
    struct Row {
        double epsilon, rate, truth;
    };
    for (const auto& [epsilon, rate, truth] :
         {Row{close, 1e-160, 2.12666129476594e-160}, Row{log_odds, 1e-209, 5.39766526465211e-174},
          Row{log_odds, 1e-237, 1.24354151728489e-199}}) {
        Detection detection(Laws{{ResponseLaw{epsilon}, 5000}});
        const Bracket found = detection.rate(rate);
        EXPECT_LE(found.lower, truth * (1 + 1e-10)) << rate;
        EXPECT_GE(found.upper, truth * (1 - 1e-10)) << rate;
    }
}

TEST(Detection, AtomsOfTheLossAreThoseOfItsRuns) {
    const auto total = [](const compose::Atoms& atoms) {
        double sum = 0;
        for (const compose::Atom& atom : atoms) sum += atom.probability.lower;
        return sum;
    };
    const Laws responses{{ResponseLaw{0.5}, 3}, {ResponseLaw{0.2, Delta{0.125}}, 1}};
    const auto all = loss_atoms(responses, {});
    ASSERT_EQ(all.size(), 8u);
    EXPECT_NEAR(total(all), 0.875, 1e-13);
    EXPECT_NEAR(all.back().loss.middle(), 1.7, 1e-14);
    EXPECT_NEAR(all.back().probability.lower,
                0.875 / (1 + std::exp(-0.2)) / std::pow(1 + std::exp(-0.5), 3), 1e-14);
    const auto laplace = loss_atoms(Laws{{LaplaceLaw{Laplace{2.0}}, 4}}, {});
    EXPECT_NEAR(total(laplace), std::pow(0.5 + 0.5 * std::exp(-0.5), 4), 1e-13);
    EXPECT_EQ(laplace[2].loss, Bracket(0.0));
    const Laws sampled{{SampledLaplaceLaw{0.25, Laplace{1.0}}, 1}};
    const auto forward = loss_atoms(sampled, {});
    const auto backward = loss_atoms(sampled, {.records_backward = true});
    ASSERT_EQ(forward.size(), 2u);
    // A loss L of probability p is the loss -L of probability p e^-L in the other order.
    for (int i : {0, 1}) {
        const auto &x = forward[static_cast<std::size_t>(i)],
                   &y = backward[static_cast<std::size_t>(1 - i)];
        EXPECT_NEAR(x.loss.middle(), -y.loss.middle(), 1e-14);
        EXPECT_NEAR(x.probability.lower * std::exp(-x.loss.middle()), y.probability.lower, 1e-14);
    }
    EXPECT_NEAR(backward.back().probability.lower, 0.5, 1e-14);
    EXPECT_TRUE(loss_atoms(Laws{{GaussianLaw{1.0}, 1}, {LaplaceLaw{Laplace{1.0}}, 1}}, {}).empty());
}

TEST(Detection, FindsAllThatIsShownAtRateZero) {
    Detection shown(Laws{{ResponseLaw{1.0, Delta{0.25}}, 1}, {GaussianLaw{1.0}, 1}});
    EXPECT_NEAR(shown.rate(0).lower, 0.25, 1e-14);
    EXPECT_NEAR(shown.rate(0).upper, 0.25, 1e-14);
    EXPECT_GT(shown.rate(1e-3).lower, 0.2501);
    Detection everything(Laws{{GaussianLaw{infinity}, 1}, {LaplaceLaw{Laplace{1.0}}, 2}});
    EXPECT_EQ(everything.rate(1e-3).lower, 1);
}

// Two responses and a third of another kind, against all eight outcomes.
RC_GTEST_PROP(Detection, OfResponsesIsThatOfTheBestTest, ()) {
    const double a = *support::uniform(0.1, 3), b = *support::uniform(0.1, 3);
    const double x = *support::uniform(0.001, 0.999);
    Detection detection(Laws{{ResponseLaw{a}, 2}, {ResponseLaw{b}, 1}});
    const Bracket found = detection.rate(x);
    struct Outcome {
        double p, q;
    };
    std::vector<Outcome> outcomes{{1, 1}};
    for (const double e : {a, a, b}) {
        const double high = 1 / (1 + std::exp(-e)), low = 1 - high;
        std::vector<Outcome> next;
        for (const auto& [p, q] : outcomes) {
            next.push_back({p * high, q * low});
            next.push_back({p * low, q * high});
        }
        outcomes = next;
    }
    std::ranges::sort(outcomes, [](auto& s, auto& t) { return s.p * t.q > t.p * s.q; });
    double room = x, rate = 0;
    for (const auto& [p, q] : outcomes) {
        const double part = std::min(1.0, room / q);
        rate += part * p;
        room = std::max(0.0, room - q);
    }
    RC_ASSERT(found.lower <= rate + 1e-13);
    RC_ASSERT(found.upper >= rate - 1e-13);
    RC_ASSERT(found.width() < 1e-12);
}

}  // namespace detection_test
}  // namespace mizan::analysis
