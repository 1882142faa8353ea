// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/line/lattice_line.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include <gtest/gtest.h>

#include "mizan/compose/optimal.hpp"
#include "mizan/compose/worst_losses.hpp"
#include "mizan/inversion/profile/profile.hpp"
#include "mizan/inversion/transform/finite_loss.hpp"
#include "mizan/inversion/transform/response_loss.hpp"
#include "mizan/inversion/transform/test_transforms.hpp"

namespace mizan::inversion {
namespace lattice_line_test {

using oracle::contains;
using testing::Real;

// A law of whole numbers with fifty digits: the probability of first, first + 1, ….
struct Law {
    int first = 0;
    std::vector<Real> probability{Real(1)};
};

Law sum(const Law& a, const Law& b) {
    Law c{a.first + b.first,
          std::vector<Real>(a.probability.size() + b.probability.size() - 1, Real(0))};
    for (std::size_t i = 0; i < a.probability.size(); ++i) {
        for (std::size_t j = 0; j < b.probability.size(); ++j) {
            c.probability[i + j] += a.probability[i] * b.probability[j];
        }
    }
    return c;
}

// E (1 - e^{ε-L})₊ where L = step·k.
Real true_delta(const Law& law, double step, double epsilon) {
    Real delta = 0;
    for (std::size_t i = 0; i < law.probability.size(); ++i) {
        const Real loss = Real(step) * (law.first + static_cast<int>(i));
        if (loss > Real(epsilon)) delta -= law.probability[i] * expm1(Real(epsilon) - loss);
    }
    return delta;
}

struct Case {
    Composition parts;
    Law law;
    double step;
};

// A few runs of a few mechanisms with losses that are multiples of one step. Equal losses up and
// down with odds e^L, as a pair of laws and its mirror have them, make E e^{-L} = 1.
Case any_case() {
    Case found;
    found.step = *support::log_uniform(0.003, 2);
    const int mechanisms = *rc::gen::inRange(1, 4);
    for (int i = 0; i < mechanisms; ++i) {
        const int most = *rc::gen::inRange(1, 4);
        Law one{-most, std::vector<Real>(static_cast<std::size_t>(2 * most + 1), Real(0))};
        compose::Atoms atoms;
        Real total = 0;
        Bracket rough_total = 0;
        for (int k = 0; k <= most; ++k) {
            const int weight = k == most ? 1 : *rc::gen::inRange(0, 20);
            for (const int index : {k, -k}) {
                const Real odds = exp(Real(found.step) * index / 2) * weight;
                // The loss itself is seldom a double.
                const Bracket loss = Bracket(found.step) * index, rough = weight * exp(loss / 2);
                one.probability[static_cast<std::size_t>(most + index)] += odds;
                atoms.push_back({rough, loss});
                total += odds;
                rough_total += rough;
            }
        }
        for (Real& probability : one.probability) probability /= total;
        for (compose::Atom& atom : atoms) atom.probability = min(atom.probability / rough_total, 1);
        const int runs = *rc::gen::inRange(1, 6);
        found.parts.push_back({std::make_shared<FiniteLoss>(atoms), static_cast<double>(runs)});
        for (int run = 0; run < runs; ++run) found.law = sum(found.law, one);
    }
    return found;
}

RC_GTEST_PROP(LatticeLine, BracketsExactSums, ()) {
    const Case about = any_case();
    const auto lattice = Lattice::of(about.parts);
    RC_PRE(lattice.has_value());
    const bool left = *rc::gen::arbitrary<bool>();
    const double c = left ? -*support::uniform(0.05, 0.95) : *support::log_uniform(0.1, 20);
    const Contour contour{.c = c,
                          .period = *support::log_uniform(0.1, 100),
                          .reference = c * *support::log_uniform(1.05, 3),
                          .log_scale = -5,
                          .width = 1,
                          .epsilon = 0};
    const auto line = LatticeLine::along(*lattice, about.parts, contour, 1e-9);
    RC_PRE(line.has_value());
    // Half of the time on an atom, where δ has a kink.
    const double at = *rc::gen::element(-3.0, 0.0, 0.25, 1.0, 7.0, 12.5) * about.step;
    const Bracket found = line->delta(at);
    RC_ASSERT(contains(found, true_delta(about.law, about.step, at)));
}

RC_GTEST_PROP(LatticeLine, IsSharpWhereTheProfileChoosesIt, ()) {
    const Case about = any_case();
    Profile profile(about.parts);
    const Real most = true_delta(about.law, about.step, 0);
    const double delta = static_cast<double>(most) * *support::log_uniform(1e-13, 0.9);
    const Bracket found = profile.epsilon(Delta{delta});
    RC_ASSERT(true_delta(about.law, about.step, found.upper) <= Real(delta));
    RC_ASSERT(true_delta(about.law, about.step, found.lower) >= Real(delta));
    RC_ASSERT(found.width() <= 1e-9 * found.upper);
    RC_ASSERT(contains(profile.delta(found.lower), true_delta(about.law, about.step, found.lower)));
}

// Runs taken together are one mechanism with hundreds of losses: few runs of it are summed by a
// Fourier transform, many point by point.
TEST(LatticeLine, AgreesWithEqualResponsesTakenTogether) {
    const Epsilon epsilon{0.05};
    for (const double runs : {3, 40}) {
        const compose::Atoms together = compose::worst_losses(epsilon, 500, 1e-60);
        Profile profile({{std::make_shared<FiniteLoss>(together), runs}});
        const double at = 0.3 * std::sqrt(500 * runs);
        const Bracket found = profile.delta(at);
        const Bracket exact =
            compose::optimal_delta({{ApproxDP{epsilon, Delta{0.0}}, 500 * runs}}, Epsilon{at});
        EXPECT_TRUE(profile.is_on_lattice());
        EXPECT_LE(found.lower, exact.upper);
        EXPECT_LE(exact.lower, found.upper);
        EXPECT_LT(found.width(), 1e-9 * found.upper) << runs;
    }
}

TEST(RootsOfUnity, AreGoodToTheirAngles) {
    constexpr double u = 0x1p-53;
    for (const int size : {8, 64, 4096}) {
        const RootsOfUnity roots(static_cast<std::size_t>(size));
        for (int t = 0; t < size; t += std::max(1, size / 97)) {
            const Real angle = 2 * Real::pi() * (2 * t <= size ? t : t - size) / size;
            const std::size_t place = roots.place(static_cast<std::uint64_t>(t) - 3 * 4096);
            const testing::Complex found(Real(roots.real(place)), Real(roots.imag(place)));
            const Real off = abs(found - testing::Complex(cos(angle) - 1, sin(angle)));
            EXPECT_LE(off, RootsOfUnity::error * u * abs(angle)) << t << " of " << size;
            EXPECT_LE(off, Real(19 * u)) << t << " of " << size;
        }
    }
}

TEST(RootsOfUnity, TransformWithinTheirError) {
    constexpr std::size_t size = 64;
    const RootsOfUnity roots(size);
    std::vector<double> real(size), imag(size);
    for (std::size_t k = 0; k < size; ++k) real[k] = 1.0 / static_cast<double>(1 + k * k);
    const std::vector<double> given = real;
    transform(roots, real, imag);
    for (int j = 0; j < 64; j += 5) {
        testing::Complex sum(0);
        for (int k = 0; k < 64; ++k) {
            const Real angle = 2 * Real::pi() * (j * k % 64) / 64,
                       x(given[static_cast<std::size_t>(k)]);
            sum += testing::Complex(x * cos(angle), x * sin(angle));
        }
        const auto at = static_cast<std::size_t>(j);
        EXPECT_LE(abs(sum - testing::Complex(Real(real[at]), Real(imag[at]))),
                  Real(2 * transform_error(size)));
    }
}

TEST(Lattice, NeedsCommensurableLosses) {
    const auto response = [](double e) { return Part{std::make_shared<ResponseLoss>(e), 3}; };
    const auto found = Lattice::of({response(0.3), response(0.75)});
    ASSERT_TRUE(found.has_value());
    EXPECT_NEAR(found->step, 0.3, 1e-15);
    EXPECT_LT(found->doubt, 1e-14);
    EXPECT_FALSE(Lattice::of({response(0.3), response(0.7501234567891)}).has_value());
    EXPECT_FALSE(Lattice::of({response(0)}).has_value());
    EXPECT_FALSE(Lattice::of({}).has_value());
}

}  // namespace lattice_line_test
}  // namespace mizan::inversion
