// SPDX-License-Identifier: Apache-2.0
#include "mizan/mechanism/selection.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace selection_test {

using support::log_uniform;
using support::uniform;
using Scores = std::array<double, 3>;
using Law = std::array<double, 3>;

double profile(const Law& p, const Law& q, double epsilon) {
    double sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i)
        sum += std::max(0.0, p[i] - std::exp(epsilon) * q[i]);
    return sum;
}

// Scores of three candidates and of the neighbour, all in units of the sensitivity.
struct Neighbours {
    Scores here, there;
};
Neighbours neighbours() {
    Neighbours both{};
    for (std::size_t i = 0; i < 3; ++i) {
        both.here[i] = *uniform(-2, 2);
        both.there[i] = both.here[i] + *rc::gen::element(-1.0, 1.0, 0.0, 0.4);
    }
    return both;
}

Law exponential(const Scores& scores, double epsilon) {
    Law law{};
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i) sum += law[i] = std::exp(epsilon * scores[i] / 2);
    for (double& p : law) p /= sum;
    return law;
}

Law permute_and_flip(const Scores& scores, double epsilon) {
    const double best = *std::max_element(scores.begin(), scores.end());
    Law law{};
    std::array<std::size_t, 3> order{0, 1, 2};
    do {
        double reached = 1.0 / 6;
        for (const std::size_t i : order) {
            const double taken = std::exp(-epsilon * (best - scores[i]) / 2);
            law[i] += reached * taken;
            reached *= 1 - taken;
        }
    } while (std::next_permutation(order.begin(), order.end()));
    return law;
}

// The largest of the scores after Laplace noise of scale 2/ε, by Simpson's rule on each smooth
// piece.
Law noisy_max(const Scores& scores, double epsilon) {
    const double rate = epsilon / 2;
    const auto density = [&](double x) { return rate / 2 * std::exp(-rate * std::abs(x)); };
    const auto below = [&](double x) {
        return x < 0 ? std::exp(rate * x) / 2 : 1 - std::exp(-rate * x) / 2;
    };
    std::vector<double> ends(scores.begin(), scores.end());
    std::sort(ends.begin(), ends.end());
    ends.insert(ends.begin(), ends.front() - 40 / rate);
    ends.push_back(ends.back() + 40 / rate);
    Law law{};
    for (std::size_t piece = 0; piece + 1 < ends.size(); ++piece) {
        constexpr int steps = 1000;
        const double h = (ends[piece + 1] - ends[piece]) / steps;
        for (int k = 0; k <= steps; ++k) {
            const double x = ends[piece] + k * h;
            const double weight = h / 3 * (k == 0 || k == steps ? 1 : k % 2 == 1 ? 4 : 2);
            for (std::size_t i = 0; i < 3; ++i) {
                double value = density(x - scores[i]);
                for (std::size_t j = 0; j < 3; ++j) value *= j == i ? 1 : below(x - scores[j]);
                law[i] += weight * value;
            }
        }
    }
    return law;
}

RC_GTEST_PROP(Selection, ExponentialHasBoundedRange, ()) {
    const double epsilon = *log_uniform(0.01, 10), x = epsilon * *uniform(0, 1);
    const auto [here, there] = neighbours();
    const Law p = exponential(here, epsilon), q = exponential(there, epsilon);
    double least = infinity, most = -infinity;
    for (std::size_t i = 0; i < 3; ++i) {
        least = std::min(least, std::log(p[i] / q[i]));
        most = std::max(most, std::log(p[i] / q[i]));
    }
    RC_ASSERT(most - least <= epsilon * (1 + 1e-12));
    RC_ASSERT(profile(p, q, x) <= BoundedRange(epsilon).delta(Epsilon{x}).upper + 1e-14);
    // two candidates that change places are randomized response
    const double odds = response_within(Exponential{Epsilon{epsilon}}).middle();
    const double even = std::exp(epsilon * 0.5 / 2), odd = std::exp(-epsilon * 0.5 / 2);
    RC_ASSERT(std::abs(std::log(even / odd) - odds) < 1e-12);
}

RC_GTEST_PROP(Selection, PermuteAndFlipStaysBelowLaplaceNoise, ()) {
    const double epsilon = *log_uniform(0.01, 10), x = epsilon * *uniform(0, 1);
    const auto [here, there] = neighbours();
    const Law p = permute_and_flip(here, epsilon), q = permute_and_flip(there, epsilon);
    RC_ASSERT(profile(p, q, x) <= laplace_below(Epsilon{epsilon}).delta(Epsilon{x}).upper + 1e-14);
}

TEST(Selection, NoisyMaximaStayBelowLaplaceNoise) {
    for (const double epsilon : {0.3, 1.0, 4.0}) {
        for (const Neighbours& each :
             {Neighbours{{0, 0.5, -0.5}, {1, -0.5, -0.5}}, Neighbours{{0, 1, 1}, {1, 0, 0}},
              Neighbours{{-0.5, 0.5, 0.5}, {0.5, 0.5, -0.5}}}) {
            const Law p = noisy_max(each.here, epsilon), q = noisy_max(each.there, epsilon);
            EXPECT_NEAR(p[0] + p[1] + p[2], 1, 1e-6);
            for (const double part : {0.0, 0.3, 0.7, 0.95}) {
                const double x = part * epsilon;
                const double most = laplace_below(Epsilon{epsilon}).delta(Epsilon{x}).upper;
                EXPECT_LE(profile(p, q, x), most + 1e-6);
                EXPECT_LE(profile(q, p, x), most + 1e-6);
            }
        }
    }
}

// Two candidates, the worse of them taken with probability e^-gap/2.
TEST(Selection, PermuteAndFlipReachesLaplaceNoise) {
    const auto first = [](double lead) {
        return lead < 0 ? std::exp(lead) / 2 : 1 - std::exp(-lead) / 2;
    };
    for (const double epsilon : {0.1, 1.0, 6.0}) {
        for (const double part : {0.0, 0.4, 0.9}) {
            const double x = part * epsilon;
            double most = 0;
            for (double lead = -epsilon; lead <= 0; lead += epsilon / 1000) {
                most = std::max(most, first(lead + epsilon) - std::exp(x) * first(lead));
            }
            const Bracket delta = laplace_below(Epsilon{epsilon}).delta(Epsilon{x});
            EXPECT_LE(most, delta.upper + 1e-15);
            EXPECT_NEAR(most, delta.middle(), 1e-5 * delta.middle());
        }
        const Bracket within = response_within(PermuteAndFlip{Epsilon{epsilon}});
        EXPECT_NEAR(within.middle(), std::log(first(epsilon / 2) / first(-epsilon / 2)), 1e-13);
    }
}

// k steps of ε/k: from above, and ever closer.
TEST(Selection, ChainsOfPureStepsTendToLaplaceNoise) {
    for (const double epsilon : {0.2, 3.0}) {
        for (const double rate : {0.001, 0.2, 0.5, 0.9}) {
            const double end = 1 - Laplace{.noise_multiplier = 1 / epsilon}.tradeoff(rate).middle();
            double before = 1;
            for (const int steps : {1, 10, 1000}) {
                const double e = std::exp(epsilon / steps);
                double y = rate;
                for (int k = 0; k < steps; ++k) y = std::min(e * y, 1 - (1 - y) / e);
                EXPECT_GE(y, end * (1 - 1e-12));
                EXPECT_LE(y, before * (1 + 1e-12));
                before = y;
            }
            EXPECT_NEAR(before, end, 1e-2 * epsilon * end);
        }
    }
}

// Streams of three answers that end at the first one above: the four transcripts, each an integral
// over the noise of the threshold.
TEST(SparseVector, NeverExceedsItsEpsilon) {
    using Answers = std::array<double, 3>;
    const auto law = [](const Answers& answers, double threshold_noise, double query_noise) {
        const auto below = [&](double x) {
            const double y = x / query_noise;
            return y < 0 ? std::exp(y) / 2 : 1 - std::exp(-y) / 2;
        };
        std::array<double, 4> ends{};
        const double reach = 40 * threshold_noise, h = reach / 4000;
        for (int k = -4000; k < 4000; ++k) {  // the midpoint rule
            const double rho = (k + 0.5) * h;
            double left = h * std::exp(-std::abs(rho) / threshold_noise) / (2 * threshold_noise);
            for (std::size_t i = 0; i < 3; ++i) {
                ends[i] += left * (1 - below(rho - answers[i]));
                left *= below(rho - answers[i]);
            }
            ends[3] += left;
        }
        return ends;
    };
    double most = 0;
    for (const auto& [mine, other] : {std::pair{Answers{0, 0, 0}, Answers{1, 1, 1}},
                                      std::pair{Answers{3, 3, 3}, Answers{2, 2, 4}},
                                      std::pair{Answers{-9, -9, -9}, Answers{-8, -8, -10}},
                                      std::pair{Answers{6, 6, -5}, Answers{5, 5, -4}}}) {
        const SparseVector mechanism{.threshold_noise = 1.5, .query_noise = 4};
        const auto p = law(mine, 1.5, 4), q = law(other, 1.5, 4);
        for (std::size_t i = 0; i < 4; ++i) {
            const double loss = std::abs(std::log(p[i] / q[i]));
            EXPECT_LE(loss, mechanism.pure_epsilon().upper + 1e-6);
            most = std::max(most, loss);
        }
    }
    EXPECT_GT(most, 0.5);  // of 7/6
    EXPECT_EQ((SparseVector{.threshold_noise = 2, .query_noise = 8, .cutoff = 3}.pure_epsilon()),
              Bracket(1.25));
    EXPECT_EQ((SparseVector{2, 8, 3, 1}.pure_epsilon()), Bracket(0.875));
    EXPECT_EQ((SparseVector{0, 8, 3, 1}.pure_epsilon()), Bracket(infinity));
}

}  // namespace selection_test
}  // namespace mizan
