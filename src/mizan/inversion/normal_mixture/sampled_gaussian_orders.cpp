// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/normal_mixture/sampled_gaussian_orders.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/inversion/normal_mixture/sampled_gaussian_moments.hpp"
#include "mizan/inversion/transform/characteristic.hpp"
#include "mizan/numeric/double_double.hpp"
#include "mizan/numeric/elementary.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"

namespace mizan::inversion {

namespace {

constexpr double u = unit_roundoff;
constexpr double most_points = 2048;
constexpr double negligible = all_digits + 1;  // minus the logarithm of a share
constexpr double underflow = 0x1p-960;

constexpr DoubleDouble root_2_pi{0x1.40d931ff62706p+1, -0x1.a6a0d6f814637p-53};

// No square under- or overflows, no weight in the middle is too small to count, 1 - q has digits,
// and orders that fit into a table, which are below 690σ², are so small that 1 is exactly
// subtracted and every point, at most 2^29 steps from 0, is exact.
bool has_table(double q, double sigma) {
    return 0x1p-300 < q && q < 1 - 0x1p-30 && 0x1p-5 < sigma && sigma < 0x1p12;
}

Bracket around(double middle, double error) {
    return std::isfinite(middle) && std::isfinite(error)
               ? Bracket(std::max(0.0, middle - error), middle + error)
               : Bracket::whole_line();
}

}  // namespace

SampledGaussianOrders::SampledGaussianOrders(double q, double sigma, std::span<const double> orders)
    : q_{q}, sigma_{sigma}, log_q_{plain::log(q)} {
    if (!has_table(q, sigma) || orders.empty()) return;
    const double variance = sigma * sigma;
    square_ = q * q * (3 + plain::exp(1 / variance));
    // What the rule leaves out is a share of this at order 1, where the divergence is about `mean`.
    const double mean = q * plain::log1p(q * plain::expm1(1 / (2 * variance)));
    const double digits = all_digits + std::min(40.0, plain::log(square_ / (2 * mean)));
    grid_ = SampledGaussianGrid::build({q, sigma, Direction::remove, 0}, digits, no_strip);
    omitted_ = aliasing(sigma, grid_.step, 0, 1, widest_strip) + grid_.outside;
    norm_ = (DoubleDouble(grid_.step) / (sigma * root_2_pi)).high;
    orders_.reserve(orders.size());
    for (const double alpha : orders) orders_.push_back(window(alpha));
    choose_points();
}

SampledGaussianOrders::OrderOfTable SampledGaussianOrders::window(double alpha) const {
    const double least = alpha * (log_q_ + (alpha - 1) / (2 * sigma_ * sigma_));
    const double first =
        least > large ? std::max(grid_.first, first_of_large(alpha, least)) : grid_.first;
    const double end = grid_.first + static_cast<double>(grid_.size) +
                       std::ceil(std::max(0.0, alpha - 2) / grid_.step);
    constexpr double together = 4;  // as many as vector instructions take
    return {alpha, least, first, first + together * std::ceil((end - first) / together)};
}

// By Minkowski's inequality.
double SampledGaussianOrders::log_moment_bound(double alpha) const {
    return alpha * plain::log1p(q_ * plain::expm1((alpha - 1) / (2 * sigma_ * sigma_)));
}

// To the left of x there is at most w(x)^α, and that does not count if log w(x) is small enough. If
// w^α is nearly (q e^z)^α from there on, then that times N(0, σ²) is a normal density around α.
double SampledGaussianOrders::first_of_large(double alpha, double least_log_moment) const {
    const double grown = plain::exp((least_log_moment - negligible) / alpha) - (1 - q_);
    if (!(grown > 0)) return grid_.first;
    const double x = grown > alpha * (1 - q_)
                         ? alpha - sigma_ * std::sqrt(2 * negligible) - grid_.step
                         : 0.5 + sigma_ * sigma_ * plain::log(grown / q_);
    return std::floor(x / grid_.step);
}

void SampledGaussianOrders::choose_points() {
    const double last = (RenyiPoints::largest_exponent * sigma_ * sigma_ + 0.5) / grid_.step -
                        RenyiPoints::rounded_to - 1;
    bool needs_mean = false;
    for (const OrderOfTable& each : orders_) {
        const bool is_none = first_ == end_;
        const double first = is_none ? each.first : std::min(first_, each.first);
        const double end = is_none ? each.end : std::max(end_, each.end);
        if (!(end - first <= most_points && end <= last)) continue;
        first_ = first;
        end_ = end;
        needs_mean = needs_mean || !each.is_large();
    }
    points_.emplace(q_, sigma_, grid_.step, first_, static_cast<std::size_t>(end_ - first_));
    if (needs_mean) mean_loss_ = points_->remainders(-1, {0, points_->size()}).sum;
}

Bracket SampledGaussianOrders::divergence(std::size_t index) const {
    if (!points_) return Bracket::whole_line();
    const OrderOfTable& order = orders_[index];
    if (!(first_ <= order.first && order.end <= end_)) return Bracket::whole_line();
    const RenyiPoints::Range range{static_cast<std::size_t>(order.first - first_),
                                   static_cast<std::size_t>(order.end - order.first)};
    return order.is_large() ? from_powers(order, range) : from_remainders(order.alpha, range);
}

Bracket SampledGaussianOrders::from_remainders(double alpha, RenyiPoints::Range range) const {
    constexpr double most = RenyiPoints::largest_exponent;
    const double c = alpha - 1;  // exact
    if (!(c * points_->loss(range.begin) > -most && omitted_ < 0.5)) return Bracket::whole_line();
    // Points far to the right, whose weights or powers are no doubles, but their products are.
    RenyiPoints::Range far{range.begin + range.size, 0};
    while (far.begin > range.begin && (points_->log_weight(far.begin - 1) < -most ||
                                       c * points_->loss(far.begin - 1) > most)) {
        --far.begin;
        ++far.size;
    }
    if (far.size > 0 && log_moment_bound(alpha) > most) return Bracket::whole_line();
    const double beyond = far.size > 0 ? points_->powers(c, 0, far) : 0;

    const auto [sum, squares] = points_->remainders(c, {range.begin, far.begin - range.begin});
    const double total = sum + beyond + c * mean_loss_;
    const double excess = norm_ * total;  // M(c) - 1
    const double found = c == 0 ? norm_ * mean_loss_ : logarithm(1 + excess, excess) / c;
    // What the rule leaves out of M(c) - 1, divided by c.
    const double fine =
        omitted_ * alpha / 2 * (square_ + norm_ * (squares + 4 * beyond) / (1 - omitted_));
    const double coarse = omitted_ * (2 * excess + 3 + 2 * alpha * q_) / c;
    const double share = std::min(fine, coarse) / (c == 0 ? found : excess / c);
    const double of_exponents =
        beyond > 0 ? (std::abs(plain::log(beyond)) + 10 + 0x1p-10 * alpha) * beyond / total : 0;
    const double error = u * (RenyiPoints::error(points_->size()) + 5 + of_exponents) + share;
    // log(1 + excess) is off by at most 2.4u or, far from 0, 7.3u and 0.85 of the error of its
    // argument.
    const double of_found = excess < 0.41 ? error + 5.4 * u : 0.85 * error + 10.3 * u;
    return around(found, 1.01 * of_found * found + underflow);
}

Bracket SampledGaussianOrders::from_powers(const OrderOfTable& order,
                                           RenyiPoints::Range range) const {
    const double c = order.alpha - 1;
    const double s = order.least_log_moment / order.alpha;
    const double shift = order.alpha * (s + plain::exp(-s));  // at least log M(c)
    const double moment = norm_ * points_->powers(c, shift, range);
    if (!(moment > 0x1p-900 && omitted_ < 0x1p-10)) return Bracket::whole_line();
    const double log_moment = plain::log(moment), found = shift + log_moment;
    const double roundings = RenyiPoints::error(range.size) + 16 + 10 * std::abs(log_moment) +
                             0x1p-10 * (c + 1) + 4 * found;
    const double omitted = omitted_ + 5 * plain::exp(-negligible);
    return around(found / c, 1.01 * (u * roundings + omitted) / c);
}

}  // namespace mizan::inversion
