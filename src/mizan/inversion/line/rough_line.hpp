// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "mizan/inversion/line/line.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

/// Lines that only show where an answer lies, before a better one is made there.
struct RoughLine {
    static constexpr double tolerance = 1e-2;  ///< relative error of δ
    static constexpr double precision = 1e-3;  ///< relative precision of the place
};

/// How far ε is from the end of the losses: δ is nearly a power of that. If the losses have a
/// largest one, δ grows with the distance.
struct DistanceFromEnd {
    double least = 0;  ///< the least loss, if they are risen, or the same with the other sign
    bool is_risen = true;

    [[nodiscard]] double of(double epsilon) const {
        return (is_risen ? epsilon : -epsilon) - least;
    }
    [[nodiscard]] double epsilon(double distance) const {
        return is_risen ? distance + least : -(distance + least);
    }
};

/// The search for the ε at which δ is reached, by rough lines. Each tells of δ only near the ε that
/// it was made for.
class RoughSearch {
public:
    /// An ε below `least` is taken for 0.
    RoughSearch(DistanceFromEnd distance, double guess, double delta, double least = 0)
        : distance_{distance},
          delta_{delta},
          least_{least},
          here_{std::max(distance.of(guess), 1e-300)} {}

    template <class Line>
    struct Place {
        double epsilon;
        Line rough;  ///< made near it
    };

    /// Empty where no line could be made, or none was near.
    template <class LineAt>
    auto run(LineAt line_at) {
        using Made = typename decltype(line_at(0.0))::value_type;
        std::optional<Place<Made>> found;
        for (int round = 0; round < most_lines; ++round) {
            auto line = line_at(epsilon());
            if (!line) {
                if (!give_way()) break;
                continue;
            }
            const bool is_nothing = epsilon() == 0 && line->estimate(0).delta <= delta_;
            const double next = is_nothing ? here_ : beyond(*line);
            const bool is_near = std::abs(next - here_) <= close * here_;
            here_ = next;
            if (!is_near) continue;
            found.emplace(Place<Made>{epsilon(), *std::move(line)});
            break;
        }
        return found;
    }

private:
    static constexpr double close = 0.1;  // moved by less, the place is found
    static constexpr int most_lines = 24, most_steps = 6;
    static constexpr double longest_stride = 8;
    static constexpr double window = 0.25;       // in which a line is asked a second time
    static constexpr double least_share = 0.05;  // a smaller share of δ is hidden in its error

    // ε is at least 0.
    [[nodiscard]] double bounded(double distance) const {
        const double end = distance_.of(0);
        return distance_.is_risen ? std::max(distance, end) : std::min(distance, end);
    }
    [[nodiscard]] double epsilon() const {
        const double there = distance_.epsilon(here_);
        return there > least_ ? there : 0;
    }

    // No line can be made here: back to where one was.
    bool give_way() {
        if (!(low_ > 0) && !(high_ < infinity)) return false;
        (high_ < infinity ? low_ : high_) = here_;
        here_ = low_ > 0 && high_ < infinity ? std::sqrt(low_ * high_) : here_;
        return high_ > (1 + RoughLine::precision) * low_;
    }

    // Newton's step in the logarithms of both. Farther out where there is more than δ and losses
    // have a least one, or less and they have a largest one.
    [[nodiscard]] double step(const Line::Estimate& there, double distance) const {
        const bool is_known = there.delta > least_share * delta_ && std::isfinite(there.slope);
        const bool is_farther = (is_known && there.delta > delta_) == distance_.is_risen;
        const double power = (distance_.is_risen ? 1 : -1) * there.slope * distance / there.delta;
        const double log_stride = plain::log(longest_stride);
        const double wanted = plain::log(delta_ / there.delta) / power;
        const bool falls = is_known && (power < 0) == distance_.is_risen && std::isfinite(wanted);
        const double stride = falls ? std::clamp(wanted, -log_stride, log_stride)
                                    : (is_farther ? 0.5 : -0.5) * log_stride;
        return bounded(distance * plain::exp(stride));
    }

    // Where δ is reached as far as this line can tell.
    template <class Line>
    double beyond(const Line& line) {
        double next = step(line.estimate(epsilon()), here_);
        if (next > here_) low_ = std::max(low_, here_);
        if (next < here_) high_ = std::min(high_, here_);
        for (int round = 0; round < most_steps && std::abs(next - here_) < window * here_;
             ++round) {
            const double after = step(line.estimate(distance_.epsilon(next)), next);
            const double moved = std::abs(after - std::exchange(next, after));
            if (moved <= RoughLine::precision * here_) break;
        }
        const bool is_inside = low_ < next && next < high_;
        if (is_inside || next == here_) return next;
        return low_ > 0 && high_ < infinity ? std::sqrt(low_ * high_) : next;
    }

    DistanceFromEnd distance_;
    double delta_, least_;
    double here_;
    double low_ = 0, high_ = infinity;  // δ is reached between these distances
};

}  // namespace mizan::inversion
