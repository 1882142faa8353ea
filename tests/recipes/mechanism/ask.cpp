// SPDX-License-Identifier: Apache-2.0
// Asks about the toy mechanism of CONTRIBUTING.md, as an expression, as JSON and in compositions.
#include <cmath>
#include <iostream>

#include "mizan/account/account.hpp"

#include "io/expression.hpp"
#include "io/expression_print.hpp"
#include "io/json.hpp"

namespace {

int failed = 0;

void check(bool is_true, const char* what) {
    if (!is_true) {
        std::cout << "not true: " << what << '\n';
        ++failed;
    }
}

// δ of one run at this ε, by Simpson's rule for ∫ (p - e^ε q)₊ with p = logistic(1, s),
// q = logistic(0, s).
double integral(double s, double epsilon) {
    const auto density = [s](double y) {
        const double falling = std::exp(-std::abs(y) / s);
        return falling / (s * (1 + falling) * (1 + falling));
    };
    double sum = 0;
    constexpr int steps = 400'000;
    const double from = -60 * s, width = (120 * s + 1) / steps;
    for (int i = 0; i <= steps; ++i) {
        const double y = from + i * width;
        const double value = std::max(0.0, density(y - 1) - std::exp(epsilon) * density(y));
        sum += value * (i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2);
    }
    return sum * width / 3;
}

}  // namespace

int main() {
    using namespace mizan;
    const Program toy = parse_expression("logistic(2)");
    check(toy == Program(Logistic{2.0}), "the expression is the mechanism");
    check(print_expression(toy) == "logistic(2)", "it is printed as it was read");
    check(read_program(R"({"type": "LogisticDpEvent", "noise_multiplier": 2})").program == toy,
          "JSON knows its type");

    const Bracket delta = account(toy, Epsilon{0.25}).delta;
    const double truth = integral(2, 0.25);
    check(truth <= delta.upper * (1 + 1e-6), "no bound lies below what the densities say");
    check(delta.upper <= 1.001 * truth, "one run costs hardly more than its densities say");

    const Bracket of_three = account(group(3, toy), Epsilon{0.25}).delta;
    const double moved_thrice = integral(2.0 / 3, 0.25);
    check(moved_thrice <= of_three.upper * (1 + 1e-6), "a group of three moves the number thrice");
    check(of_three.upper <= 1.001 * moved_thrice, "it costs hardly more than noise of a third");

    const Answer many = account(100 * poisson(0.1, toy), Delta{1e-6});
    const Answer worse = account(100 * poisson(0.1, Laplace{2.0}), Delta{1e-6});
    check(many.epsilon.upper < worse.epsilon.lower, "it costs less than Laplace noise");
    check(many.best == "pld", "a composition is taken by its laws");

    std::cout << (failed == 0 ? "the toy mechanism is part of the language\n" : "") << std::flush;
    return failed == 0 ? 0 : 1;
}
