// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/convert.hpp"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "mizan/convert/gdp_to_renyi.hpp"
#include "mizan/convert/pure_to_renyi.hpp"

#include "support/generators.hpp"
#include "support/pairs.hpp"

namespace mizan {
namespace convert_test {

using oracle::Real;

constexpr std::array notions{Notion::pure, Notion::approximate, Notion::renyi,
                             Notion::zcdp, Notion::cdp,         Notion::gdp};

// One definition of each notion, all true of randomized response with this epsilon.
std::array<Definition, 6> true_of_response(double epsilon) {
    const double mean = epsilon * std::tanh(epsilon / 2) * (1 + 1e-14);
    // Φ(-mu/2) just below the error probability 1 / (1 + e^epsilon).
    const auto mu = static_cast<double>(2 * oracle::normal_quantile(1 / (1 + exp(Real(epsilon)))));
    return {PureDP{Epsilon{epsilon}},
            ApproxDP{Epsilon{epsilon / 2},
                     Delta{static_cast<double>(
                               oracle::randomized_response(epsilon).hockey_stick(epsilon / 2)) *
                           (1 + 1e-14)}},
            RenyiDP{pure_to_renyi({Epsilon{epsilon}})},
            ZCDP{Rho{mean}},
            CDP{Mu{mean}, Tau{epsilon}},
            GDP{Mu{mu * (1 + 1e-13)}}};
}

// Checks a definition against randomized response.
struct HoldsForResponse {
    double epsilon, order;
    oracle::Pair pair = oracle::randomized_response(epsilon);

    bool operator()(const PureDP& d) const { return d.epsilon.value() >= epsilon; }
    bool operator()(const ApproxDP& d) const {
        return pair.hockey_stick(d.epsilon.value()) <= Real(d.delta.value());
    }
    bool operator()(const RenyiDP& d) const {
        return at_order([&](double a) { return d.curve(Order{a}).upper; });
    }
    bool operator()(const ZCDP& d) const {
        return at_order([&](double a) { return d.xi.value() + d.rho.value() * a; });
    }
    bool operator()(const CDP& d) const {
        return pair.renyi(1) <= Real(d.mu.value()) && at_order([&](double a) {
                   return d.mu.value() + (a - 1) * d.tau.value() * d.tau.value() / 2;
               });
    }
    bool operator()(const GDP& d) const {
        return oracle::normal_tail(Real(d.mu.value()) / 2) <= 1 / (1 + exp(Real(epsilon)));
    }

    template <class Bound>
    bool at_order(const Bound& bound) const {
        return pair.renyi(order) <= Real(bound(order)) * (1 + Real(1e-14));
    }
};

RC_GTEST_PROP(Convert, EveryImplicationHoldsForRandomizedResponse, ()) {
    const double epsilon = *support::log_uniform(0.05, 5);
    const Delta delta{*support::log_uniform(1e-6, 0.5)};
    const double order = 1 + *support::log_uniform(1e-3, 1e3);
    const auto from = true_of_response(epsilon)[*rc::gen::inRange<std::size_t>(0, 6)];
    const auto to = notions[*rc::gen::inRange<std::size_t>(0, 6)];
    const auto outcome = convert(from, to, {.delta = delta});
    if (const auto* found = std::get_if<Implication>(&outcome)) {
        RC_ASSERT(notion_of(found->result) == to);
        RC_ASSERT(std::visit(HoldsForResponse{epsilon, order}, found->result));
    } else {
        RC_ASSERT(!std::get<Refused>(outcome).reason().empty());
    }
}

TEST(Convert, TheMatrixHasTheKnownShape) {
    // Rows from, columns to, in the order of Notion: does an implication exist in general?
    const std::array<const char*, 6> expected{
        "yyyyyy",   // pure gives everything
        "nynnnn",   // approximate with delta > 0 gives only itself
        "nyynnn",   // a Renyi curve without a bound at order inf
        "nyyynn",   // zCDP
        "nyyyyn",   // CDP
        "nyyyny"};  // GDP
    std::array<Definition, 6> from = true_of_response(1);
    from[2] = RenyiDP{gdp_to_renyi({Mu{1.0}})};
    for (std::size_t i = 0; i < 6; ++i) {
        std::string row;
        for (const Notion to : notions) {
            const auto outcome = convert(from[i], to, {.delta = Delta{0.1}});
            row += std::holds_alternative<Implication>(outcome) ? 'y' : 'n';
        }
        EXPECT_EQ(row, expected[i]) << "from notion " << i;
    }
}

TEST(Convert, WhateverIsPureGivesAllThatPureGives) {
    const std::array<Definition, 4> pure_ones{ApproxDP{Epsilon{0.5}, Delta{0.0}},
                                              RenyiDP{pure_to_renyi({Epsilon{0.5}})},
                                              ZCDP{Rho{0.0}, 0.5}, PureDP{Epsilon{0.5}}};
    for (const Definition& from : pure_ones) {
        const auto gdp = convert(from, Notion::gdp, {});
        const auto cdp = convert(from, Notion::cdp, {});
        EXPECT_NEAR(std::get<GDP>(std::get<Implication>(gdp).result).mu.value(), 0.6233, 2e-3);
        EXPECT_EQ(std::get<CDP>(std::get<Implication>(cdp).result).tau, Tau{0.5});
    }
    const std::array<Definition, 2> silent{CDP{Mu{1.0}, Tau{0.0}}, GDP{Mu{0.0}}};
    for (const Definition& from : silent) {
        const auto pure = convert(from, Notion::pure, {});
        EXPECT_EQ(std::get<PureDP>(std::get<Implication>(pure).result).epsilon, Epsilon{0.0});
    }
}

TEST(Convert, ShowingTheInputWithProbabilityDeltaHasNoRenyiCurve) {
    // The refusal's counterexample: the mass delta lies where Q has none.
    const auto outcome =
        convert(ApproxDP{Epsilon{1.0}, Delta{1e-9}}, Notion::renyi, {.order = Order{2.0}});
    EXPECT_NE(std::get<Refused>(outcome).reason().find("infinite"), std::string::npos);
}

TEST(Convert, ARenyiOrderMayBeNamed) {
    const auto outcome = convert(PureDP{Epsilon{1.0}}, Notion::renyi, {.order = Order{2.0}});
    const auto& found = std::get<Implication>(outcome);
    EXPECT_EQ(found.order, Order{2.0});
    const RenyiCurve& curve = std::get<RenyiDP>(found.result).curve;
    EXPECT_EQ(curve(Order{2.0}).upper, pure_to_renyi({Epsilon{1.0}}, Order{2.0}).upper);
    EXPECT_EQ(curve(Order{2.1}).upper, infinity);
}

TEST(Convert, NamesItsTheoremsAndItsOrder) {
    const auto outcome = convert(ZCDP{Rho{0.5}}, Notion::approximate, {.delta = Delta{1e-5}});
    const auto& found = std::get<Implication>(outcome);
    EXPECT_EQ(found.theorems, (std::vector<std::string>{"BS16 D1.1", "ALCKS20 T3"}));
    EXPECT_NEAR(found.order->value(), 5.43, 0.01);
}

TEST(Convert, ApproximatePrivacyNeedsOnePoint) {
    EXPECT_THROW((void)convert(PureDP{Epsilon{1.0}}, Notion::approximate, {}), InputError);
    EXPECT_THROW((void)convert(PureDP{Epsilon{1.0}}, Notion::approximate,
                               {.delta = Delta{0.1}, .epsilon = Epsilon{1.0}}),
                 InputError);
    const auto at_epsilon =
        convert(GDP{Mu{1.0}}, Notion::approximate, {.epsilon = Epsilon{4.3772}});
    EXPECT_NEAR(std::get<ApproxDP>(std::get<Implication>(at_epsilon).result).delta.value(), 1e-5,
                1e-9);
}

}  // namespace convert_test
}  // namespace mizan
