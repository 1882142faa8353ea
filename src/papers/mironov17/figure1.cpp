// SPDX-License-Identifier: Apache-2.0
#include "papers/mironov17/figure1.hpp"

#include "mizan/mechanism/gaussian.hpp"
#include "mizan/mechanism/laplace.hpp"
#include "mizan/mechanism/randomized_response.hpp"
#include "mizan/numeric/floating_point_environment.hpp"

namespace mizan::mironov17 {

BudgetCurves figure1() {
    const DefaultArithmetic arithmetic;
    BudgetCurves figure;
    constexpr int steps = 90;
    for (int i = 0; i <= steps; ++i) figure.orders.push_back(Order{1 + i / 10.0});
    figure.orders.push_back(Order{infinity});

    const auto add = [&figure](std::string name, const std::string& letter, double value,
                               const auto& mechanism) {
        BudgetCurve curve{std::move(name), letter + " = " + shortest(value), {}};
        for (const Order order : figure.orders) {
            curve.divergences.push_back(mechanism.renyi(order));
        }
        figure.curves.push_back(std::move(curve));
    };
    for (const double p : {0.55, 0.6, 0.75}) {
        add("randomized response", "p", p, RandomizedResponse{.p = p});
    }
    for (const double t : {0.25, 0.5, 1.0}) {
        add("Laplace", "1/λ", t, Laplace{.noise_multiplier = 1 / t});
    }
    for (const double sigma : {4.0, 3.0, 2.0}) {
        add("Gaussian", "σ", sigma, Gaussian{.noise_multiplier = sigma});
    }
    return figure;
}

}  // namespace mizan::mironov17
