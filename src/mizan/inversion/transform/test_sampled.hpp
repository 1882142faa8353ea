// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "mizan/inversion/transform/direction.hpp"
#include "mizan/inversion/transform/test_transforms.hpp"

#include "support/ball.hpp"

namespace mizan::inversion::testing {

using oracle::Ball;

/// A mechanism on a Poisson sample, and a line.
struct SampledCase {
    double q, noise;
    Direction direction;
    double c;

    [[nodiscard]] double sign() const { return direction == Direction::remove ? 1 : -1; }
    [[nodiscard]] double order() const { return direction == Direction::remove ? 1 + c : -c; }
};

inline std::ostream& operator<<(std::ostream& out, const SampledCase& x) {
    return out << "q = " << x.q << ", noise = " << x.noise
               << (x.direction == Direction::remove ? ", remove, c = " : ", add, c = ") << x.c;
}

/// What is tested, and E[w^α] up to a constant factor with ball arithmetic.
struct SampledKind {
    std::function<std::shared_ptr<const LossTransform>(const SampledCase&)> loss;
    std::function<Ball(const SampledCase&, const Ball& alpha)> moment;
    double least_noise, most_noise;
};

struct SampledTruth {
    const SampledKind& kind;
    SampledCase x;
    Ball at_zero_frequency = kind.moment(x, Ball(x.order()));

    [[nodiscard]] Real log_moment() const {
        return log(at_zero_frequency / kind.moment(x, Ball(0))).real();
    }
    [[nodiscard]] Ball phi(double omega, double centre) const {
        return kind.moment(x, Ball(x.order(), x.sign() * omega)) / at_zero_frequency *
               exp(Ball(0, -omega) * Ball(centre));
    }
};

inline Real modulus(const Ball& z) { return sqrt(z.real() * z.real() + z.imag() * z.imag()); }

class SampledCases {
public:
    explicit SampledCases(unsigned seed) : random_{seed} {}

    double between(double a, double b) {
        return a + (b - a) * std::uniform_real_distribution<double>(0, 1)(random_);
    }
    double log_between(double a, double b) { return std::exp(between(std::log(a), std::log(b))); }

    SampledCase draw(const SampledKind& kind) {
        return {.q = between(0, 1) < 0.3 ? between(0.1, 0.99) : log_between(1e-6, 0.5),
                .noise = log_between(kind.least_noise, kind.most_noise),
                .direction = between(0, 1) < 0.5 ? Direction::remove : Direction::add,
                .c = between(0, 1) < 0.25 ? between(-0.95, -0.05) : log_between(0.02, 60)};
    }

private:
    std::mt19937_64 random_;
};

/// The errors of φ over the claimed ones at one node of each of several lines.
inline std::vector<Real> error_ratios(const SampledKind& kind, unsigned seed, int lines) {
    SampledCases cases(seed);
    std::vector<Real> ratios;
    for (int i = 0; i < lines; ++i) {
        const SampledCase x = cases.draw(kind);
        const auto loss = kind.loss(x);
        constexpr std::size_t size = 90;
        const double step =
            short_step(cases.log_between(1e-4, 0.2) / std::sqrt(loss->cumulants(x.c).variance));
        const auto tilted = loss->tilt(x.c, {.highest_frequency = 100 * step, .accuracy = 1e-18});
        const auto nodes = nodes_of(*tilted, step, 3, size, 1);
        const Node& node = nodes[static_cast<std::size_t>(cases.between(0, size))];
        const Ball phi = SampledTruth{kind, x}.phi(node.omega, tilted->centre());
        EXPECT_TRUE(phi.is_sharp()) << x;
        const Ball computed = exp(Ball(node.real, node.imag));
        const Real claimed = modulus(computed) * expm1(Real(node.error));
        EXPECT_LT(claimed, 1e-9) << x << ", omega = " << node.omega;
        ratios.push_back(modulus(phi - computed) / claimed);
        EXPECT_LE(ratios.back(), 1) << x << ", omega = " << node.omega;
    }
    return ratios;
}

inline void expect_log_moments(const SampledKind& kind, unsigned seed, int lines, double width) {
    SampledCases cases(seed);
    for (int i = 0; i < lines; ++i) {
        const SampledCase x = cases.draw(kind);
        const Real exact = SampledTruth{kind, x}.log_moment();
        const auto loss = kind.loss(x);
        const Bracket alone = loss->log_moment(x.c);
        const auto tilted = loss->tilt(x.c, {.highest_frequency = 1, .accuracy = 1e-12});
        EXPECT_TRUE(oracle::contains(alone, exact)) << x << ": " << alone;
        EXPECT_TRUE(oracle::contains(tilted->log_moment(), exact)) << x;
        EXPECT_TRUE(oracle::is_sharp(alone, exact, width)) << x << ": " << alone;
    }
}

/// How often the bound on decay says more than that |φ| ≤ 1.
inline int expect_decay(const SampledKind& kind, unsigned seed, int lines) {
    SampledCases cases(seed);
    int useful = 0;
    for (int i = 0; i < lines; ++i) {
        const SampledCase x = cases.draw(kind);
        const SampledTruth truth{kind, x};
        const auto loss = kind.loss(x);
        const double omega = cases.log_between(0.01, 3) / std::sqrt(loss->cumulants(x.c).variance);
        const auto tilted = loss->tilt(x.c, {.highest_frequency = omega, .accuracy = 1e-12});
        const double bound = tilted->log_decay(omega);
        useful += bound < 0 ? 1 : 0;
        for (const double factor : {1.0, 1.3, 2.5, 4.0}) {
            const Ball phi = truth.phi(omega * factor, 0);
            EXPECT_LE(log(modulus(phi)), Real(bound) + Real(1e-25))
                << x << ", omega = " << omega * factor;
        }
    }
    return useful;
}

/// Parameters far outside all reason: no NaN, no endless loop, nothing impossible.
inline void check_extremes(const SampledKind& kind) {
    const SampledCase x{
        .q = *rc::gen::oneOf(support::log_uniform(1e-300, 1), rc::gen::just(0x1p-1074),
                             rc::gen::just(1 - 0x1p-53)),
        .noise = *support::log_uniform(1e-200, 1e200),
        .direction = *rc::gen::element(Direction::remove, Direction::add),
        .c = *rc::gen::oneOf(support::log_uniform(1e-12, 1e6), support::uniform(-0.9999, 0))};
    const auto loss = kind.loss(x);
    const Bracket k = loss->log_moment(x.c);
    RC_ASSERT((x.c > 0 ? k.lower : -k.upper) >= -1e-300);
    RC_ASSERT(!std::isnan(loss->cumulants(x.c).variance));
    const double highest = *support::log_uniform(1e-12, 1e12);
    const auto tilted = loss->tilt(x.c, {.highest_frequency = highest, .accuracy = 1e-14});
    RC_ASSERT(std::isfinite(tilted->centre()));
    RC_ASSERT(tilted->log_decay(highest) <= 0);
    const double count = std::floor(*support::log_uniform(1, 0x1p53));
    for (const Node& node : nodes_of(*tilted, short_step(highest / 20), 1, 16, count)) {
        RC_ASSERT(!std::isnan(node.imag) && !std::isnan(node.error));
        RC_ASSERT(node.error >= 0);
        // |φ| ≤ 1 must be possible.
        RC_ASSERT(std::exp(node.real) * (1 - std::expm1(node.error)) <= 1 + 1e-15);
    }
    std::vector<ComplexDoubleDouble> log_phi(16);
    std::vector<double> errors(16);
    Precise log_moment;
    if (!tilted->add_precise_log_characteristic(short_step(highest / 20), count,
                                                {log_phi, errors, log_moment})) {
        return;
    }
    for (std::size_t j = 0; j < log_phi.size(); ++j) {
        RC_ASSERT(!std::isnan(log_phi[j].imag.high) && errors[j] >= 0);
        RC_ASSERT(std::exp(log_phi[j].real.high) * (1 - std::expm1(errors[j])) <= 1 + 1e-15);
    }
}

}  // namespace mizan::inversion::testing
