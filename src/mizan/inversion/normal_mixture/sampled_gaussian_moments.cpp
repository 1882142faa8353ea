// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/normal_mixture/sampled_gaussian_moments.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "mizan/numeric/elementary.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

namespace {

constexpr std::size_t most_points_in_table = 64;
constexpr double largest_logarithm = 600;  // of what a plain sum may hold

// A grid that leaves out a larger share of M(c) gives no bracket of it.
constexpr double most_omitted = 0.5;

// A grid as fine as both and as long.
SampledGaussianGrid join(const SampledGaussianGrid& x, const SampledGaussianGrid& y) {
    SampledGaussianGrid joint;
    joint.step = std::min(x.step, y.step);
    joint.first = std::floor(std::min(x.x(0), y.x(0)) / joint.step);
    const double last = std::max(x.x(x.size), y.x(y.size)) / joint.step;
    joint.size = static_cast<std::size_t>(std::max(0.0, std::ceil(last) - joint.first)) + 1;
    return joint;
}

// With b the weights of the law without the record, E_b[w] = 1 and so
//     M - 1 = E_b[w^a - 1 - a(w - 1)],   M' = E_b[w^a log w - (w - 1)],   M'' = E_b[w^a log² w]:
// every term is as small as the sum, which few points then give to a few digits.
MIZAN_WIDE void fill_terms(double a, const double* log_w, const double* up, const double* base,
                           std::size_t size, double* __restrict excess, double* __restrict mean,
                           double* __restrict square) {
    for (std::size_t j = 0; j < size; ++j) {
        const ExponentialValue power = exponential(a * log_w[j]);
        excess[j] = base[j] * (power.minus_one - a * up[j]);
        mean[j] = base[j] * (power.value * log_w[j] - up[j]);
        square[j] = base[j] * power.value * log_w[j] * log_w[j];
    }
}

// The same for all points, a few at a time.
template <class Table>
Cumulants from(const Table& table, double a) {
    constexpr std::size_t most = 64;
    std::array<double, most> excess, first, second;
    double growth = 0, slope = 0, square = 0;
    for (std::size_t begin = 0; begin < table.log_w.size(); begin += most) {
        const std::size_t size = std::min(most, table.log_w.size() - begin);
        fill_terms(a, &table.log_w[begin], &table.up[begin], &table.weight[begin], size,
                   excess.data(), first.data(), second.data());
        for (std::size_t j = 0; j < size; ++j) {
            growth += excess[j];
            slope += first[j];
            square += second[j];
        }
    }
    const double moment = 1 + growth, mean = slope / moment;
    return {plain::log1p(growth), mean, std::max(0.0, square / moment - mean * mean)};
}

// Where w^a may be too large for a double.
Cumulants cumulants_from_logarithms(const SampledGaussianTilt& tilt,
                                    const SampledGaussianGrid& grid) {
    const SampledGaussianPoints points(tilt, grid.step);
    std::vector<double> log_w(grid.size), log_weight(grid.size);
    for (std::size_t j = 0; j < grid.size; ++j) {
        log_w[j] = points.ratio(grid.x(j)).log_w;
        log_weight[j] = points.log_tilted_weight(grid.x(j), log_w[j]);
    }
    return cumulants_of(log_w, std::move(log_weight));
}

}  // namespace

SampledGaussianGrid grid_for_moments(const SampledGaussianTilt& tilt, double digits,
                                     double strip_digits) {
    // What the rule leaves out is counted in units of q², of which M - 1 is about 1/4σ².
    return SampledGaussianGrid::build(tilt, digits + plain::log1p(4 * tilt.sigma * tilt.sigma),
                                      strip_digits);
}

SampledGaussianSearch::SampledGaussianSearch(const SampledGaussianTilt& tilt) : tilt_{tilt} {
    const double largest_c = 16 * tilt.sigma;
    const auto grid = join(grid_for_moments(tilt.at(-1), few_digits, no_strip),
                           grid_for_moments(tilt.at(largest_c), few_digits, no_strip));
    if (grid.size > most_points_in_table) return;
    Table table = table_on(grid);
    if (!table.holds(tilt.at(largest_c).order())) return;
    table_ = std::move(table);
    largest_c_ = largest_c;
}

bool SampledGaussianSearch::Table::holds(double order) const {
    const double largest = std::max(std::abs(log_w.front()), std::abs(log_w.back()));
    return largest * std::max(1.0, std::abs(order)) < largest_logarithm;
}

SampledGaussianSearch::Table SampledGaussianSearch::table_on(
    const SampledGaussianGrid& grid) const {
    const SampledGaussianPoints points(tilt_, grid.step);
    DensityRatios ratio = points.ratios(grid);
    std::vector<double> up(grid.size);
    for (std::size_t j = 0; j < grid.size; ++j) up[j] = exponential(ratio.log_w[j]).minus_one;
    return {std::move(ratio.log_w), std::move(up), points.weights_without(grid)};
}

Cumulants SampledGaussianSearch::cumulants(double c) const {
    const SampledGaussianTilt tilt = tilt_.at(c);
    const double sign = tilt.direction == Direction::remove ? 1 : -1;
    Cumulants k{};
    if (c <= largest_c_) {
        k = from(table_, tilt.order());
    } else {
        const auto grid = grid_for_moments(tilt, few_digits, no_strip);
        const Table own = table_on(grid);
        k = own.holds(tilt.order()) ? from(own, tilt.order())
                                    : cumulants_from_logarithms(tilt, grid);
    }
    return {k.log_moment, sign * k.mean, k.variance};
}

namespace {

// A bound of the share of M(c) that points on this grid leave out.
double share_omitted(const SampledGaussianTilt& tilt, const SampledGaussianGrid& grid) {
    const Falling falling(std::max(0.0, -tilt.order()), tilt.q);
    return aliasing(tilt.sigma, grid.step, 0, falling, widest_strip) + grid.outside;
}

}  // namespace

TiltedGrid::TiltedGrid(const SampledGaussianTilt& tilt, const SampledGaussianGrid& points_of)
    : grid{points_of}, ratio{SampledGaussianPoints(tilt, grid.step).ratios(grid)} {
    const SampledGaussianTilt moments = tilt.c < -0.5 ? tilt.swapped() : tilt;
    const SampledGaussianPoints points(moments, grid.step);
    const std::vector<double> without = points.weights_without(grid);
    double peak = 0;
    for (std::size_t j = 0; j < grid.size; ++j) {
        peak = std::max(peak, points.log_tilted_weight(grid.x(j), ratio.log_w[j]));
    }
    shift = peak > 200 ? peak : 0;

    MomentSum sum(moments.c, shift);
    weight.resize(grid.size);
    std::vector<double> room;
    const bool is_moderate = grid.size > 0 &&  // log w grows with x
                             std::max(std::abs(ratio.log_w.front()), std::abs(ratio.log_w.back())) <
                                 SampledGaussianPoints::largest_logarithm;
    if (!is_moderate || !sum.add(points.columns(grid, without, ratio, room), weight.data())) {
        for (std::size_t j = 0; j < grid.size; ++j) {
            weight[j] = sum.add(points.point(grid.x(j), without[j], ratio[j])).weight;
        }
    }
    double square_sum = 0;  // of w^a (q/w + r)²
    for (std::size_t j = 0; j < grid.size; ++j) {
        const double slope = tilt.q / ratio.w[j] + ratio.r[j];
        square_sum += weight[j] * slope * slope;
    }
    const double a = tilt.order(), half = std::abs(tilt.c * (tilt.c + 1)) / 2;
    const double variance = tilt.sigma * tilt.sigma;
    const double omitted_share = share_omitted(tilt, grid);
    omitted_twice =
        aliasing(tilt.sigma, grid.step, 0, {std::max(0.0, 2 - a), tilt.q}, widest_strip) +
        grid.outside;
    if (omitted_share < most_omitted) {
        const double coarse = omitted_share * (2 * sum.total() + 1 + 2 * std::abs(a) * tilt.q);
        const double fine =
            omitted_twice * half *
            (tilt.q * tilt.q * (3 + plain::exp(1 / variance)) + square_sum / (1 - omitted_twice));
        const double omitted = omitted_twice < 0.5 && fine < coarse ? fine : coarse;
        log_moment = sum.log_moment(1.01 * omitted, 1.01 * omitted_share);
    }
}

Bracket log_moment(const SampledGaussianTilt& tilt, double digits) {
    const SampledGaussianGrid grid = grid_for_moments(tilt, digits, no_strip);
    if (!(share_omitted(tilt, grid) < most_omitted)) return Bracket::whole_line();
    return TiltedGrid(tilt, grid).log_moment;
}

}  // namespace mizan::inversion
