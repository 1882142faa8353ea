// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/line/shortfall_line.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "mizan/inversion/normal_mixture/sampled_gaussian_loss.hpp"
#include "mizan/inversion/profile/profile.hpp"

#include "support/ball.hpp"
#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan::inversion {
namespace shortfall_line_test {

using oracle::Ball;
using oracle::Real;

constexpr double tolerance = 3e-11;

struct Sampled {
    Real q, sigma;

    // log dP/dQ at x where the record is removed, and the place where it is ε.
    [[nodiscard]] Real loss(const Real& x) const {
        return log(1 - q + q * exp((x - Real(0.5)) / (sigma * sigma)));
    }
    [[nodiscard]] Real place(const Real& epsilon) const {
        return Real(0.5) + sigma * sigma * log((exp(epsilon) - 1 + q) / q);
    }
    [[nodiscard]] Real density(const Real& x) const {
        const auto normal = [&](const Real& at) {
            return exp(-at * at / (2 * sigma * sigma)) / (sigma * sqrt(2 * Real::pi()));
        };
        return (1 - q) * normal(x) + q * normal(x - 1);
    }

    // δ, elementary. Before the least loss it is 1 - e^ε.
    [[nodiscard]] Real delta(const Real& epsilon) const {
        const Real growth = exp(epsilon);
        if (growth - 1 + q <= 0) return 1 - growth;
        const Real x = place(epsilon);
        return q * oracle::normal_tail((x - 1) / sigma) -
               (growth - 1 + q) * oracle::normal_tail(x / sigma);
    }
};

// δ of two runs: that of the second beyond what the first has shown.
Real delta_of_two(const Sampled& first, const Sampled& second, const Real& epsilon) {
    const Real kink = first.place(epsilon - log(1 - second.q));
    const Real low = -13 * first.sigma, high = 1 + 13 * first.sigma;
    const auto before = [&](const Real& x) {
        return first.density(x) * second.delta(epsilon - first.loss(x));
    };
    const Real middle = kink < high ? kink : high;
    // Beyond the kink the second run adds nothing to be certain of: 1 - e^{ε-L}.
    const Real beyond = oracle::normal_tail((middle - 1) / first.sigma) * first.q +
                        oracle::normal_tail(middle / first.sigma) * (1 - first.q) -
                        exp(epsilon) * oracle::normal_tail(middle / first.sigma);
    return oracle::integral(before, low, middle) + beyond;
}

Real reversed(const Real& delta, const Real& epsilon) {
    return 1 - exp(epsilon) + exp(epsilon) * delta;
}

Composition parts_of(std::initializer_list<Sampled> runs, Direction direction) {
    Composition parts;
    for (const Sampled& run : runs) {
        parts.push_back({sampled_gaussian_loss(static_cast<double>(run.q),
                                               static_cast<double>(run.sigma), direction),
                         1});
    }
    return parts;
}

RC_GTEST_PROP(ShortfallLine, BracketsWhatOneRunCosts, ()) {
    const double q = *support::log_uniform(1e-6, 0.3), sigma = *support::log_uniform(0.4, 4);
    const double x = 1 + sigma * *support::uniform(-0.5, 3.5);
    const double epsilon = std::log1p(q * std::expm1((x - 0.5) / (sigma * sigma)));
    RC_PRE(epsilon > 0);
    const Sampled run{q, sigma};
    const auto samples = SmallSamples::of(parts_of({run}, Direction::remove));
    const Real truth = run.delta(epsilon);
    const auto line = ShortfallLine::at(*samples, epsilon, static_cast<double>(truth), tolerance);
    RC_ASSERT(line.has_value());
    for (const double share : {1.0, 0.97, 1.03}) {
        const Real there = run.delta(Real(share * epsilon));
        const Bracket found = line->delta(share * epsilon);
        RC_ASSERT(oracle::contains(found, there));
        // Rounding leaves a share of what the losses below ε tell.
        if (epsilon < 0.05) RC_ASSERT(found.width() < 1e-6 * found.upper + 4e-12 * (epsilon + q));
    }
}

RC_GTEST_PROP(ShortfallLine, BracketsWhatARecordThatIsAddedCosts, ()) {
    const double q = *support::log_uniform(1e-6, 0.3), sigma = *support::log_uniform(0.4, 4);
    const double epsilon = -std::log1p(-q) * *support::uniform(0.05, 0.4);
    const Sampled run{q, sigma};
    const auto samples = SmallSamples::of(parts_of({run}, Direction::add));
    RC_ASSERT(samples && !samples->is_risen);
    const Real truth = reversed(run.delta(-Real(epsilon)), epsilon);
    RC_PRE(truth > Real(1e-30));
    const auto line = ShortfallLine::at(*samples, epsilon, static_cast<double>(truth), tolerance);
    RC_ASSERT(line.has_value());
    RC_ASSERT(oracle::contains(line->delta(epsilon), truth));
    RC_ASSERT(line->delta(epsilon).width() < 1e-6 * static_cast<double>(truth) + 4e-12 * q);
}

RC_GTEST_PROP(ShortfallLine, BracketsWhatTwoDifferentRunsCost, ()) {
    const auto run = [] {
        return Sampled{*support::log_uniform(1e-5, 0.05), *support::log_uniform(0.6, 2.5)};
    };
    const Sampled one = run(), other = run();
    const double q = static_cast<double>(one.q), sigma = static_cast<double>(one.sigma);
    const double x = 1 + sigma * *support::uniform(-0.5, 3);
    const double epsilon = std::log1p(q * std::expm1((x - 0.5) / (sigma * sigma)));
    RC_PRE(epsilon > 0);
    const Real truth = delta_of_two(one, other, epsilon);
    const auto samples = SmallSamples::of(parts_of({one, other}, Direction::remove));
    const auto line = ShortfallLine::at(*samples, epsilon, static_cast<double>(truth), tolerance);
    RC_ASSERT(line.has_value());
    const Bracket found = line->delta(epsilon);
    RC_ASSERT(Real(found.lower) <= truth * (1 + Real(1e-15)));
    RC_ASSERT(Real(found.upper) >= truth * (1 - Real(1e-15)));
}

// Lines that are bad in one way each, so that one term of the error is most of it.
void expect_bad_contours_only_widen(const Sampled& run, double epsilon, bool has_atom) {
    const auto samples = SmallSamples::of(parts_of({run}, Direction::remove));
    const Real truth = run.delta(epsilon);
    auto contour =
        shortfall_contour(*samples, epsilon, std::log(static_cast<double>(truth)), tolerance);
    ASSERT_TRUE(contour.has_value());
    ASSERT_TRUE(contour->has_atom);
    contour->has_atom = has_atom;
    const double beyond = epsilon - samples->laws.least.middle();
    std::array<int, 4> told{};
    const auto check = [&](const ShortfallContour& bad, int& count) {
        const auto line = ShortfallLine::along(*samples, bad);
        if (!line) return;
        const Bracket found = line->delta(epsilon);
        EXPECT_TRUE(oracle::contains(found, truth)) << found << " " << static_cast<double>(truth);
        const double off = std::abs(line->estimate(epsilon).delta - static_cast<double>(truth));
        // So far off that the digits of doubles are not the reason.
        if (off > 1e-9 * static_cast<double>(truth) && found.width() < 1) ++count;
    };
    for (double share = 1; share > 0.02; share *= 0.9) {
        ShortfallContour cut = *contour, wide = *contour, narrow = *contour, near = *contour;
        cut.last *= share;
        check(cut, told[0]);
        wide.filter = Filter(contour->filter.width() / share, contour->filter.order());
        check(wide, told[1]);
        wide.reach = std::min(0.95 * beyond, contour->reach / share);
        check(wide, told[1]);
        narrow.filter = Filter(
            contour->filter.width(),
            std::max<std::size_t>(
                1, static_cast<std::size_t>(share * static_cast<double>(contour->filter.order()))));
        check(narrow, told[1]);
        near.period *= share;
        check(near, told[2]);
        near.a = contour->a / share;
        check(near, told[3]);
    }
    for (std::size_t i = 0; i < told.size(); ++i) EXPECT_GT(told[i], 0) << i;
}

TEST(ShortfallLine, BadContoursOnlyWidenTheBracket) {
    expect_bad_contours_only_widen({1e-3, 1}, 0.012, false);
}

TEST(ShortfallLine, BadContoursBesideAnAtomOnlyWidenTheBracket) {
    expect_bad_contours_only_widen({1e-5, 1}, 1.5e-4, true);
}

// The bound that the filter's error rests on: D of one run at a complex place, along the ray from
// the least loss.
TEST(ShortfallLine, TheShortfallIsBoundedInTheDisc) {
    for (const auto& row : {std::array{0.01, 1.0, 0.2}, {1e-4, 0.7, 2e-3}, {0.3, 2.0, 0.5}}) {
        const double q = row[0], sigma = row[1], epsilon = row[2];
        const auto samples = SmallSamples::of(parts_of({Sampled{q, sigma}}, Direction::remove));
        const double beyond = epsilon - std::log1p(-q), r = std::min(0.9 * beyond, 1.2);
        const Real bound =
            (Real(beyond) + Real(r)) * exp(Real(samples->laws.log_growth(epsilon, r).upper));
        for (const double turn : {0.0, 0.7, 1.57, 2.0, 2.6, 3.14}) {
            const double radius = 0.999 * r;
            const Ball z(beyond + radius * std::cos(turn), radius * std::sin(turn));
            const Ball variance = Ball(sigma) * Ball(sigma), one(1);
            const auto density = [&](const Ball& t, bool whole) {
                const Ball l = z * t,
                           x = Ball(0.5) +
                               variance * log((exp(l) - one) * Ball(1 - q) / Ball(q), whole);
                const Ball normal = exp(Ball(0) - x * x / (Ball(2) * variance));
                return (exp(z - l) - one) * normal * Ball(1 - q) * exp(l) * Ball(sigma) /
                       (one - exp(Ball(0) - l)) * z;
            };
            const Ball found =
                Ball::integral(density, 1e-12, 1) / Ball(std::sqrt(2 * std::acos(-1)));
            const Real size = sqrt(found.real() * found.real() + found.imag() * found.imag());
            EXPECT_LE(size, bound) << q << " at " << turn;
        }
    }
}

// Where plain lines end, both tell the same.
RC_GTEST_PROP(ShortfallLine, AgreesWithThePlainLine, ()) {
    const double q = *support::log_uniform(1e-3, 0.02), sigma = *support::log_uniform(0.8, 3);
    const double count = *rc::gen::inRange(100, 2000);
    const auto direction = *rc::gen::element(Direction::remove, Direction::add);
    const Composition parts{{sampled_gaussian_loss(q, sigma, direction), count},
                            {sampled_gaussian_loss(q, 1.2 * sigma, direction), 2}};
    const double delta = *support::log_uniform(1e-6, 1e-3);
    const auto contour = contour_at_delta(parts, delta, 1e-12);
    RC_PRE(contour.has_value() && contour->epsilon > 0);
    const double epsilon = contour->epsilon;
    const auto plain = Line::along(parts, *contour, 1e-12, 4096);
    RC_PRE(plain.has_value());
    const Bracket one = plain->delta(epsilon);
    RC_PRE(one.upper > 1e-12);
    const auto line = ShortfallLine::at(*SmallSamples::of(parts), epsilon, one.upper, tolerance);
    RC_PRE(line.has_value());
    const Bracket other = line->delta(epsilon);
    RC_ASSERT(one.lower <= other.upper && other.lower <= one.upper);
}

// The same sum beside an atom and without it, for so many runs that Φ falls and the atom does not.
RC_GTEST_PROP(ShortfallLine, AnAtomChangesNothingButTheDigits, ()) {
    const double q = *support::log_uniform(1e-6, 1e-4), sigma = *support::log_uniform(0.7, 2);
    const double count = std::ceil(std::min(400.0, 0.01 / q) * *support::uniform(0.01, 1));
    const Composition parts{{sampled_gaussian_loss(q, sigma, Direction::remove), count}};
    const auto samples = SmallSamples::of(parts);
    const double x = 1 + sigma * *support::uniform(2.5, 5);
    const double epsilon = std::log1p(q * std::expm1((x - 0.5) / (sigma * sigma)));
    const double about = count * static_cast<double>(Sampled{q, sigma}.delta(epsilon));
    auto contour = shortfall_contour(*samples, epsilon, std::log(about), tolerance);
    RC_PRE(contour && contour->has_atom);
    const auto beside = ShortfallLine::along(*samples, *contour);
    contour->has_atom = false;
    const auto plain = ShortfallLine::along(*samples, *contour);
    RC_PRE(beside && plain);
    const Bracket one = beside->delta(epsilon), other = plain->delta(epsilon);
    RC_ASSERT(one.lower <= other.upper && other.lower <= one.upper);
    RC_ASSERT(one.width() <= other.width());
}

// One run, of which δ is known: what rounding leaves is a share of q, not of ε.
TEST(ShortfallLine, BesideAnAtomSmallDeltasKeepTheirDigits) {
    for (const double q : {1e-6, 1e-5, 1e-4}) {
        for (const double sigma : {0.6, 1.0, 2.0}) {
            const Sampled run{q, sigma};
            const double x = 1 + 2.5 * sigma;
            const double epsilon = std::log1p(q * std::expm1((x - 0.5) / (sigma * sigma)));
            const Real truth = run.delta(epsilon);
            const auto samples = SmallSamples::of(parts_of({run}, Direction::remove));
            const auto line =
                ShortfallLine::at(*samples, epsilon, static_cast<double>(truth), tolerance);
            ASSERT_TRUE(line.has_value());
            const Bracket found = line->delta(epsilon);
            EXPECT_TRUE(oracle::contains(found, truth)) << q << " " << sigma << found;
            EXPECT_LE(found.width(), 6e-12 * q + 1e-9 * found.upper) << q << " " << sigma << found;
        }
    }
}

TEST(ShortfallLine, SmallSamplesAreKnownToSixDigits) {
    for (const double q : {1e-6, 1e-5, 1e-4, 1e-3}) {
        for (const double count : {2.0, 10.0, 200.0}) {
            for (const double delta : {3e-8, 1e-6}) {
                const Composition parts{{sampled_gaussian_loss(q, 1, Direction::remove), count},
                                        {sampled_gaussian_loss(q, 1.3, Direction::remove), count}};
                const Bracket found = Profile(parts).epsilon(Delta{delta});
                EXPECT_LE(found.width(), 1e-6 * found.upper)
                    << q << " " << count << " " << delta << found;
            }
        }
    }
}

// Little noise, so that the search begins a thousand times too near.
TEST(ShortfallLine, LargeRareLossesAreFoundAtSmallDeltas) {
    for (const double q : {1e-6, 1e-5, 1e-4}) {
        for (const double count : {2.0, 20.0}) {
            const Composition parts{{sampled_gaussian_loss(q, 0.7, Direction::remove), count}};
            const Bracket found = Profile(parts).epsilon(Delta{1e-9});
            EXPECT_LE(found.width(), 1e-6 * found.upper) << q << " " << count << found;
        }
    }
}

}  // namespace shortfall_line_test
}  // namespace mizan::inversion
