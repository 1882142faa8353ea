// SPDX-License-Identifier: Apache-2.0
#include "mizan/sampling/sum_shape.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/numeric/logarithm.hpp"

namespace mizan {

SumShape SumShape::of(double copies, double lowest, double highest, std::vector<double> values) {
    const auto place = [&](std::size_t quarter) {
        return values.begin() + static_cast<std::ptrdiff_t>(quarter * (values.size() - 1) / 4);
    };
    std::nth_element(values.begin(), place(2), values.end());
    std::nth_element(values.begin(), place(1), place(2));
    if (place(3) > place(2)) std::nth_element(place(2) + 1, place(3), values.end());
    // The ends lie so far outside of the values, and no spread is smaller than these shares of the
    // range and of the centre.
    constexpr double outside = 1e-6, least_margin = 1e-290;
    constexpr double share_of_range = 1e-12, share_of_centre = 1e-5;
    constexpr double quartiles = 1.35;  // the distance of both quartiles of a normal law, about
    const double margin = outside * std::max(std::abs(lowest), std::abs(highest)) + least_margin;
    const double low = std::max(lowest - margin, -copies), high = highest + margin;
    const double centre = std::clamp(*place(2), low, high);
    const double spread =
        std::max({(*place(3) - *place(1)) / quartiles, share_of_range * (high - low),
                  share_of_centre * std::abs(centre)});
    return {copies, low, high, centre, spread};
}

double SumShape::depth(double x) const {
    const double sum = copies + centre;
    return -plain::log1p(std::max(x - centre, least_relative_gap * copies - sum) / sum);
}

double SumShape::least_gap(double x) const {
    return std::max(least_relative_gap * std::abs(x),
                    least_share_of_spread * std::min(spread, copies + x));
}

SumShape::Spacing::Spacing(const SumShape& shape, double half) : shape_{shape} {
    const double sum = shape.copies + shape.centre;
    if (sum > 0) {
        step_below_ =
            plain::asinh(std::max(0.0, shape.depth(shape.low)) * sum / shape.spread) / half;
    }
    step_above_ = plain::asinh((shape.high - shape.centre) / shape.spread) / half;
}

double SumShape::Spacing::operator()(double x) const {
    const SumShape& s = shape_;
    const auto at = [&](double distance) { return std::sqrt(1 + distance * distance) * s.spread; };
    const double least = s.least_gap(x);
    // Points are not too far apart at the ends, where as much mass may lie as in the middle.
    constexpr double fewest_gaps = 64;
    const double most = (s.high - s.low) / fewest_gaps;
    if (x >= s.centre) {
        return std::max(least, std::min(most, step_above_ * at((x - s.centre) / s.spread)));
    }
    const double sum = s.copies + s.centre,
                 here = std::max(s.copies + x, least_relative_gap * s.copies);
    const double below = step_below_ * (here / sum) * at(s.depth(x) * sum / s.spread);
    return std::min(here, std::max(least, std::min(most, below)));
}

std::vector<double> quantiles(std::span<const double> at, std::span<const double> weight,
                              double count) {
    double all = 0, below = 0;
    for (const double w : weight) all += w;
    std::vector<double> found;
    for (std::size_t i = 0; i < at.size(); ++i) {
        below += weight[i];
        const double reached = std::min(count, std::round(below / all * count));
        while (static_cast<double>(found.size()) < reached) found.push_back(at[i]);
    }
    if (found.empty()) found.push_back(at.front());
    return found;
}

std::vector<double> sums_of(std::span<const double> some, std::span<const double> others) {
    std::vector<double> sums;
    sums.reserve(some.size() * others.size());
    for (const double x : some) {
        for (const double y : others) sums.push_back(x + y);
    }
    return sums;
}

}  // namespace mizan
