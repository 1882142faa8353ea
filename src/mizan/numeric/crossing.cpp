// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/crossing.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"

namespace mizan {

namespace {

// Halfway between two numbers at least 0 in the order of the doubles, so that every size of number
// is reached within 64 halvings, infinity too.
double halfway(double a, double b) {
    const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x + 0.0); };
    return std::bit_cast<double>(bits(a) / 2 + bits(b) / 2 + (bits(a) & bits(b) & 1));
}

class Walk {
public:
    Walk(const std::function<double(double)>& f, double level, const CrossingSearch& search)
        : f_{f},
          level_{level},
          search_{search},
          direction_{search.high_end > search.low_end ? 1.0 : -1.0} {}

    Crossing run() {
        look_at(search_.start);
        while (!is_done()) {
            look_at(within_ && beyond_ ? inside() : outside());
        }
        Crossing found;
        if (within_) found.within = within_->x;
        if (beyond_) found.beyond = beyond_->x;
        return found;
    }

private:
    // A point that was evaluated: log x, and log(f/level), which may be infinite.
    struct Point {
        double x, log_x, excess;
        [[nodiscard]] bool is_finite() const {
            return std::isfinite(log_x) && std::isfinite(excess);
        }
    };

    void look_at(double x) {
        const double value = f_(x);
        const bool keeps = value <= level_;
        double excess = plain::log(value / level_);
        if (keeps ? !(excess <= 0) : !(excess >= 0)) excess = keeps ? -infinite : infinite;
        before_ = last_;
        last_ = Point{x, plain::log(x), excess};
        (keeps ? within_ : beyond_) = last_;
    }

    [[nodiscard]] bool is_done() const {
        if (!within_) return beyond_->x == search_.low_end;
        if (!beyond_) return within_->x == search_.high_end;
        const double a = within_->x, b = beyond_->x;
        if (search_.is_whole) return std::abs(a - b) <= 1;
        const double middle = halfway(a, b);
        if (middle == a || middle == b) return true;
        return std::max(a, b) < infinite && std::abs(a - b) <= search_.tolerance * std::max(a, b);
    }

    // Where the line through the last two points, in logarithms, meets the level; NaN if nowhere.
    // Before there are two, the power of the search says it.
    [[nodiscard]] double secant() const {
        if (!last_->is_finite()) return not_a_number;
        double slope = direction_ * search_.power;
        if (before_ && before_->is_finite() && before_->x != last_->x) {
            slope = (last_->excess - before_->excess) / (last_->log_x - before_->log_x);
        }
        return slope * direction_ > 0 ? last_->log_x - last_->excess / slope : not_a_number;
    }

    // The next point while all points lie on one side: by the secant, but ever farther if that
    // remains too short.
    [[nodiscard]] double outside() {
        const double end = within_ ? search_.high_end : search_.low_end;
        const double way = within_ ? direction_ : -direction_;
        const double x = last_->x;
        double step = way * (secant() - last_->log_x) * 1.01;
        if (!(step > 0) || step > reach_) step = reach_;
        step = std::max(step, least_reach_);
        least_reach_ *= 8;
        reach_ *= 2;
        double next = plain::exp(plain::log(x) + way * step);
        if (search_.is_whole) next = std::floor(next);
        if (search_.is_whole && !(way * (next - x) >= 1)) next = x + way;
        return way * (end - next) > 0 ? next : end;
    }

    // The next point between the two ends: by the secant, kept apart from both so that the last
    // step brings them together; halfway after steps that did not bring them together fast enough.
    [[nodiscard]] double inside() {
        const double a = within_->x, b = beyond_->x;
        const double gap = std::abs(within_->log_x - beyond_->log_x);
        const bool is_slow = ++steps_ % 4 == 0 && !(gap < gap_before_ / 16);
        if (steps_ % 4 == 0) gap_before_ = gap;
        double next = halfway(a, b);
        if (const double log_x = secant(); !is_slow && std::isfinite(log_x)) {
            const double x = plain::exp(log_x), apart = 0.5 * search_.tolerance;
            const double low = std::min(a, b) * (1 + apart), high = std::max(a, b) * (1 - apart);
            const bool is_near =
                std::min(a, b) * (1 - apart) <= x && x <= std::max(a, b) * (1 + apart);
            if (is_near && low < high) next = std::clamp(x, low, high);
        }
        if (search_.is_whole) {
            next = std::clamp(std::floor(next), std::min(a, b) + 1, std::max(a, b) - 1);
        }
        return next;
    }

    static constexpr double infinite = std::numeric_limits<double>::infinity();
    static constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

    const std::function<double(double)>& f_;
    double level_;
    CrossingSearch search_;
    double direction_;  // of growth
    std::optional<Point> within_, beyond_, last_, before_;
    double reach_ = 1.4, least_reach_ = 1e-11;  // of a step outside, in log x
    int steps_ = 0;                             // inside
    double gap_before_ = infinite;
};

}  // namespace

CrossingSearch guess_crossing(const std::function<double(double)>& f, double level,
                              CrossingSearch search) {
    constexpr int rounds = 6;
    constexpr double longest = 1.5, enough = 1e-3;
    const CrossingSearch before = search;
    const double direction = search.high_end > search.low_end ? 1 : -1;
    const auto [least, most] = std::minmax(search.low_end, search.high_end);
    double last_x = 0, last_excess = 0;
    for (int round = 0; round < rounds; ++round) {
        const double excess = plain::log(f(search.start) / level), log_x = plain::log(search.start);
        if (!std::isfinite(excess) || !std::isfinite(log_x)) return before;
        if (round > 0) {
            const double power = direction * (excess - last_excess) / (log_x - last_x);
            if (power > 0.1 && power < 10) search.power = power;
        }
        const double step = -direction * excess / search.power;
        last_x = log_x;
        last_excess = excess;
        double next = plain::exp(log_x + std::clamp(step, -longest, longest));
        if (search.is_whole) next = std::floor(next);
        next = std::clamp(next, least, most);
        if (next == search.start) break;
        search.start = next;
        if (std::abs(step) < enough) break;
    }
    return search;
}

Crossing find_crossing(const std::function<double(double)>& f, double level,
                       const CrossingSearch& search) {
    return Walk(f, level, search).run();
}

}  // namespace mizan
