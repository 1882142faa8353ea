// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/transform/moment_sum.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "mizan/inversion/transform/characteristic.hpp"
#include "mizan/numeric/elementary.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

Cumulants cumulants_of(std::span<const double> losses, std::vector<double> log_weights) {
    double peak = -infinity;
    for (const double log_weight : log_weights) peak = std::max(peak, log_weight);
    double total = 0, mean = 0, variance = 0;
    for (double& log_weight : log_weights) log_weight -= peak;
    exponentials(log_weights);
    const std::vector<double>& weights = log_weights;  // no longer their logarithms
    for (std::size_t j = 0; j < losses.size(); ++j) {
        total += weights[j];
        mean += weights[j] * losses[j];
    }
    mean /= total;
    for (std::size_t j = 0; j < losses.size(); ++j) {
        variance += weights[j] * (losses[j] - mean) * (losses[j] - mean);
    }
    return {peak + plain::log(total), mean, variance / total};
}

namespace {

constexpr double u = unit_roundoff;

// ρ(y) = y² (1/2! + y/3! + … + y^17/19!) for |y| ≤ 1, off by at most 8 u ρ(y). Even and odd powers
// are summed side by side.
inline double exp_remainder_near_zero(double y) {
    constexpr std::array<double, 18> f = [] {
        std::array<double, 18> table{};
        double factorial = 1;
        for (std::size_t k = 0; k < table.size(); ++k) {
            factorial *= static_cast<double>(k + 2);
            table[k] = 1 / factorial;
        }
        return table;
    }();
    const double v = y * y;
    const double even =
        f[2] +
        v * (f[4] + v * (f[6] + v * (f[8] + v * (f[10] + v * (f[12] + v * (f[14] + v * f[16]))))));
    const double odd =
        f[3] +
        v * (f[5] + v * (f[7] + v * (f[9] + v * (f[11] + v * (f[13] + v * (f[15] + v * f[17]))))));
    return v * (0.5 + (v * even + y * (f[1] + v * odd)));
}

// Absolute error of anything smaller than doubles can tell.
constexpr double underflow = 0x1p-1000;

// Up to here e^y and e^y - 1 - y are computed one by one.
constexpr double largest_exponent = 30;

// c ρ(-Λ) v, without the c.
struct Dual {
    double value, size, slope;
};

inline Dual dual_of(double loss, double weight, double dual_weight) {
    const bool near = std::abs(loss) <= 1;
    const double series = weight * exp_remainder_near_zero(-loss);
    const double whole = dual_weight - weight + weight * loss;
    return {near ? series : whole, near ? series : dual_weight + weight * (1 + std::abs(loss)),
            near ? 2 * weight * std::abs(loss) : dual_weight + weight};
}

// Without calls and branches, if |cΛ| is at most largest_exponent and nothing is taken off.
inline MomentSum::Terms terms_of(double c, double loss, double weight, double dual_weight,
                                 double loss_error, double weight_error) {
    const double y = c * loss, size = std::abs(y), y_error = std::abs(c) * loss_error + size;
    const auto [power, growth] = exponential(y);
    const bool near = size <= 1;
    const double series = exp_remainder_near_zero(y);
    const double excess = weight * (near ? series : growth - y);
    const double excess_error =
        excess * (weight_error + 9) + weight * (std::abs(growth) * (near ? y_error : y_error + 9));
    const Dual dual = dual_of(loss, weight, dual_weight);
    return {
        weight * power, weight_error + y_error + 17, excess + c * dual.value,
        std::abs(excess) + std::abs(c * dual.value),
        excess_error + std::abs(c) * (dual.size * (weight_error + 10) + dual.slope * loss_error)};
}

// Points are worked on a few at a time.
constexpr std::size_t at_once = 64;
using Column = std::array<double, at_once>;

MIZAN_WIDE void fill_terms(double c, const LossColumns& points, double* __restrict tilted,
                           double* __restrict tilted_error, double* __restrict excess,
                           double* __restrict size, double* __restrict error) {
    for (std::size_t j = 0; j < points.size; ++j) {
        const MomentSum::Terms terms =
            terms_of(c, points.loss[j], points.weight[j], points.dual_weight[j],
                     points.loss_error[j], points.weight_error[j]);
        tilted[j] = terms.tilted;
        tilted_error[j] = terms.tilted_error;
        excess[j] = terms.excess;
        size[j] = terms.size;
        error[j] = terms.error;
    }
}

}  // namespace

void MomentSum::add(const Terms& terms) {
    points_ += 1;
    total_ += terms.tilted;
    total_error_ += terms.tilted * terms.tilted_error;
    largest_error_ = std::max(largest_error_, terms.tilted_error);
    const double sum = excess_ + terms.excess, part = sum - excess_;
    excess_rest_ += (excess_ - (sum - part)) + (terms.excess - part);  // lost to rounding
    excess_ = sum;
    excess_size_ += terms.size;
    excess_error_ += terms.error;
}

MomentSum::Tilted MomentSum::add(const LossPoint& point) {
    const auto& [loss, log_weight, weight, dual_weight, loss_error, weight_error] = point;
    const double y = c_ * loss, size = std::abs(y);
    Terms terms{};
    if (shift_ == 0 && size <= largest_exponent) {
        terms = terms_of(c_, loss, weight, dual_weight, loss_error, weight_error);
    } else {
        const double y_error = std::abs(c_) * loss_error + size, exponent = y + log_weight - shift_;
        const double tilted = plain::exp(exponent);
        const double tilted_error = weight_error + y_error + 17 + 2 * std::abs(exponent) +
                                    std::abs(shift_) + std::abs(log_weight);
        const double excess = tilted - weight * (1 + y);
        const Dual dual = dual_of(loss, weight, dual_weight);
        terms = {tilted, tilted_error, excess + c_ * dual.value,
                 std::abs(excess) + std::abs(c_ * dual.value),
                 tilted * tilted_error + weight * (1 + size) * (weight_error + y_error + 4) +
                     std::abs(c_) * (dual.size * (weight_error + 10) + dual.slope * loss_error)};
    }
    add(terms);
    return {terms.tilted, terms.tilted_error};
}

bool MomentSum::add(const LossColumns& points, double* tilted) {
    // Far from where weights underflow, exponents may be larger.
    constexpr double largest = 650, least_weight = 1e-280;
    double farthest = 0, least = 1;
    for (std::size_t j = 0; j < points.size; ++j) {
        farthest = std::max(farthest, std::abs(points.loss[j]));
        least = std::min({least, points.weight[j], points.dual_weight[j]});
    }
    if (shift_ != 0 || !(std::abs(c_) * farthest <= largest && least > least_weight)) return false;
    Column tilted_error, excess, size, error;
    for (std::size_t begin = 0; begin < points.size; begin += at_once) {
        const std::size_t now = std::min(at_once, points.size - begin);
        fill_terms(c_,
                   {points.loss + begin, points.weight + begin, points.dual_weight + begin,
                    points.loss_error + begin, points.weight_error + begin, now},
                   tilted + begin, tilted_error.data(), excess.data(), size.data(), error.data());
        for (std::size_t j = 0; j < now; ++j) {
            add(Terms{tilted[begin + j], tilted_error[j], excess[j], size[j], error[j]});
        }
    }
    return true;
}

Bracket MomentSum::log_moment(double omitted, double omitted_share) const {
    if (!(largest_error_ * u < 1e-3)) return Bracket::whole_line();
    // The factor 1.01 covers terms of second order and the rounding of the error itself.
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
