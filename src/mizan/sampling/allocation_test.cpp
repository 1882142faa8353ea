// SPDX-License-Identifier: Apache-2.0
#include "mizan/sampling/allocation.hpp"

#include <array>
#include <numeric>

#include <gtest/gtest.h>

#include "mizan/loss/cells.hpp"
#include "mizan/numeric/normal.hpp"

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace allocation_test {

using Law = std::array<double, 3>;

struct Step {
    Law with, without;
};

std::vector<Outcome> outcomes_of(const Step& step) {
    std::vector<Outcome> all;
    for (std::size_t i = 0; i < 3; ++i) all.push_back(outcome(step.with[i], step.without[i]));
    return all;
}

// The laws of a run on all 3^steps outputs. The record takes part in a random set of `parts` steps.
// After an output of 0, the other outputs of the next step are not told apart: a step that shows
// less, chosen by what was seen.
struct Laws {
    std::vector<double> with, without;
};

Laws run(const Step& step, int steps, int parts, bool adaptive = true) {
    const auto probability = [adaptive](const Law& law, int output, int before) {
        if (before != 0 || !adaptive) return law[static_cast<std::size_t>(output)];
        const std::array<double, 3> merged{law[0], (law[1] + law[2]) / 2, (law[1] + law[2]) / 2};
        return merged[static_cast<std::size_t>(output)];
    };
    Laws all;
    const int count = static_cast<int>(std::lround(std::pow(3, steps)));
    for (int outputs = 0; outputs < count; ++outputs) {
        double with = 0, without = 0;
        int sets = 0;
        for (int set = 0; set < (1 << steps); ++set) {
            const int size = __builtin_popcount(static_cast<unsigned>(set));
            if (size != parts && size != 0) continue;
            double product = 1;
            for (int i = 0, rest = outputs, before = 1; i < steps; ++i, rest /= 3) {
                const bool is_in = (set >> i & 1) != 0;
                product *= probability(is_in ? step.with : step.without, rest % 3, before);
                before = rest % 3;
            }
            if (size == 0) without = product;
            if (size == parts) {
                with += product;
                ++sets;
            }
        }
        all.with.push_back(with / sets);
        all.without.push_back(without);
    }
    return all;
}

double hockey_stick(const std::vector<double>& p, const std::vector<double>& q, double epsilon) {
    double sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        sum += std::max(0.0, p[i] - std::exp(epsilon) * q[i]);
    }
    return sum;
}

double upper(const std::vector<Outcome>& pair, double epsilon) {
    return hockey_stick(pair, Epsilon{epsilon}).upper;
}

double lower(const std::vector<Outcome>& pair, double epsilon) {
    return hockey_stick(pair, Epsilon{epsilon}).lower;
}

Law some_law() {
    const double a = *support::log_uniform(1e-2, 1), b = *support::log_uniform(1e-2, 1);
    return {a / (a + b + 0.3), b / (a + b + 0.3), 0.3 / (a + b + 0.3)};
}

RC_GTEST_PROP(Allocation, BoundsEveryAllocation, ()) {
    const Step step{some_law(), some_law()};
    const int steps = *rc::gen::inRange(2, 4);
    const Laws truth = run(step, steps, 1);
    const auto pair = allocated(outcomes_of(step), steps);
    const Laws plain = run(step, steps, 1, false);  // all steps alike: nothing is given away
    const auto below = allocated_from_below(outcomes_of(step), steps);
    for (const double epsilon : {0.0, 0.2, 1.0}) {
        const double goes = hockey_stick(plain.with, plain.without, epsilon);
        const double comes = hockey_stick(plain.without, plain.with, epsilon);
        RC_ASSERT(lower(below, epsilon) <= goes + 1e-12 && goes <= upper(pair, epsilon) + 1e-12);
        RC_ASSERT(lower(reversed(below), epsilon) <= comes + 1e-12);
        RC_ASSERT(upper(pair, epsilon) <= lower(below, epsilon) + 0.01);
        RC_ASSERT(upper(reversed(pair), epsilon) <= lower(reversed(below), epsilon) + 0.01);
        RC_ASSERT(hockey_stick(truth.with, truth.without, epsilon) <= upper(pair, epsilon) + 1e-12);
        RC_ASSERT(hockey_stick(truth.without, truth.with, epsilon) <=
                  upper(reversed(pair), epsilon) + 1e-12);
    }
    for (const double alpha : {1.05, 1.5, 4.0}) {
        double sum = 0;
        for (std::size_t i = 0; i < truth.with.size(); ++i) {
            sum += truth.with[i] * std::pow(truth.with[i] / truth.without[i], alpha - 1);
        }
        RC_ASSERT(std::log(sum) / (alpha - 1) <= renyi_divergence(pair, Order{alpha}).upper + 1e-9);
    }
}

TEST(Allocation, SeveralStepsCostNoMoreThanTheirParts) {
    const Step step{{0.6, 0.3, 0.1}, {0.3, 0.3, 0.4}};
    const Laws truth = run(step, 4, 2);
    const auto part = allocated(outcomes_of(step), steps_per_part(2, 4));
    for (const double epsilon : {0.0, 0.3}) {
        double forward = 0, backward = 0;
        for (const Outcome& a : part) {
            for (const Outcome& b : part) {
                const double loss = a.log_ratio.upper + b.log_ratio.upper;
                if (loss > epsilon) {
                    forward += a.p.upper * b.p.upper * -std::expm1(epsilon - loss);
                }
                if (loss < -epsilon) {
                    backward += a.q.upper * b.q.upper * -std::expm1(epsilon + loss);
                }
            }
        }
        EXPECT_LE(hockey_stick(truth.with, truth.without, epsilon), forward);
        EXPECT_LE(hockey_stick(truth.without, truth.with, epsilon), backward);
    }
    EXPECT_EQ(steps_per_part(3, 10), 3);
    EXPECT_THROW((void)steps_per_part(3, 2), DomainError);
}

TEST(Allocation, AccountingItAsPoissonIsFalse) {
    // The record is surely somewhere; on Poisson samples it is nowhere with probability 1/4.
    const Step step{{0.98, 0.01, 0.01}, {0.01, 0.98, 0.01}};
    const Laws truth = run(step, 2, 1);
    std::vector<double> with, without;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            const auto mixed = [&](std::size_t k) { return (step.with[k] + step.without[k]) / 2; };
            with.push_back(mixed(i) * mixed(j));
            without.push_back(step.without[i] * step.without[j]);
        }
    }
    const double told = hockey_stick(truth.with, truth.without, 1);
    EXPECT_GT(told, hockey_stick(with, without, 1) + 0.1);
    EXPECT_LE(told, upper(allocated(outcomes_of(step), 2), 1));
}

// N(1, σ²) against N(0, σ²).
std::vector<Cell> gaussian_step(double sigma) {
    const Bracket a = 1 / Bracket(sigma);
    std::vector<Cell> cells;
    const auto loss = [&](double z) { return (a * z - square(a) / 2).middle(); };
    const int count = 1000;
    const double low = -12, high = 12 + a.upper;
    double before = -infinity, loss_before = -infinity;
    for (int i = 0; i <= count + 1; ++i) {
        const double z = i > count ? infinity : low + (high - low) * i / count;
        const double at = i > count ? infinity : loss(z);
        const auto mass = [&](Bracket shift) {
            // The smaller tails, for sharp differences.
            const bool is_right = before > 0;
            const Bracket sum = is_right ? normal::tail(before - shift) - normal::tail(z - shift)
                                         : normal::tail(shift - z) - normal::tail(shift - before);
            return max(sum, 0);
        };
        cells.push_back({mass(a), mass(0), loss_before, at});
        before = z;
        loss_before = at;
    }
    return cells;
}

// E (Y - c)₊ for a lognormal Y with mean 1.
double call(double a, double c) {
    const auto tail = [](double z) { return std::erfc(z / std::sqrt(2.0)) / 2; };
    if (c <= 0) return 1 - c;
    const double z = std::log(c) / a + a / 2;
    return tail(z - a) - c * tail(z);
}

TEST(Allocation, TwoGaussianStepsAreTheirIntegral) {
    for (const double sigma : {0.5, 1.0, 4.0}) {
        const double a = 1 / sigma;
        const auto two = allocated(dominating(gaussian_step(sigma)), 2);
        const auto below = allocated_from_below(dominated(gaussian_step(sigma)), 2);
        for (const double epsilon : {0.1, 0.5, 2.0}) {
            const double c = 2 * std::exp(epsilon);
            double truth = 0;  // by the trapezoidal rule
            for (double z = -12; z <= 12 + a; z += 0x1p-7) {
                const double y = std::exp(a * z - a * a / 2);
                truth += std::exp(-z * z / 2) * call(a, c - y);
            }
            truth *= 0x1p-7 / std::sqrt(2 * std::acos(-1.0)) / 2;
            const double bound = upper(two, epsilon);
            EXPECT_LE(lower(below, epsilon), truth * (1 + 1e-7)) << sigma << " " << epsilon;
            EXPECT_GE(lower(below, epsilon), truth * 0.98 - 3e-24) << sigma << " " << epsilon;
            EXPECT_GE(bound, truth * (1 - 1e-7)) << sigma << " " << epsilon;
            EXPECT_LE(bound, truth * 1.01 + 3e-24) << sigma << " " << epsilon;  // what is trimmed
        }
    }
}

TEST(Allocation, ManyStepsKeepMassMeanAndVariance) {
    const auto one = dominating(gaussian_step(1));
    for (const double steps : {1000.0, 1048576.0}) {
        const auto pair = allocated(one, steps);
        EXPECT_LE(pair.size(), 1200u);
        double q = 0, p = 0, square_mean = 0;
        for (const Outcome& each : pair) {
            if (each.log_ratio == Bracket(infinity)) continue;
            const double ratio = std::exp(each.log_ratio.upper);
            q += each.q.upper;
            p += each.p.upper;
            square_mean += each.q.upper * (ratio - 1) * (ratio - 1);
        }
        EXPECT_NEAR(q, 1, 1e-3);
        EXPECT_NEAR(p, 1, 1e-3);
        EXPECT_NEAR(square_mean * steps / std::expm1(1.0), 1, 0.02) << steps;
    }
}

// Of a step with two outcomes it is told how often it was which.
TEST(Allocation, StepsOfTwoOutcomesAreBinomial) {
    for (const double loss : {0.01, 0.5, 3.0, 12.0}) {
        const double often = 1 / (1 + std::exp(-loss)), rarely = 1 / (1 + std::exp(loss));
        const std::vector<Outcome> step{outcome(often, rarely), outcome(rarely, often)};
        for (const double steps : {2.0, 7.0, 100.0, 1000.0}) {
            const auto pair = allocated(step, steps);
            for (const double share : {0.1, 0.3, 0.6}) {
                const double mean = 2 * loss / std::sqrt(steps),
                             epsilon = share * std::min(loss, mean);
                double goes = 0, comes = 0;
                for (double k = 0; k <= steps; ++k) {
                    const double log_q = std::lgamma(steps + 1) - std::lgamma(k + 1) -
                                         std::lgamma(steps - k + 1) + k * std::log(rarely) +
                                         (steps - k) * std::log(often);
                    const double ratio =
                        (k * std::exp(loss) + (steps - k) * std::exp(-loss)) / steps;
                    goes += std::exp(log_q) * std::max(0.0, ratio - std::exp(epsilon));
                    comes += std::exp(log_q) * std::max(0.0, 1 - std::exp(epsilon) * ratio);
                }
                EXPECT_GE(upper(pair, epsilon), goes * (1 - 1e-9)) << loss << " " << steps;
                EXPECT_LE(upper(pair, epsilon), goes * 1.02 + 1e-4) << loss << " " << steps;
                EXPECT_GE(upper(reversed(pair), epsilon), comes * (1 - 1e-9)) << loss;
                EXPECT_LE(upper(reversed(pair), epsilon), comes * 1.02 + 1e-4) << loss;
            }
        }
    }
}

TEST(Allocation, NoLossIsBeyondThoseOfAStep) {
    for (const double loss : {1e-6, 0.2, 2.0}) {
        const std::vector<Outcome> step{
            {1 / (1 + exp(-Bracket(loss))), 1 / (1 + exp(Bracket(loss))), loss},
            {1 / (1 + exp(Bracket(loss))), 1 / (1 + exp(-Bracket(loss))), -loss}};
        for (const double steps : {2.0, 5.0, 13.0}) {
            for (const Outcome& each : allocated(step, steps)) {
                EXPECT_LE(abs(each.log_ratio).upper, loss * (1 + 1e-9)) << loss << " " << steps;
            }
        }
    }
}

// Outcomes of equal ratios are one: so many are the same step as two, however often their sums
// round.
TEST(Allocation, StepsOfVeryManyOutcomesAreBounds) {
    constexpr int size = 600'000;
    constexpr double steps = 3;
    const Bracket more = 1.25, less = 0.75, each = 1 / Bracket(size);
    std::vector<Outcome> many;
    for (int i = 0; i < size; i += 2) {
        many.push_back({each * more, each, log(more)});
        many.push_back({each * less, each, log(less)});
    }
    const std::vector<Outcome> two{{more / 2, 0.5, log(more)}, {less / 2, 0.5, log(less)}};
    const auto above = allocated(many, steps), below = allocated_from_below(many, steps);
    const auto truth_above = allocated(two, steps), truth_below = allocated_from_below(two, steps);
    for (const double epsilon : {0.0, 0.05, 0.15}) {
        EXPECT_GE(upper(above, epsilon), lower(truth_below, epsilon));
        EXPECT_LE(lower(below, epsilon), upper(truth_above, epsilon));
        EXPECT_LE(upper(above, epsilon), lower(below, epsilon) + 0.01);
    }
}

TEST(Allocation, ExtremesAreBounds) {
    const std::vector<Outcome> shown{{1, 0, infinity}, {0, 1, -infinity}};
    EXPECT_GE(upper(allocated(shown, 7), 5), 1 - 1e-12);
    const std::vector<Outcome> nothing{{1, 1, 0}};
    EXPECT_LT(upper(allocated(nothing, 1e9), 0), 1e-12);
    const std::vector<Outcome> vague{{{0, 1}, {0, 1}, Bracket(-1, 1)}};
    EXPECT_GE(upper(allocated(vague, 3), 0), 0.4);
    EXPECT_LE(upper(allocated(vague, 1e9), 0), 1);
    EXPECT_GE(lower(allocated_from_below(shown, 7), 5), 1 - 1e-12);
    EXPECT_LT(upper(allocated_from_below(nothing, 1e6), 0), 1e-5);
    EXPECT_EQ(lower(allocated_from_below(vague, 3), 0), 0);
    const std::vector<Outcome> half{{{0.5, 1}, {0.5, 1}, Bracket(-0.1, 0.1)}};
    EXPECT_EQ(lower(allocated_from_below(half, 1e4), 0), 0);
    EXPECT_EQ(lower(allocated_from_below(shown, 1e12), 0), 0);
    EXPECT_THROW((void)allocated(nothing, 0), DomainError);
    EXPECT_THROW((void)allocated({}, 2), InputError);
}

}  // namespace allocation_test
}  // namespace mizan
