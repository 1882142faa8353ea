// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/moment_sum.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "mizan/inversion/characteristic.hpp"
#include "mizan/inversion/elementary.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

namespace {

constexpr double u = unit_roundoff;

// ρ(y) = y² (1/2! + y/3! + … + y^17/19!) for |y| ≤ 1, off by at most 8 u ρ(y). Even and odd powers
// are summed side by side.
double exp_remainder_near_zero(double y) {
    constexpr std::array<double, 18> inverse_factorial = [] {
        std::array<double, 18> table{};
        double factorial = 1;
        for (std::size_t k = 0; k < table.size(); ++k) {
            factorial *= static_cast<double>(k + 2);
            table[k] = 1 / factorial;
        }
        return table;
    }();
    const double square = y * y;
    double even = inverse_factorial[16], odd = inverse_factorial[17];
    for (std::size_t k = 14; k != 0; k -= 2) {
        even = inverse_factorial[k] + square * even;
        odd = inverse_factorial[k + 1] + square * odd;
    }
    return square * (0.5 + (square * even + y * (inverse_factorial[1] + square * odd)));
}

// Absolute error of anything smaller than doubles can tell.
constexpr double underflow = 0x1p-1000;

}  // namespace

MomentSum::Tilted MomentSum::add(const LossPoint& point) {
    const auto& [loss, log_weight, weight, dual_weight, loss_error, weight_error] = point;
    const double y = c_ * loss, size = std::abs(y);
    const double y_error = std::abs(c_) * loss_error + size;
    points_ += 1;

    Tilted tilted{0, weight_error + y_error + 17};
    double excess = 0, error = 0;
    if (shift_ == 0 && size <= 30) {
        const auto [power, growth] = exponential(y);
        const double remainder = size <= 1 ? exp_remainder_near_zero(y) : growth - y;
        tilted.weight = weight * power;
        excess = weight * remainder;
        error = excess * (weight_error + 9) +
                weight * (std::abs(growth) * y_error + (size <= 1 ? 0 : 9 * std::abs(growth)));
    } else {
        const double exponent = y + log_weight - shift_;
        tilted.weight = std::exp(exponent);
        tilted.error += 2 * std::abs(exponent) + std::abs(shift_) + std::abs(log_weight);
        excess = tilted.weight - weight * (1 + y);
        error = tilted.weight * tilted.error + weight * (1 + size) * (weight_error + y_error + 4);
    }
    total_ += tilted.weight;
    total_error_ += tilted.weight * tilted.error;
    largest_error_ = std::max(largest_error_, tilted.error);

    const bool near = std::abs(loss) <= 1;
    const double dual =
        near ? weight * exp_remainder_near_zero(-loss) : dual_weight - weight + weight * loss;
    const double dual_size = near ? dual : dual_weight + weight * (1 + std::abs(loss));
    const double dual_slope = near ? 2 * weight * std::abs(loss) : dual_weight + weight;
    const double term = excess + c_ * dual;
    const double sum = excess_ + term, part = sum - excess_;
    excess_rest_ += (excess_ - (sum - part)) + (term - part);  // what the sum lost to rounding
    excess_ = sum;
    excess_size_ += std::abs(excess) + std::abs(c_ * dual);
    excess_error_ +=
        error + std::abs(c_) * (dual_size * (weight_error + 10) + dual_slope * loss_error);
    return tilted;
}

Bracket MomentSum::log_moment(double omitted, double omitted_share) const {
    if (!(largest_error_ * u < 1e-3)) return Bracket::whole_line();
    // 1.01 pays for what is of second order and for the rounding of the error itself.
    if (shift_ == 0) {
        const double error = 1.01 * (u * (excess_error_ + 4 * excess_size_) + omitted +
                                     points_ * (1 + std::abs(c_)) * underflow);
        const double excess = excess_ + excess_rest_;
        if (!std::isfinite(excess) || !std::isfinite(error)) return Bracket::whole_line();
        return log1p(Bracket(excess) + Bracket(-error, error));
    }
    const double error = 1.01 * (u * (total_error_ / total_ + points_) + omitted_share +
                                 points_ * underflow / total_);
    if (!(error < 0.5) || !(total_ > 0) || !std::isfinite(total_)) return Bracket::whole_line();
    return shift_ + log(Bracket(total_)) + log1p(Bracket(-error, error) / (1 - Bracket(error)));
}

}  // namespace mizan::inversion
