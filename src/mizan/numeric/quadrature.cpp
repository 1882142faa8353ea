// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/quadrature.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

#include "mizan/units/quantity.hpp"

namespace mizan::quadrature {

namespace {

struct Panel {
    double from, to;
    Bracket integral;
    // The worst is the widest bracket; among those of which nothing is known, the longest panel.
    bool operator<(const Panel& other) const {
        return std::tuple(integral.width(), to - from, from) <
               std::tuple(other.integral.width(), other.to - other.from, other.from);
    }
};

Panel panel(const Function& f, double from, double to) {
    const Jet on_all = f(Jet::variable({from, to}));
    const Bracket by_range = on_all.value() * (Bracket(to) - from);
    if (!std::isfinite(on_all[Jet::degree].width())) return {from, to, by_range};
    const double middle = from + (to - from) / 2;
    const Jet at_middle = f(Jet::variable(middle));
    const Bracket left = Bracket(from) - middle, right = Bracket(to) - middle;
    Bracket left_power = 1, right_power = 1, sum = 0;
    for (std::size_t k = 0; k <= Jet::degree; ++k) {
        left_power *= left;
        right_power *= right;
        const Bracket length = (right_power - left_power) / static_cast<double>(k + 1);
        // An even power of x - middle is never negative, so one value of the last coefficient
        // stands for all.
        static_assert(Jet::degree % 2 == 0);
        sum += (k < Jet::degree ? at_middle[k] : on_all[k]) * length;
    }
    return {from, to, intersect(by_range, sum)};
}

Bracket total(const std::vector<Panel>& panels) {
    Bracket sum = 0;
    for (const Panel& p : panels) sum += p.integral;
    return sum;
}

}  // namespace

Bracket integral(const Function& f, std::span<const double> points, Effort effort) {
    std::vector<Panel> open, done;
    for (std::size_t i = 1; i < points.size(); ++i) {
        if (points[i - 1] < points[i]) open.push_back(panel(f, points[i - 1], points[i]));
    }
    std::make_heap(open.begin(), open.end());
    for (int splits = 0; splits < effort.panels && !open.empty(); ++splits) {
        if (splits % 16 == 0) {
            // Enough is known, or what could still be learnt is little beside the rounding.
            const Bracket rough = total(open), settled = total(done), sum = rough + settled;
            const double enough = std::max(effort.relative_width * abs(sum).upper, settled.width());
            if (std::isfinite(enough) && rough.width() <= enough) break;
        }
        std::pop_heap(open.begin(), open.end());
        const Panel worst = open.back();
        open.pop_back();
        const double middle = worst.from + (worst.to - worst.from) / 2;
        if (!(worst.from < middle && middle < worst.to)) {
            done.push_back(worst);
            continue;
        }
        const Panel left = panel(f, worst.from, middle), right = panel(f, middle, worst.to);
        // Once rounding is all that is left, halving does not help any more.
        const double width = left.integral.width() + right.integral.width();
        const bool exhausted = width > 0.75 * worst.integral.width() &&
                               worst.integral.width() <= 1e-6 * abs(worst.integral).upper;
        for (const Panel& half : {left, right}) {
            if (exhausted) {
                done.push_back(half);
            } else {
                open.push_back(half);
                std::push_heap(open.begin(), open.end());
            }
        }
    }
    return total(open) + total(done);
}

Function by_mean_value(Function f) {
    return [f = std::move(f)](const Jet& x) {
        Jet y = f(x);
        const Bracket at = x.value();
        const bool is_interval = !at.is_exact() && std::isfinite(at.width());
        // Only for the variable itself: of anything else y's slope is not the slope in x.
        if (!is_interval || x.slope() != Bracket(1)) return y;
        const double middle = at.middle();
        const Bracket there = f(Jet::variable(middle)).value();
        y[0] = intersect(y[0], there + y.slope() * (at - middle));
        return y;
    };
}

Bracket tail_to_the_right(const Function& exponent, double from) {
    const double slope = exponent(Jet::variable({from, infinity})).slope().upper;
    if (!(slope < 0)) return {0, infinity};
    return {0, (exp(exponent(Jet::variable(from)).value()) / -slope).upper};
}

Bracket tail_to_the_left(const Function& exponent, double from) {
    return tail_to_the_right([&](const Jet& x) { return exponent(-x); }, -from);
}

}  // namespace mizan::quadrature
