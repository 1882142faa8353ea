// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/normal_mixture/normal_mixture.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mizan/inversion/transform/characteristic.hpp"
#include "mizan/inversion/transform/density_ratio.hpp"
#include "mizan/numeric/angle.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/numeric/work.hpp"

namespace mizan::inversion {

namespace {

constexpr double u = unit_roundoff, least_probability = 1e-280, largest_exponent = 650;

// Of the z of a sample, relative to itself, in units u.
constexpr double sample_z_error = 3.1;

}  // namespace

NormalMixture::NormalMixture(const std::vector<ShiftedNormal>& parts, double unit) {
    for (const auto& [shift, probability] : parts) {
        if (probability.upper == 0) continue;
        if (shift == 0) {
            stays_ += probability;
            continue;
        }
        moves_ += probability;
        const double t = shift / unit, p = probability.middle();
        farthest_ = std::max(farthest_, t);
        is_moderate_ = is_moderate_ && probability.lower >= least_probability;
        parts_.push_back({t, p, plain::log(p)});
        if (!probability.is_exact()) {
            doubt_ = std::max(doubt_, probability.width() / (probability.lower * u) + 1);
        }
    }
    is_sample_ = parts_.size() == 1 && parts_.front().shift == 1 && doubt_ == 0 && unit == 1;
}

double NormalMixture::exponent_error(const Part& part, double z, double variance) const {
    return 8 * std::abs(z) + part.shift * part.shift / variance;
}

MixtureRatio NormalMixture::ratio(double x, double variance) const {
    if (parts_.empty()) return {1, 0, 0, 0, 0};
    if (is_sample_) {
        const double z = (x - 0.5) / variance;
        const auto one = density_ratio(parts_.front().probability, z, sample_z_error * std::abs(z));
        return {one.w, one.log_w, one.r, one.r, one.log_error};
    }
    const auto terms = static_cast<double>(parts_.size());
    double up = 0, grown = 0, mean = 0, up_error = 0, grown_error = 0;
    for (const Part& part : parts_) {
        const double z = exponent(part, x, variance);
        if (z > largest_exponent) return far_ratio(x, variance);
        // Whichever of e^z and e^z - 1 is the smaller one is computed first.
        const bool falls = z < -0.7;
        const double f = falls ? plain::exp(z) : plain::expm1(z);
        const double more = part.probability * (falls ? f : 1 + f);
        const double change = part.probability * (falls ? f - 1 : f);
        const double z_error = 1.01 * more * exponent_error(part, z, variance);
        up += change;
        grown += more;
        mean += part.shift * more;
        up_error += (10.1 + doubt_ + terms) * std::abs(change) + z_error;
        grown_error += (10.1 + doubt_ + terms) * more + z_error;
    }
    if (up >= -0.5) {
        const double w = 1 + up, log_w = plain::log1p(up);
        return {w, log_w, grown / w, mean / w, 8.1 * std::abs(log_w) + 1.01 * up_error / w};
    }
    const double w = stays_.middle() + grown, log_w = plain::log(w);
    const double rest_error = 3 + stays_.width() / (w * u);
    return {w, log_w, grown / w, mean / w,
            8.1 * std::abs(log_w) + rest_error + 1.01 * grown_error / w};
}

MixtureRatios NormalMixture::ratios(std::span<const double> x, double variance) const {
    constexpr double products = 8;  // of an exponential with its error
    Work::spend(products * static_cast<double>(x.size() * (parts_.size() + 1)));
    if (is_sample_) {
        std::vector<double> z(x.size());
        for (std::size_t j = 0; j < x.size(); ++j) z[j] = (x[j] - 0.5) / variance;
        DensityRatios all(parts_.front().probability, z, sample_z_error);
        return {std::move(all.w), std::move(all.log_w), all.r, std::move(all.r),
                std::move(all.log_error)};
    }
    MixtureRatios all;
    for (auto* column : {&all.w, &all.log_w, &all.moved, &all.r, &all.log_error}) {
        column->reserve(x.size());
    }
    for (const double each : x) {
        const MixtureRatio one = ratio(each, variance);
        all.w.push_back(one.w);
        all.log_w.push_back(one.log_w);
        all.moved.push_back(one.moved);
        all.r.push_back(one.r);
        all.log_error.push_back(one.log_error);
    }
    return all;
}

// By the logarithms of the terms.
MixtureRatio NormalMixture::far_ratio(double x, double variance) const {
    double largest = stays_.upper > 0 ? plain::log(stays_.middle()) : -HUGE_VAL;
    for (const Part& part : parts_) {
        largest = std::max(largest, part.log_probability + exponent(part, x, variance));
    }
    double sum = plain::exp(plain::log(stays_.middle()) - largest), moved = 0, mean = 0, error = 0;
    for (const Part& part : parts_) {
        const double z = exponent(part, x, variance), term = part.log_probability + z - largest;
        const double share = plain::exp(term);
        sum += share;
        moved += share;
        mean += part.shift * share;
        error += share *
                 (exponent_error(part, z, variance) + doubt_ + 4 * std::abs(part.log_probability) +
                  2 * std::abs(z) + 2 * std::abs(term) + 2 * std::abs(largest) + 20);
    }
    const double log_w = largest + plain::log(sum);
    return {HUGE_VAL, log_w, moved / sum, mean / sum,
            1.01 * error / sum + 8.1 * std::abs(log_w) + 8.1 * std::abs(largest) + 40 +
                static_cast<double>(parts_.size())};
}

PathAngle::PathAngle(double theta) : sine{plain::sin(theta)} {
    const double half_sine = plain::sin(theta / 2);
    versine = 2 * half_sine * half_sine;
}

// docs/proofs/floating-point.md, "High frequencies"
Bend bend_of_sample(double q, double z, double r, const PathAngle& theta) {
    const double turn = r * theta.versine;
    const double shrink = plain::log1p(-2 * turn * (1 - r)) / 2;
    const double argument = plain::atan2(r * theta.sine, 1 - turn);
    const double size = std::min(std::abs(z), 750.0);  // beyond, r is 0 or 1
    const double r_error = 14 + 3.1 * size + (r + q) * (22 + 3.1 * size);
    return {
        shrink, argument,
        std::abs(shrink) * (2 * r_error + 64) + argument * (r_error * (1 + 4 * r) + 28 + 48 * r)};
}

Bend NormalMixture::bend(double x, double variance, const MixtureRatio& ratio, double theta) const {
    if (is_sample_) {
        return bend_of_sample(parts_.front().probability, (x - 0.5) / variance, ratio.r,
                              PathAngle(theta));
    }
    const auto terms = static_cast<double>(parts_.size());
    double real = 0, imag = 0, error = 0;  // of w_θ/w - 1
    for (const Part& part : parts_) {
        const double z = exponent(part, x, variance), angle = part.shift * theta;
        const double power = part.log_probability + z - ratio.log_w;
        const double share = plain::exp(power), half_sine = plain::sin(angle / 2);
        real -= share * 2 * half_sine * half_sine;
        imag += share * plain::sin(angle);
        error += share * angle *
                 (exponent_error(part, z, variance) + doubt_ + 4 * std::abs(part.log_probability) +
                  2 * std::abs(z) + ratio.log_error + 2 * std::abs(ratio.log_w) +
                  2 * std::abs(power) + terms + 50);
    }
    const double shrink = plain::log1p(2 * real + (real * real + imag * imag)) / 2;
    const double argument = plain::atan2(imag, 1 + real);
    return {shrink, argument, 1.5 * error + 8 * (std::abs(shrink) + argument)};
}

}  // namespace mizan::inversion
