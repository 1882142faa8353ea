// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/composition.hpp"

#include <algorithm>
#include <cmath>

namespace mizan::inversion {

namespace {

// log κ(c), κ(c) = c^c / (1+c)^{1+c}: the largest value of (1 - e^{-v}) e^{-cv}.
Bracket log_kappa(Bracket c) { return c * log(c) - (1 + c) * log1p(c); }

// e^{-x}/(1 - e^{-x}), the sum of e^{-xm} over m ≥ 1.
Bracket geometric(Bracket x) { return 1 / expm1(x); }

}  // namespace

Tilted tilt(const Composition& parts, double c, LineUse use) {
    Tilted tilted;
    tilted.reserve(parts.size());
    for (const Part& part : parts) tilted.push_back(part.loss->tilt(c, use));
    return tilted;
}

Bracket infinite_mass(const Composition& parts) {
    Bracket log_finite = 0;
    for (const Part& part : parts) log_finite += part.count * log1p(-part.loss->infinite_mass());
    return -expm1(log_finite);
}

Bracket log_moment(const Composition& parts, double c) {
    Bracket sum = 0;
    for (const Part& part : parts) sum += part.count * part.loss->log_moment(c);
    return sum;
}

double log_decay(const Composition& parts, const Tilted& tilted, double omega) {
    double sum = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        sum += parts[i].count * tilted[i]->log_decay(omega);
    }
    // Each product and each sum of numbers ≤ 0 may have lost a little to rounding.
    const double rounding = 0x1p-51 * static_cast<double>(parts.size() + 1);
    return std::isnan(sum) ? 0 : sum * (1 - rounding);
}

double with_few_bits(double step) {
    int exponent = 0;
    const double mantissa = std::frexp(step, &exponent);
    return std::ldexp(std::floor(std::ldexp(mantissa, 24)), exponent - 24);
}

double Aliases::bound(double epsilon) const {
    const Bracket period = 2 * constant::pi() / Bracket(step);
    if (c < 0) {
        const Bracket a = -c;
        const Bracket above = exp(epsilon - (1 - a) * period) / (-expm1(-(1 - a) * period));
        return std::max(0.0, (geometric(a * period) + above).upper);
    }
    const Bracket left = (1 - infinite_mass) * geometric(c * period);
    const Bracket beyond = reference;
    const Bracket chernoff = exp(log_kappa(beyond) + reference_log_moment.upper - beyond * epsilon);
    return std::max(0.0, (left + chernoff * geometric((beyond - c) * period)).upper);
}

}  // namespace mizan::inversion
