// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include "mizan/convert/gdp_to_approximate.hpp"
#include "mizan/convert/renyi_to_approximate.hpp"
#include "mizan/convert/zcdp_to_approximate.hpp"
#include "mizan/convert/zcdp_to_renyi.hpp"

#include "support/generators.hpp"
#include "support/pairs.hpp"

namespace mizan {
namespace zcdp_test {

TEST(ZcdpToRenyi, IsTheLine) {
    const RenyiCurve line = zcdp_to_renyi({Rho{0.5}, 0.25});
    EXPECT_EQ(line(Order{3.0}).upper, 1.75);
    EXPECT_EQ(line(Order{1.0}).upper, 0.75);
    EXPECT_EQ(line(Order{infinity}).upper, infinity);
    EXPECT_EQ(zcdp_to_renyi({Rho{0.0}, 0.25})(Order{infinity}).upper, 0.25);
}

RC_GTEST_PROP(ZcdpToApproximate, TheBestOrderBeatsTheClosedForm, ()) {
    const ZCDP zcdp{Rho{*support::log_uniform(1e-8, 1e3)}, *support::uniform(0, 2)};
    const Delta delta{*support::log_uniform(1e-15, 0.9)};
    RC_ASSERT(renyi_to_epsilon(zcdp_to_renyi(zcdp), delta).epsilon <= zcdp_to_epsilon(zcdp, delta));
}

RC_GTEST_PROP(ZcdpToApproximate, HoldsForTheGaussianMechanism, ()) {
    const double mu = *support::log_uniform(1e-2, 20), part = *support::uniform(0, 2);
    const Epsilon epsilon{mu * mu * part};
    const RenyiCurve line = zcdp_to_renyi({Rho{mu * mu / 2 * (1 + 1e-15)}});
    const DeltaAtOrder claimed = renyi_to_delta(line, epsilon);
    RC_ASSERT(oracle::gaussian_hockey_stick(mu, epsilon.value()) <=
              oracle::Real(claimed.delta.value()));
}

// Randomized response before Gaussian noise: D_α ≤ ξ + ρα with ξ the ε of the first, ρ = μ²/2.
RC_GTEST_PROP(ZcdpToApproximate, TheClosedFormHoldsForNoiseBehindRandomizedResponse, ()) {
    const double mu = *support::log_uniform(1e-2, 20), xi = *support::log_uniform(1e-3, 3);
    const Delta delta{*support::log_uniform(1e-12, 0.5)};
    const double epsilon = zcdp_to_epsilon({Rho{mu * mu / 2 * (1 + 1e-15)}, xi}, delta).value();
    const auto noise = [&](double at) {  // δ(-ε) = 1 - e^(-ε) + e^(-ε) δ(ε)
        const Bracket known = gdp_to_delta({Mu{mu}}, Epsilon{std::abs(at)});
        return at < 0 ? -expm1(Bracket(at)) + exp(Bracket(at)) * known : known;
    };
    const Bracket truth = 1 / (1 + exp(-Bracket(xi)));
    const Bracket reached = truth * noise(epsilon - xi) + (1 - truth) * noise(epsilon + xi);
    RC_ASSERT(reached.lower <= delta.value());
    RC_ASSERT(reached.width() <= 1e-9 * reached.upper + 1e-300);
}

TEST(ZcdpToApproximate, WithoutRhoItIsPure) {
    const auto by_order = [](const ZCDP& zcdp, double delta) {
        return renyi_to_epsilon(zcdp_to_renyi(zcdp), Delta{delta}).epsilon;
    };
    EXPECT_EQ(by_order({Rho{0.0}, 0.3}, 0.0), Epsilon{0.3});
    EXPECT_EQ(zcdp_to_epsilon({Rho{0.0}, 0.3}, Delta{0.0}), Epsilon{0.3});
    EXPECT_EQ(by_order({Rho{1.0}}, 0.0), Epsilon{infinity});
    EXPECT_EQ(zcdp_to_epsilon({Rho{1.0}}, Delta{0.0}), Epsilon{infinity});
    EXPECT_EQ(by_order({Rho{infinity}}, 0.5), Epsilon{infinity});
}

}  // namespace zcdp_test
}  // namespace mizan
