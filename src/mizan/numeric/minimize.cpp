// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/minimize.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "mizan/numeric/exponential.hpp"

namespace mizan::minimize {

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

// The best place met so far.
struct Best {
    const std::function<double(double)>& f;
    double place;
    double value = inf;

    double try_out(double x) {
        const double y = f(x);
        if (y < value) {
            value = y;
            place = x;
        }
        return std::isnan(y) ? inf : y;
    }
};

void golden_section(Best& best, double low, double high, double tolerance) {
    const double ratio = (std::sqrt(5.0) - 1) / 2;
    double left = high - ratio * (high - low), right = low + ratio * (high - low);
    double at_left = best.try_out(left), at_right = best.try_out(right);
    while (high - low > tolerance && left < right) {
        if (at_left <= at_right) {
            high = right;
            right = left;
            at_right = at_left;
            left = high - ratio * (high - low);
            at_left = best.try_out(left);
        } else {
            low = left;
            left = right;
            at_left = at_right;
            right = low + ratio * (high - low);
            at_right = best.try_out(right);
        }
    }
}

// The scan: log(order - 1) in steps of 2 where answers usually lie, in wide steps beyond.
std::vector<double> scanned_logs() {
    std::vector<double> logs;
    for (double t = -36; t < 36; t += 2) logs.push_back(t);
    for (double t = 36; t < 696; t += 12) logs.push_back(t);
    return logs;
}

}  // namespace

double on_interval(const std::function<double(double)>& f, double low, double high,
                   double tolerance) {
    constexpr int parts = 16;
    const double step = (high - low) / parts;
    Best best{f, low};
    for (int i = 0; i <= parts; ++i) best.try_out(i == parts ? high : low + i * step);
    const double valley = best.place;
    golden_section(best, std::max(low, valley - step), std::min(high, valley + step), tolerance);
    return best.place;
}

Valley valley(const std::function<double(double)>& f, double start, double step, double sharpness) {
    constexpr int max_doublings = 60, max_rounds = 60;
    struct Point {
        double x, y;
    };
    const auto at = [&](double x) { return Point{x, f(x)}; };
    Point left = at(start - step), bottom = at(start), right = at(start + step);
    for (int i = 0; i < max_doublings && std::min(left.y, right.y) < bottom.y; ++i) {
        if (left.y < right.y) {
            right = std::exchange(bottom, left);
            left = at(bottom.x - 2 * (right.x - bottom.x));
        } else {
            left = std::exchange(bottom, right);
            right = at(bottom.x + 2 * (bottom.x - left.x));
        }
    }

    const double enough = sharpness * (right.x - left.x), apart = 0.2 * enough;
    double width = inf;
    for (int i = 0; i < max_rounds && right.x - left.x > enough; ++i) {
        // The bottom of the parabola through the three points; a step into the longer side where
        // two of these did not halve the valley.
        const double to_left = left.x - bottom.x, to_right = right.x - bottom.x;
        const double a = to_left * (right.y - bottom.y), b = to_right * (left.y - bottom.y);
        double step_to = 0.5 * (to_left * a - to_right * b) / (a - b);
        const double longer = -to_left > to_right ? to_left : to_right;
        const bool is_slow = i % 2 == 0 && to_right - to_left > 0.5 * width;
        if (i % 2 == 0) width = to_right - to_left;
        if (is_slow || !(to_left < step_to && step_to < to_right)) step_to = 0.382 * longer;
        if (std::abs(step_to) < apart) step_to = longer < 0 ? -apart : apart;
        const Point next = at(bottom.x + step_to);
        Point& side = step_to < 0 ? left : right;
        Point& other = step_to < 0 ? right : left;
        if (next.y < bottom.y) {
            other = std::exchange(bottom, next);
        } else {
            side = next;
        }
    }
    return {left.x, bottom.x, right.x};
}

double over_orders(const std::function<double(double)>& f, const std::vector<double>& candidates) {
    static const std::vector<double> logs = scanned_logs();
    Best best{f, inf};
    best.try_out(inf);
    for (const double order : candidates) {
        if (order > 1) best.try_out(order);
    }

    const std::function<double(double)> of_log = [&](double t) { return f(1 + plain::exp(t)); };
    Best scan{of_log, logs.front()};
    std::size_t valley = 0;
    for (std::size_t i = 0; i < logs.size(); ++i) {
        scan.try_out(logs[i]);
        if (scan.place == logs[i]) valley = i;
    }
    if (scan.value < inf) {
        // Around the minimum f is flat: 1e-5 in the place is 1e-10 in the value.
        golden_section(scan, logs[valley == 0 ? 0 : valley - 1],
                       logs[valley + 1 == logs.size() ? valley : valley + 1], 1e-5);
        if (scan.value < best.value) best.place = 1 + plain::exp(scan.place);
    }
    return best.place;
}

}  // namespace mizan::minimize
