// SPDX-License-Identifier: Apache-2.0
#include "papers/mironov17/figure2.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "mizan/compose/advanced.hpp"
#include "mizan/compose/loss_law.hpp"
#include "mizan/compose/optimal.hpp"
#include "mizan/compose/probability_increase.hpp"
#include "mizan/divergence/preservation.hpp"
#include "mizan/mechanism/laplace.hpp"
#include "mizan/mechanism/randomized_response.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/floating_point_environment.hpp"
#include "mizan/numeric/minimize.hpp"

namespace mizan::mironov17 {

namespace {

constexpr std::array probabilities{1e-6, 1e-3, 1e-1};

double log10_up(double natural) { return (Bracket(natural) / log(Bracket(10.0))).upper; }

// The curves that need nothing but a pure guarantee and a Renyi curve.
IncreasePoint analyses(Epsilon epsilon, const RenyiCurve& curve, int count, Probability q) {
    return {.count = count,
            .naive = log10_up((Bracket(count) * epsilon.value()).upper),
            .advanced = log10_up(log_increase_advanced(epsilon, count, q)),
            .proposition4 = log10_up(compose::log_increase_mironov(epsilon, count, q).value()),
            .renyi = log10_up(log_increase_renyi(static_cast<double>(count) * curve, q)),
            .exact = 0};
}

// Laplace noise moved by one, its losses rounded to the multiples of `spacing` so that it can only
// become less private: each stretch of losses between two of them is shared among both so that it
// keeps its probability under P and under Q.
compose::Atoms on_lattice(const Laplace& mechanism, double spacing) {
    const Bracket t = mechanism.pure_epsilon();
    std::vector<Bracket> losses{-t};
    const double inside = std::floor(t.lower / spacing);
    for (double i = -inside; i <= inside; ++i) losses.push_back(i * spacing);
    losses.push_back(t);

    compose::Atoms atoms{{exp(-t) / 2, -t}, {0.5, t}};
    for (std::size_t i = 0; i + 1 < losses.size(); ++i) {
        // The loss has density e^((x-t)/2)/4 under P, and e^-x times that under Q. So shares with
        // p_a + p_b = p and p_a e^-a + p_b e^-b = q are p/(1 + e^((b-a)/2)) and
        // p/(1 + e^((a-b)/2)).
        const Bracket a = losses[i], b = losses[i + 1];
        const Bracket p = exp((a - t) / 2) * expm1((b - a) / 2) / 2;
        const Bracket at_a = p / (1 + exp((b - a) / 2)), at_b = p / (1 + exp((a - b) / 2));
        atoms.push_back({at_a, a});
        atoms.push_back({at_b, b});
    }
    return atoms;
}

std::vector<IncreasePanel> randomized_response_panels(double p, int most) {
    const RandomizedResponse mechanism{.p = p};
    const Epsilon epsilon{mechanism.pure_epsilon().upper};
    const RenyiCurve curve{[=](Order order) { return mechanism.renyi(order); }};
    std::vector<IncreasePanel> panels;
    for (const double q : probabilities) {
        IncreasePanel panel{"randomized response", "p = " + shortest(p), q, {}};
        for (int n = 1; n <= most; ++n) {
            panel.points.push_back(analyses(epsilon, curve, n, q));
            const auto delta = [&](Epsilon e) {
                return compose::optimal_delta(compose::pure(epsilon, n), e).upper;
            };
            panel.points.back().exact =
                log10_up(log_increase_profile(delta, epsilon.value(), n * epsilon.value(), q));
        }
        panels.push_back(std::move(panel));
    }
    return panels;
}

std::vector<IncreasePanel> laplace_panels(double scale, int most) {
    const Laplace mechanism{.noise_multiplier = scale};
    const Epsilon epsilon{mechanism.pure_epsilon().upper};
    const RenyiCurve curve{[=](Order order) { return mechanism.renyi(order); }};
    std::vector<IncreasePanel> panels;
    for (const double q : probabilities) {
        panels.push_back({"Laplace", "λ = " + shortest(scale), q, {}});
    }
    constexpr double spacing = 0x1p-10;  // 51 cells between 0 and ε
    constexpr double negligible = 1e-17;
    const compose::Atoms losses = on_lattice(mechanism, spacing);
    compose::LossLaw law(compose::Side::pessimistic,
                         {.spacing = spacing, .reach = 100.0, .negligible = negligible});
    for (int n = 1; n <= most; ++n) {
        law.compose(losses);
        for (IncreasePanel& panel : panels) {
            const Probability q = panel.probability;
            IncreasePoint point = analyses(epsilon, curve, n, q);
            const auto delta = [&](Epsilon e) { return law.delta(e); };
            const double top = n * (epsilon.value() + spacing);
            // The lattice has no point at ε itself, which rounds the highest losses up.
            point.exact =
                std::min(point.naive, log10_up(log_increase_profile(delta, spacing, top, q)));
            panel.points.push_back(point);
        }
    }
    return panels;
}

}  // namespace

double log_increase_advanced(Epsilon epsilon, double count, Probability q) {
    const compose::Steps steps{compose::pure(epsilon, count)};
    const auto bound = [&](double log_delta) {
        const Delta delta{plain::exp(log_delta)};
        const double advanced = compose::advanced_lecture_notes(steps, delta).epsilon.value();
        return log_add_exp(advanced, log(Bracket(delta.value())) - log(Bracket(q.value()))).upper;
    };
    // There can be a second valley at delta = 1, so look around before going down.
    constexpr double lowest = -700, stride = 10;
    double best = 0, least = bound(0);
    for (double u = -stride; u >= lowest; u -= stride) {
        const double here = bound(u);
        if (here < least) std::tie(best, least) = std::pair(u, here);
    }
    const double found = minimize::on_interval(bound, std::max(best - stride, lowest),
                                               std::min(best + stride, 0.0), 1e-9);
    return std::min(bound(found), least);
}

double log_increase_renyi(const RenyiCurve& composed, Probability q) {
    const auto bound = [&](double order) {
        const Epsilon divergence{composed(Order{order}).upper};
        return log(Bracket(preserved_by_hoelder(Order{order}, divergence, q).upper) / q.value())
            .upper;
    };
    return bound(minimize::over_orders(bound, composed.knots()));
}

double log_increase_profile(const std::function<double(Epsilon)>& delta, double step, double most,
                            Probability q) {
    const auto bound = [&](double k) {
        const Epsilon epsilon{k * step};
        return log_add_exp(epsilon.value(), log(Bracket(delta(epsilon))) - log(Bracket(q.value())))
            .upper;
    };
    // e^ε + δ/q is convex in e^ε: it has one valley.
    double low = 0, high = std::ceil(most / step);
    while (low < high) {
        const double middle = std::floor((low + high) / 2);
        if (bound(middle) <= bound(middle + 1)) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return bound(low);
}

std::vector<IncreasePanel> figure2(int most) {
    const DefaultArithmetic arithmetic;
    std::vector<IncreasePanel> panels = randomized_response_panels(0.51, most);
    std::ranges::move(laplace_panels(20, most), std::back_inserter(panels));
    return panels;
}

}  // namespace mizan::mironov17
