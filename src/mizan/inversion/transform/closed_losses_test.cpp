// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <random>

#include <gtest/gtest.h>

#include "mizan/inversion/transform/bounded_range_loss.hpp"
#include "mizan/inversion/transform/finite_loss.hpp"
#include "mizan/inversion/transform/gaussian_loss.hpp"
#include "mizan/inversion/transform/laplace_loss.hpp"
#include "mizan/inversion/transform/response_loss.hpp"
#include "mizan/inversion/transform/test_transforms.hpp"
#include "mizan/units/error.hpp"

namespace mizan::inversion {
namespace closed_losses_test {

using oracle::contains;
using oracle::is_sharp;
using testing::check_promises;
using testing::Complex;
using testing::Moment;
using testing::Real;

Moment gaussian_moment(const Real& mu_squared) {
    return [=](const Complex& s) { return exp(Complex(mu_squared / 2) * s * (s + Complex(1))); };
}

Moment response_moment(const Real& epsilon, const Real& delta) {
    return [=](const Complex& s) {
        return Complex((1 - delta) / (1 + exp(-epsilon))) *
               (exp(s * Complex(epsilon)) + exp(-(s + Complex(1)) * Complex(epsilon)));
    };
}

// From the law of the loss: both atoms, and ∫ e^{sL} e^{(L-ε)/2}/4 dL = e^{-ε/2} (e^{tε} - e^{-tε})
// / (4t).
Moment laplace_moment(const Real& epsilon) {
    return [=](const Complex& s) {
        const Complex e(epsilon), t = s + Complex(Real(0.5)), half(Real(0.5));
        const Complex edges = half * exp(s * e) + half * exp(-(s + Complex(1)) * e);
        if (abs(t) == 0) return edges + exp(-e * half) * e * half;
        return edges + exp(-e * half) * (exp(t * e) - exp(-t * e)) / (Complex(4) * t);
    };
}

// ∫ e^{sL} e^{(L-ε)/2} / (2(1 - e^-ε)) dL between -ε and ε.
Moment bounded_range_moment(const Real& epsilon) {
    return [=](const Complex& s) {
        const Complex e(epsilon), t = s + Complex(Real(0.5)), half(Real(0.5));
        const Complex norm = exp(e * half) - exp(-e * half);
        if (abs(t) == 0) return e / norm;
        return (exp(t * e) - exp(-t * e)) / (Complex(2) * t * norm);
    };
}

Moment finite_moment(const std::vector<std::pair<Real, Real>>& atoms) {
    return [=](const Complex& s) {
        Complex sum(0);
        for (const auto& [probability, loss] : atoms) {
            sum += Complex(probability) * exp(s * Complex(loss));
        }
        return sum;
    };
}

// A bracket and a number somewhere inside, often at an end.
struct Uncertain {
    Bracket bracket;
    Real exact;
};

Uncertain around(double value) {
    const double radius = value * *rc::gen::element(0.0, 0x1p-53, 1e-13, 1e-9);
    const Bracket bracket{std::max(value - radius, 0.0), value + radius};
    const Real place = *rc::gen::element(0.0, 0.3, 1.0);
    return {bracket, Real(bracket.lower) + (Real(bracket.upper) - Real(bracket.lower)) * place};
}

double run_count() {
    return std::floor(*rc::gen::oneOf(rc::gen::just(1.0), support::log_uniform(1, 1e6)));
}

RC_GTEST_PROP(GaussianLoss, KeepsItsPromises, ()) {
    const Uncertain mu_squared = around(*support::log_uniform(1e-6, 100));
    const double scale = std::sqrt(mu_squared.bracket.upper);
    const double c = *testing::line();
    check_promises(GaussianLoss(mu_squared.bracket), gaussian_moment(mu_squared.exact), c, scale,
                   run_count());
}

RC_GTEST_PROP(ResponseLoss, KeepsItsPromises, ()) {
    const Uncertain epsilon = around(*support::log_uniform(1e-6, 100));
    const Uncertain delta = around(*rc::gen::element(0.0, 1e-9, 0.3));
    check_promises(ResponseLoss(epsilon.bracket, delta.bracket),
                   response_moment(epsilon.exact, delta.exact), *testing::line(),
                   epsilon.bracket.upper, run_count());
}

RC_GTEST_PROP(LaplaceLoss, KeepsItsPromises, ()) {
    const Uncertain epsilon = around(*support::log_uniform(1e-6, 100));
    check_promises(LaplaceLoss(epsilon.bracket), laplace_moment(epsilon.exact), *testing::line(),
                   epsilon.bracket.upper, run_count());
}

RC_GTEST_PROP(LaplaceLoss, KeepsItsPromisesInTheMiddleOfTheStrip, ()) {
    const Uncertain epsilon = around(*support::log_uniform(1e-6, 100));
    const double c = -0.5 + *rc::gen::element(0.0, 1e-15, -1e-9, 1e-3, -0.2);
    check_promises(LaplaceLoss(epsilon.bracket), laplace_moment(epsilon.exact), c,
                   epsilon.bracket.upper, run_count());
}

RC_GTEST_PROP(BoundedRangeLoss, KeepsItsPromises, ()) {
    const Uncertain epsilon = around(*support::log_uniform(1e-6, 100));
    const double c = *rc::gen::oneOf(testing::line(), rc::gen::element(-0.5, -0.5 + 1e-15, -0.501));
    check_promises(BoundedRangeLoss(epsilon.bracket), bounded_range_moment(epsilon.exact), c,
                   epsilon.bracket.upper, run_count());
}

// A pair of laws on a few outputs, one of which Q may miss.
struct Table {
    compose::Atoms atoms;
    std::vector<std::pair<Real, Real>> exact;
};

Table table(std::size_t size, bool infinite) {
    std::vector<double> p, q;
    Real p_sum = 0, q_sum = 0;
    for (std::size_t j = 0; j < size; ++j) {
        p.push_back(*support::log_uniform(1e-3, 1));
        q.push_back(j == 0 && infinite ? 0 : *support::log_uniform(1e-3, 1));
        p_sum += p.back();
        q_sum += q.back();
    }
    Table table;
    const auto widened = [](const Real& x) {
        const auto near = static_cast<double>(x);
        return Bracket(near) * Bracket(1 - 0x1p-52, 1 + 0x1p-52);
    };
    for (std::size_t j = 0; j < size; ++j) {
        const Real probability = p[j] / p_sum;
        if (q[j] == 0) {
            table.atoms.push_back({widened(probability), std::numeric_limits<double>::infinity()});
            continue;
        }
        const Real loss = log(probability * q_sum / q[j]);
        table.atoms.push_back({widened(probability), widened(loss)});
        table.exact.emplace_back(probability, loss);
    }
    return table;
}

RC_GTEST_PROP(FiniteLoss, KeepsItsPromises, ()) {
    const Table pair = table(*rc::gen::inRange<std::size_t>(2, 6), *rc::gen::arbitrary<bool>());
    check_promises(FiniteLoss(pair.atoms), finite_moment(pair.exact),
                   std::min(*testing::line(), 50.0), 1, run_count());
}

RC_GTEST_PROP(ClosedLosses, LogMomentsAreSharpHoweverSmall, ()) {
    const double epsilon = *support::log_uniform(1e-9, 300), c = *testing::line();
    const auto k = [&](const Moment& moment) { return log(moment(Complex(Real(c))).real()); };
    RC_ASSERT(is_sharp(GaussianLoss(epsilon).log_moment(c), k(gaussian_moment(epsilon)), 1e-15));
    RC_ASSERT(is_sharp(ResponseLoss(epsilon).log_moment(c), k(response_moment(epsilon, 0)), 3e-14));
    RC_ASSERT(is_sharp(LaplaceLoss(epsilon).log_moment(c), k(laplace_moment(epsilon)), 3e-14));
    RC_ASSERT(
        is_sharp(BoundedRangeLoss(epsilon).log_moment(c), k(bounded_range_moment(epsilon)), 1e-13));
}

RC_GTEST_PROP(ClosedLosses, CumulantsAreTheDerivatives, ()) {
    const double epsilon = *support::log_uniform(1e-6, 100), c = *testing::line();
    const std::vector<std::pair<std::shared_ptr<LossTransform>, Moment>> all{
        {std::make_shared<GaussianLoss>(epsilon), gaussian_moment(epsilon)},
        {std::make_shared<ResponseLoss>(epsilon), response_moment(epsilon, 0)},
        {std::make_shared<LaplaceLoss>(epsilon), laplace_moment(epsilon)},
        {std::make_shared<BoundedRangeLoss>(epsilon), bounded_range_moment(epsilon)}};
    for (const auto& [loss, moment] : all) {
        const Real h = Real(1e-12) / Real(epsilon);
        const auto k = [&, &m = moment](const Real& x) { return log(m(Complex(x)).real()); };
        const Real here = k(c), above = k(c + h), below = k(c - h);
        const Cumulants found = loss->cumulants(c);
        const Real mean = (above - below) / (2 * h),
                   variance = (above + below - 2 * here) / (h * h);
        RC_ASSERT(abs(found.log_moment - here) <= Real(1e-5) * abs(here) + Real(1e-15));
        RC_ASSERT(abs(found.mean - mean) <= Real(1e-6) * epsilon + Real(1e-6) * abs(mean));
        RC_ASSERT(abs(found.variance - variance) <=
                  Real(1e-6) * epsilon * epsilon + Real(1e-6) * abs(variance));
    }
}

// The promises would be broken if the claimed errors were a thousand times smaller: the test above
// can see a wrong constant.
TEST(ClosedLosses, ClaimedErrorsAreNotIdle) {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> unit(0, 1);
    Real worst_response = 0, worst_laplace = 0, worst_range = 0;
    for (std::size_t i = 0; i < 300; ++i) {
        const double epsilon = std::exp(-8 * unit(random)), c = 10 * unit(random);
        const double step = testing::short_step(unit(random) / epsilon), count = 1000;
        const auto worst = [&](const LossTransform& loss, const Moment& moment) {
            const auto tilted = loss.tilt(c, {100 * step, 1e-12});
            const auto nodes = testing::nodes_of(*tilted, step, 1, 20, count);
            return testing::error_ratio(nodes[i % 20], *tilted, moment, c, count);
        };
        worst_response =
            std::max(worst_response, worst(ResponseLoss(epsilon), response_moment(epsilon, 0)));
        worst_laplace =
            std::max(worst_laplace, worst(LaplaceLoss(epsilon), laplace_moment(epsilon)));
        worst_range =
            std::max(worst_range, worst(BoundedRangeLoss(epsilon), bounded_range_moment(epsilon)));
    }
    EXPECT_GT(worst_response, 1e-3);
    EXPECT_LE(worst_response, 1);
    EXPECT_GT(worst_laplace, 1e-3);
    EXPECT_LE(worst_laplace, 1);
    EXPECT_GT(worst_range, 1e-3);
    EXPECT_LE(worst_range, 1);
}

// Whatever the parameters, no NaN, and never a claim that the loss does not back.
TEST(ClosedLosses, ExtremeParametersStayNumbers) {
    for (const double epsilon : {0.0, 5e-324, 1e-300, 1e-9, 1.0, 1e3, 1e300}) {
        std::vector<std::shared_ptr<LossTransform>> all{
            std::make_shared<GaussianLoss>(epsilon), std::make_shared<ResponseLoss>(epsilon),
            std::make_shared<LaplaceLoss>(epsilon),
            std::make_shared<FiniteLoss>(
                compose::Atoms{{1 / (1 + exp(-Bracket(epsilon))), epsilon},
                               {1 / (1 + exp(Bracket(epsilon))), -epsilon}})};
        if (epsilon >= BoundedRangeLoss::least) {
            all.push_back(std::make_shared<BoundedRangeLoss>(epsilon));
        }
        for (const auto& loss : all) {
            for (const double c : {-0.999, -0.5, -1e-9, 1e-300, 1e-9, 1.0, 1e6}) {
                const Cumulants rough = loss->cumulants(c);
                EXPECT_FALSE(std::isnan(rough.log_moment) || std::isnan(rough.mean) ||
                             std::isnan(rough.variance))
                    << epsilon << ' ' << c;
                const Bracket k = loss->log_moment(c);
                EXPECT_TRUE(c > 0 || k.lower <= 0) << epsilon << ' ' << c << ' ' << k;
                if (!std::isfinite(k.upper)) continue;
                const auto tilted = loss->tilt(c, {1, 1e-12});
                EXPECT_FALSE(std::isnan(tilted->centre()));
                for (const double step : {0x1p-1000, 0x1p-500, 0x1p-20, 1.0, 0x1p900}) {
                    for (const double count : {1.0, 0x1p53}) {
                        for (const auto& node : testing::nodes_of(*tilted, step, 0, 9, count)) {
                            EXPECT_LE(node.real, 1e-3) << epsilon << ' ' << c << ' ' << step;
                            EXPECT_FALSE(std::isnan(node.imag));
                            EXPECT_GE(node.error, 0) << epsilon << ' ' << c << ' ' << step;
                        }
                    }
                    EXPECT_LE(tilted->log_decay(step), 0);
                }
            }
        }
    }
}

TEST(ClosedLosses, RefuseWhatIsNoLoss) {
    const double inf = std::numeric_limits<double>::infinity();
    EXPECT_THROW(GaussianLoss(Bracket(-1, 1)), DomainError);
    EXPECT_THROW(GaussianLoss(Bracket(1, inf)), DomainError);
    EXPECT_THROW(LaplaceLoss{Bracket(inf)}, DomainError);
    EXPECT_THROW(BoundedRangeLoss{Bracket(0)}, DomainError);
    EXPECT_THROW(ResponseLoss(Bracket(1, inf)), DomainError);
    EXPECT_THROW(ResponseLoss(1, Bracket(0.5, 1.5)), DomainError);
    EXPECT_THROW(FiniteLoss({{-0.5, 1.0}}), DomainError);
}

TEST(ClosedLosses, InfiniteMassIsLeftOutOfTheMoment) {
    EXPECT_EQ(ResponseLoss(1, 0.25).infinite_mass(), Bracket(0.25));
    EXPECT_TRUE(contains(ResponseLoss(1, 0.25).log_moment(0), log(Real(0.75))));
    const double inf = std::numeric_limits<double>::infinity();
    const FiniteLoss loss({{0.25, inf}, {0.5, 1.0}, {0.25, -1.0}});
    EXPECT_EQ(loss.infinite_mass(), Bracket(0.25));
    EXPECT_TRUE(contains(loss.log_moment(0), log(Real(0.75))));
}

}  // namespace closed_losses_test
}  // namespace mizan::inversion
