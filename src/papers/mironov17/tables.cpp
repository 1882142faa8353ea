// SPDX-License-Identifier: Apache-2.0
#include "papers/mironov17/tables.hpp"

#include "mizan/numeric/floating_point_environment.hpp"

namespace mizan::mironov17 {

Table table1() {
    const DefaultArithmetic arithmetic;
    return {.caption = "Properties of pure and Rényi differential privacy",
            .header = {"property", "differential privacy", "Rényi differential privacy", "needs"},
            .rows = {
                {"change in outcome probabilities", "e^(-ε) Q(S) ≤ P(S) ≤ e^ε Q(S)",
                 "e^(-ε) Q(S)^(α/(α-1)) ≤ P(S) ≤ (e^ε Q(S))^((α-1)/α)", "α > 1"},
                {"Bayes factor", "R_post / R_prior ≤ e^ε, always",
                 "E[(R_post / R_prior)^α] ≤ e^((α-1) ε) for X ~ f(D)", "α > 1"},
                {"mean change of the log-Bayes factor", "≤ ε", "≤ ε for X ~ f(D')", "α ≥ 1"},
                {"post-processing", "g(f) is ε-DP", "g(f) is (α, ε)-RDP",
                 "g does not look at the data again"},
                {"composition of two", "2ε", "(α, 2ε)",
                 "the second promise holds whatever the first answered"},
                {"group privacy, 2^c steps", "2^c ε", "(α / 2^c, 3^c ε)", "α ≥ 2^(c+1)"},
            }};
}

Table table2() {
    const DefaultArithmetic arithmetic;
    return {.caption = "Pure and Rényi differential privacy of the basic mechanisms",
            .header = {"mechanism", "differential privacy", "Rényi, α > 1", "Rényi, α = 1"},
            .rows = {
                {"randomized response", "|log(p / (1-p))|",
                 "1/(α-1) log(p^α (1-p)^(1-α) + (1-p)^α p^(1-α))", "(2p-1) log(p / (1-p))"},
                {"Laplace", "1/λ", "1/(α-1) log(α/(2α-1) e^((α-1)/λ) + (α-1)/(2α-1) e^(-α/λ))",
                 "1/λ + e^(-1/λ) - 1"},
                {"Gaussian", "∞", "α / (2σ²)", "1 / (2σ²)"},
            }};
}

}  // namespace mizan::mironov17
