// SPDX-License-Identifier: Apache-2.0
#include "mizan/compose/renyi.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan::compose {
namespace renyi_test {

using oracle::Real;

// Randomized response that tells the truth with probability p.
RenyiDP response(double p) {
    return {RenyiCurve([p](Order order) -> Bracket {
        const Bracket a = order.value(), log_p = log(Bracket(p)), log_q = log(1 - Bracket(p));
        return log_add_exp(a * log_p + (1 - a) * log_q, a * log_q + (1 - a) * log_p) / (a - 1);
    })};
}

// First one response; the second is chosen after the first answer, and never tells the truth more
// often than promised.
RC_GTEST_PROP(RenyiComposition, CoversEveryAdaptiveTree, ()) {
    const double p1 = *support::uniform(0.5, 0.99), p2 = *support::uniform(0.5, 0.99);
    const double after_yes = 0.5 + (p2 - 0.5) * *support::uniform(0, 1);
    const double after_no = 0.5 + (p2 - 0.5) * *support::uniform(0, 1);
    const double alpha = 1 + *support::log_uniform(1e-3, 30);
    const auto moment = [&](const Real& p) {
        return pow(p, alpha) * pow(1 - p, 1 - alpha) + pow(1 - p, alpha) * pow(p, 1 - alpha);
    };
    const Real yes = pow(Real(p1), alpha) * pow(1 - Real(p1), 1 - alpha);
    const Real no = pow(1 - Real(p1), alpha) * pow(Real(p1), 1 - alpha);
    const Real exact = log(yes * moment(after_yes) + no * moment(after_no)) / (alpha - 1);
    const double bound = renyi({{response(p1), 1}, {response(p2), 1}}).curve(Order{alpha}).upper;
    RC_ASSERT(exact <= Real(bound) + Real(1e-40));
}

TEST(RenyiComposition, RepeatsAndAddsOrderByOrder) {
    const RenyiDP line{RenyiCurve([](Order order) { return Bracket(order.value()) / 2; })};
    const RenyiDP whole = renyi({{line, 3}, {line, 1}});
    EXPECT_EQ(whole.curve(Order{4.0}), Bracket(8));
    EXPECT_EQ(renyi({}).curve(Order{infinity}), Bracket(0));
    EXPECT_EQ(renyi({{line, 0}}).curve(Order{infinity}), Bracket(0));
}

}  // namespace renyi_test
}  // namespace mizan::compose
