// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/profile/profile.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "mizan/convert/gdp_to_approximate.hpp"
#include "mizan/inversion/line/contour.hpp"
#include "mizan/inversion/normal_mixture/sampled_gaussian_loss.hpp"
#include "mizan/inversion/transform/response_loss.hpp"

#include "support/oracle.hpp"

namespace mizan::inversion {
namespace profile_test {

// The smallest loss that fulfils the contract: N(μ²/2, μ²), the loss of Gaussian noise. `lie` is
// added to the phase without being declared as an error.
class NormalLoss : public LossTransform {
public:
    explicit NormalLoss(double mu, double lie = 0) : variance_{mu * mu}, lie_{lie} {}

    [[nodiscard]] Bracket infinite_mass() const override { return 0; }
    [[nodiscard]] Bracket log_moment(double c) const override {
        return Bracket(variance_) * c * (Bracket(c) + 1) / 2;
    }
    [[nodiscard]] Cumulants cumulants(double c) const override {
        return {variance_ * c * (c + 1) / 2, variance_ * (c + 0.5), variance_};
    }

    class Tilted : public TiltedLoss {
    public:
        Tilted(const NormalLoss& loss, double c) : loss_{loss}, c_{c} {}
        [[nodiscard]] Bracket log_moment() const override { return loss_.log_moment(c_); }
        [[nodiscard]] double centre() const override { return loss_.variance_ * (c_ + 0.5); }
        void add_log_characteristic(double step, std::size_t first, double count,
                                    LogNodes sum) const override {
            const double rounding =
                (Bracket(loss_.variance_) * (Bracket(c_) + 0.5) - centre()).width() * 2;
            for (std::size_t k = 0; k < sum.size(); ++k) {
                const double omega = step * static_cast<double>(first + k);
                const double exponent = count * loss_.variance_ * omega * omega / 2;
                sum.real[k] -= exponent;
                sum.imag[k] += count * omega * loss_.lie_;
                sum.error[k] += 1e-15 * exponent + count * omega * rounding;
            }
        }
        [[nodiscard]] double log_decay(double omega) const override {
            return -loss_.variance_ * omega * omega / 2 * (1 - 1e-15);
        }

    private:
        const NormalLoss& loss_;
        double c_;
    };

    [[nodiscard]] std::unique_ptr<TiltedLoss> tilt(double c, LineUse) const override {
        return std::make_unique<Tilted>(*this, c);
    }

private:
    double variance_, lie_;
};

Profile normal(double mu, double count = 1, double lie = 0) {
    return Profile({{std::make_shared<NormalLoss>(mu, lie), count}});
}

// δ(ε) of Gaussian noise to 50 digits.
oracle::Real true_delta(double mu, double epsilon, double count = 1) {
    using oracle::Real;
    const Real m = sqrt(Real(count)) * mu;
    const auto upper_tail = [](const Real& x) -> Real { return erfc(Real(x / sqrt(Real(2)))) / 2; };
    return upper_tail(epsilon / m - m / 2) - exp(Real(epsilon)) * upper_tail(epsilon / m + m / 2);
}

double any_log_uniform(double low, double high) {
    const auto steps = *rc::gen::inRange(0, 1'000'001);
    return low * std::pow(high / low, steps * 1e-6);
}

RC_GTEST_PROP(Line, BracketsTheGaussianProfile, ()) {
    const double mu = any_log_uniform(1e-3, 30), epsilon = mu * any_log_uniform(1e-3, 20);
    const oracle::Real truth = true_delta(mu, epsilon);
    RC_PRE(truth > 1e-280);
    const Bracket found = normal(mu).delta(epsilon);
    RC_ASSERT(found.lower <= truth);
    RC_ASSERT(truth <= found.upper);
    RC_ASSERT(found.width() < 1e-9 * found.upper);
}

RC_GTEST_PROP(Line, EveryContourGivesATrueBracket, ()) {
    const double mu = any_log_uniform(0.05, 5), epsilon = mu * any_log_uniform(0.01, 8);
    const oracle::Real truth = true_delta(mu, epsilon);
    const bool left = *rc::gen::arbitrary<bool>();
    const double c = left ? -any_log_uniform(0.02, 0.98) : any_log_uniform(0.02, 30);
    const Contour contour{.c = c,
                          .period = any_log_uniform(0.3, 300),
                          .reference = c * any_log_uniform(1.05, 3),
                          .log_scale = -5,
                          .width = 1 / mu,
                          .epsilon = epsilon};
    const auto line = Line::along({{std::make_shared<NormalLoss>(mu), 1}}, contour, 1e-10, 1 << 16);
    RC_PRE(line.has_value());
    const Bracket found = line->delta(epsilon);
    RC_ASSERT(found.lower <= truth);
    RC_ASSERT(truth <= found.upper);
}

RC_GTEST_PROP(Profile, EpsilonIsWhereDeltaIsReached, ()) {
    const double mu = any_log_uniform(1e-2, 5), count = *rc::gen::inRange(1, 1000);
    const double delta = any_log_uniform(1e-100, 0.9);
    const Bracket found = normal(mu, count).epsilon(Delta{delta});
    if (found.upper == 0) {
        RC_ASSERT(true_delta(mu, 0, count) <= delta);
        return;
    }
    RC_ASSERT(true_delta(mu, found.upper, count) <= delta);
    RC_ASSERT(found.lower == 0 || true_delta(mu, found.lower, count) >= delta);
    RC_ASSERT(found.width() < 1e-9 * found.upper);
}

// `keeps` is right whenever it says yes, and says no only if δ is nearly reached.
RC_GTEST_PROP(Profile, KeepsADeltaOnlyIfItDoes, ()) {
    const double mu = any_log_uniform(1e-2, 5), count = *rc::gen::inRange(1, 1000);
    const double epsilon = std::sqrt(count) * mu * any_log_uniform(1e-2, 10);
    const oracle::Real truth = true_delta(mu, epsilon, count);
    RC_PRE(truth > 1e-280);
    const double delta =
        std::min(1.0, static_cast<double>(truth) *
                          (1 + *rc::gen::element(-1, 1) * any_log_uniform(1e-6, 0.9)));
    const bool keeps = normal(mu, count).keeps(epsilon, Delta{delta});
    RC_ASSERT(!keeps || truth <= delta);
    RC_ASSERT(keeps || truth > 0.95 * delta);
}

TEST(Profile, CannotHideAWrongTransform) {
    // A phase that is wrong by one part in a billion, without a declared error, must be noticed:
    // these brackets are so narrow that they would exclude the truth.
    const double truth = gdp_to_epsilon(GDP{Mu{1.0}}, Delta{1e-5}).middle();
    EXPECT_TRUE(normal(1).epsilon(Delta{1e-5}).contains(truth));
    EXPECT_FALSE(normal(1, 1, 1e-9).epsilon(Delta{1e-5}).contains(truth));
}

TEST(Profile, ServesManyPointsOfACurveFromFewLines) {
    Profile profile = normal(0.5);
    for (int i = 0; i <= 200; ++i) {
        const double epsilon = i * 0.05;
        const Bracket found = profile.delta(epsilon);
        const oracle::Real truth = true_delta(0.5, epsilon);
        EXPECT_LE(found.lower, truth) << epsilon;
        EXPECT_GE(found.upper, truth) << epsilon;
        EXPECT_LT(found.width(), 1e-8 * found.upper) << epsilon;
    }
}

// A question that was answered roughly is answered again with all digits, inside of the first
// bracket.
TEST(Profile, AsksAgainMoreSharplyWhereTheAnswerWasFound) {
    const auto loss = sampled_gaussian_loss(9e-4, 1.26, Direction::remove);
    const Composition parts{{loss, 4}, {std::make_shared<ResponseLoss>(0.035), 12}};
    const Delta delta{4e-12};
    Profile again(parts, {.content = 1e-4, .is_patient = false});
    EXPECT_EQ(again.known_epsilon(delta), Bracket(0, infinity));
    const Bracket rough = again.epsilon(delta);
    EXPECT_EQ(again.known_epsilon(delta), rough);
    EXPECT_EQ(again.known_epsilon(Delta{1e-11}), Bracket(0, infinity));
    EXPECT_TRUE(again.keeps(rough.upper, delta));
    again.aim_at({.content = 1e-7});
    const Bracket sharp = again.epsilon(delta),
                  alone = Profile(parts, {.content = 1e-7}).epsilon(delta);
    EXPECT_GT(rough.width(), 100 * sharp.width());
    EXPECT_EQ(intersect(rough, sharp), sharp);
    EXPECT_LT(std::max(sharp.lower, alone.lower), std::min(sharp.upper, alone.upper));
    EXPECT_LT(sharp.width(), 2 * alone.width());
}

TEST(Profile, NothingComposedCostsNothing) {
    Profile nothing({});
    EXPECT_EQ(nothing.epsilon(Delta{0.0}), Bracket(0));
    EXPECT_EQ(nothing.delta(0.0), Bracket(0));
}

TEST(Profile, SmallDeltasAndLargeOnesAreBracketed) {
    for (const double delta : {0.999, 0.5, 0.25, 0.2, 0.19, 1e-3, 1e-50, 1e-200, 1e-290}) {
        for (const double mu : {1e-3, 0.1, 1.0, 20.0}) {
            const Bracket found = normal(mu).epsilon(Delta{delta});
            EXPECT_LE(true_delta(mu, found.upper), delta) << mu << ' ' << delta;
            if (found.lower > 0) {
                EXPECT_GE(true_delta(mu, found.lower), delta) << mu << ' ' << delta;
            }
            EXPECT_LE(found.width(), 1e-9 * found.upper) << mu << ' ' << delta;
        }
    }
}

TEST(Profile, HundredsOfDifferentSamplesAreWithinTheLimitOfWork) {
    Composition parts;
    for (int i = 1; i <= 150; ++i) {
        const double spread = (i * 40503 % 65536) / 65536.0;
        parts.push_back(
            {sampled_gaussian_loss(0.002 + 0.01 * spread, 0.8 + spread, Direction::remove), 1});
    }
    const Bracket epsilon = Profile(parts).epsilon(Delta{1e-5});
    EXPECT_LT(epsilon.width(), 1e-9 * epsilon.upper);
}

}  // namespace profile_test
}  // namespace mizan::inversion
