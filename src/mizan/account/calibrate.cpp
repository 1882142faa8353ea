// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/calibrate.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>

#include "mizan/numeric/crossing.hpp"

namespace mizan {

namespace {

// The nearest number with eleven digits, which is at most 5e-11 away.
double with_eleven_digits(double x) {
    std::array<char, 64> text{};
    const auto end =
        std::to_chars(text.data(), text.data() + text.size(), x, std::chars_format::scientific, 10);
    double rounded = x;
    std::from_chars(text.data(), end.ptr, rounded);
    return rounded;
}

class Search {
public:
    Search(const ProgramTemplate& program, const Target& target)
        : program_{program}, unknown_{program.unknown()}, target_{target}, level_{target.level()} {
        const bool grows = unknown_.cost == Unknown::Cost::grows;
        safe_ = grows ? unknown_.least : unknown_.most;
        dear_ = grows ? unknown_.most : unknown_.least;
    }

    std::variant<Calibration, Refusal> run() {
        const Crossing found = find_crossing([&](double value) { return cost(value).upper; },
                                             level_, range(unknown_.some_value()));
        if (!found.within || (*found.within == safe_ && says_nothing(safe_))) return refusal();
        const double parameter = found.beyond ? rounded(*found.within) : dear_;
        const double beyond = found.beyond ? limit(*found.beyond) : parameter;
        return Calibration{parameter, program_(parameter), cost(parameter), beyond,
                           tolerance(parameter, beyond)};
    }

private:
    const Bracket& cost(double value) {
        const auto known = costs_.find(value);
        if (known != costs_.end()) return known->second;
        return costs_.emplace(value, mizan::cost(program_(value), target_)).first->second;
    }

    [[nodiscard]] CrossingSearch range(double start) const {
        return {.low_end = safe_, .high_end = dear_, .start = start, .is_whole = unknown_.is_whole};
    }

    // At its safe end an unknown switches its release off; only groups have a least size.
    [[nodiscard]] bool says_nothing(double safe) const { return !(unknown_.is_whole && safe >= 1); }

    // The same or a little safer, with few digits.
    double rounded(double good) {
        if (unknown_.is_whole || !std::isfinite(good)) return good;
        const double safer = dear_ < safe_ ? 1 + 6e-11 : 1 - 6e-11;
        const double value =
            std::clamp(with_eleven_digits(good * safer), unknown_.least, unknown_.most);
        return cost(value).upper <= level_ ? value : good;
    }

    // The first value found, from where the upper end of the cost exceeds the level, that misses.
    double limit(double beyond) {
        if (!unknown_.is_steady) return dear_;
        if (cost(beyond).lower > level_) return beyond;
        const Crossing found =
            find_crossing([&](double value) { return cost(value).lower; }, level_, range(beyond));
        return found.beyond.value_or(dear_);
    }

    // The best value may be everything up to the limit; of counts, up to the one before it.
    [[nodiscard]] double tolerance(double parameter, double limit) const {
        if (limit == parameter) return 0;
        return (std::abs(limit - parameter) - (unknown_.is_whole ? 1 : 0)) / parameter;
    }

    Refusal refusal() {
        const std::string wanted = ", more than " + shortest(level_);
        const auto cost_at = [&](double value) {
            const Bracket found = cost(value);
            const bool misses = found.lower > level_;
            return target_.unit() + (misses
                                         ? " is at least " + shortest(found.lower) + wanted
                                         : " is known only to be at most " + shortest(found.upper));
        };
        if (!(cost(safe_).upper <= level_)) {
            return {"even with " + unknown_.name + " " + shortest(safe_) + " the " +
                    cost_at(safe_)};
        }
        if (unknown_.is_whole) {
            return {"already with " + unknown_.name + " 1 the " + cost_at(1)};
        }
        return {"only " + unknown_.name + " " + shortest(safe_) +
                ", which makes the release say nothing, would do"};
    }

    const ProgramTemplate& program_;
    const Unknown& unknown_;
    const Target& target_;
    double level_, safe_, dear_;
    std::map<double, Bracket> costs_;  // of every value that was looked at
};

}  // namespace

std::variant<Calibration, Refusal> calibrate(const ProgramTemplate& program, const Target& target) {
    return Search(program, target).run();
}

}  // namespace mizan
