// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/transform/density_ratio.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/numeric/elementary.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

namespace {

constexpr double largest_exponent = 650;

// density_ratio without calls and branches, for |z| ≤ largest_exponent.
MIZAN_WIDE void fill_ratios(double q, const double* z, double relative_error, std::size_t size,
                            double* w, double* log_w, double* r, double* log_error) {
    for (std::size_t j = 0; j < size; ++j) {
        const ExponentialValue e = exponential(z[j]);
        const double grown = q * e.value, up = q * e.minus_one;
        const bool near = up >= -0.5;
        w[j] = near ? 1 + up : (1 - q) + grown;
        log_w[j] = logarithm(w[j], up);
        r[j] = grown / w[j];
        const double z_error = relative_error * std::abs(z[j]);
        log_error[j] = 8.1 * std::abs(log_w[j]) + r[j] * z_error +
                       (near ? 10.2 * std::abs(up) / w[j] : 3 + 10.2 * r[j]);
    }
}

}  // namespace

DensityRatios::DensityRatios(double q, std::span<const double> z, double relative_error)
    : w(z.size()), log_w(z.size()), r(z.size()), log_error(z.size()) {
    if (std::all_of(z.begin(), z.end(),
                    [](double each) { return std::abs(each) <= largest_exponent; })) {
        fill_ratios(q, z.data(), relative_error, z.size(), w.data(), log_w.data(), r.data(),
                    log_error.data());
        return;
    }
    for (std::size_t j = 0; j < z.size(); ++j) {
        const DensityRatio one = density_ratio(q, z[j], relative_error * std::abs(z[j]));
        w[j] = one.w;
        log_w[j] = one.log_w;
        r[j] = one.r;
        log_error[j] = one.log_error;
    }
}

DensityRatio density_ratio(double q, double z, double z_error) {
    if (z > largest_exponent) {
        const double rest = (1 - q) / q * plain::exp(-z), log_q = plain::log(q);
        const double log_w = z + log_q + plain::log1p(rest);
        return {infinity, log_w, 1 / (1 + rest), 9 * (std::abs(log_w) + z - log_q) + z_error + 20};
    }
    // Whichever of e^z and e^z - 1 is the smaller one is computed first.
    const bool falls = z < -0.7;
    const double f = falls ? plain::exp(z) : plain::expm1(z);
    const double grown = q * (falls ? f : 1 + f), up = q * (falls ? f - 1 : f);
    if (up >= -0.5) {
        const double w = 1 + up, log_w = plain::log1p(up), r = grown / w;
        return {w, log_w, r, 8.1 * std::abs(log_w) + 10.2 * std::abs(up) / w + r * z_error};
    }
    const double w = (1 - q) + grown, log_w = plain::log(w), r = grown / w;
    return {w, log_w, r, 8.1 * std::abs(log_w) + 3 + r * (10.2 + z_error)};
}

}  // namespace mizan::inversion
