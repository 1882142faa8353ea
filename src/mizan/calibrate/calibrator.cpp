// SPDX-License-Identifier: Apache-2.0
#include "mizan/calibrate/calibrator.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "mizan/curve/curves.hpp"
#include "mizan/numeric/floating_point_environment.hpp"
#include "mizan/numeric/logarithm.hpp"

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

CrossingSearch range(const Unknown& unknown, double start, double sharpness = usual_sharpness) {
    const bool grows = unknown.cost == Unknown::Cost::grows;
    return {.low_end = grows ? unknown.least : unknown.most,
            .high_end = grows ? unknown.most : unknown.least,
            .start = start,
            .is_whole = unknown.is_whole,
            .tolerance = sharpness};
}

// At its safe end an unknown makes the release say nothing. Only a group size has a least value
// that is not such an end.
bool says_nothing(const Unknown& unknown, double safe) { return !(unknown.is_whole && safe >= 1); }

}  // namespace

Calibrator::Calibrator(ProgramTemplate program, const Target& target, double sharpness)
    : program_{std::move(program)},
      target_{target},
      sharpness_{sharpness},
      safe_{range(program_.unknown(), 0).low_end},
      dear_{range(program_.unknown(), 0).high_end} {}

std::variant<Calibration, Refused> Calibrator::at(double level) {
    return find(level, Limit::sought);
}

std::variant<Calibration, Refused> Calibrator::without_limit(double level) {
    return find(level, Limit::left_open);
}

std::optional<double> Calibrator::estimated(double level) {
    const DefaultArithmetic arithmetic;
    const Unknown& unknown = program_.unknown();
    bool is_known = true;
    const auto estimate = [&](double value) {
        const double found = estimated_cost_at(value);
        is_known = is_known && !std::isnan(found);
        return found;
    };
    const double start = estimate_.value_or(unknown.some_value());
    const double found = guess_crossing(estimate, level, range(unknown, start)).start;
    if (!is_known) return std::nullopt;
    return estimate_ = found;
}

std::variant<Calibration, Refused> Calibrator::find(double level, Limit wanted) {
    const DefaultArithmetic arithmetic;
    const Target asked = target_.with_level(level);
    // At epsilon 0 the cost is measured in another unit.
    if (asked.unit() != target_.unit()) return Calibrator(program_, asked).at(asked.level());
    level_ = level;
    const Unknown& unknown = program_.unknown();
    // A crossing that was found once is kept, so that the same level always has the same answer.
    const auto [place, is_new] = crossings_.try_emplace(level);
    Crossing& found = place->second;
    if (is_new) {
        found = find_crossing([&](double value) { return cost(value).upper; }, level_,
                              near(range(unknown, unknown.some_value(), sharpness_)));
    }
    if (!is_answered_ && refused_) std::rethrow_exception(refused_);
    if (!found.within || (*found.within == safe_ && says_nothing(unknown, safe_))) return refusal();
    const double parameter = found.beyond ? rounded(*found.within) : dear_;
    const double beyond = !found.beyond                ? parameter
                          : wanted == Limit::left_open ? dear_
                                                       : limit(*found.beyond);
    return Calibration{parameter, program_(parameter), cost(parameter), beyond,
                       tolerance(parameter, beyond)};
}

const Bracket& Calibrator::cost(double value) {
    const auto known = costs_.find(value);
    if (known != costs_.end()) return known->second;
    const auto found = unless_refused([&] { return mizan::cost(program_(value), target_); });
    is_answered_ |= found && !(value == safe_ && says_nothing(program_.unknown(), safe_));
    return costs_.emplace(value, found.value_or(Bracket(0, infinity))).first->second;
}

double Calibrator::estimated_cost_at(double value) {
    return unless_refused([&] { return estimated_cost(program_(value), target_); })
        .value_or(std::numeric_limits<double>::quiet_NaN());
}

// A value may have no known cost, such as an answer without noise that would have to be shuffled.
// The search then takes the cost to be infinite and turns to safer values. The first reason is kept
// for the case that no value has an answer.
template <class Ask>
auto Calibrator::unless_refused(Ask ask) -> std::optional<decltype(ask())> {
    const auto refuse = [&] {
        if (!refused_) refused_ = std::current_exception();
        return std::nullopt;
    };
    try {
        return ask();
    } catch (const InputError&) {
        return refuse();
    } catch (const Refused&) {
        return refuse();
    }
}

// The search begins with the value whose known cost is nearest to the level, if that is very near,
// and else with an estimate.
CrossingSearch Calibrator::near(CrossingSearch search) {
    constexpr double very_near = 1e-5;
    double least = infinity;
    for (const auto& [value, cost] : costs_) {
        const double miss = std::abs(plain::log(cost.upper / level_));
        if (miss < least) {
            search.start = value;
            least = miss;
        }
    }
    if (least < very_near) return search;
    return guess_crossing([&](double value) { return estimated_cost_at(value); }, level_, search);
}

// This value, or one that is a little safer, with few digits.
double Calibrator::rounded(double good) {
    const Unknown& unknown = program_.unknown();
    if (unknown.is_whole || !std::isfinite(good)) return good;
    constexpr double longer = 6e-11;  // than with_eleven_digits moves a number
    const double safer = dear_ < safe_ ? 1 + longer : 1 - longer;
    const double value = std::clamp(with_eleven_digits(good * safer), unknown.least, unknown.most);
    return cost(value).upper <= level_ ? value : good;
}

// The search goes on from the place where the upper end of the cost exceeds the level, to the first
// value that certainly misses the target.
double Calibrator::limit(double beyond) {
    const Unknown& unknown = program_.unknown();
    if (!unknown.is_steady) return dear_;
    if (cost(beyond).lower > level_) return beyond;
    // If nothing is known of the cost of a value, the search turns back from it. Such a value is
    // not known to miss the target.
    const auto at_least = [&](double value) {
        const Bracket found = cost(value);
        return found.lower == 0 && found.upper == infinity ? infinity : found.lower;
    };
    const Crossing found = find_crossing(at_least, level_, range(unknown, beyond, sharpness_));
    return found.beyond && cost(*found.beyond).lower > level_ ? *found.beyond : dear_;
}

// The best value lies below the limit, for counts at least one below it.
double Calibrator::tolerance(double parameter, double limit) const {
    if (limit == parameter) return 0;
    const double last = program_.unknown().is_whole ? 1 : 0;
    return (std::abs(limit - parameter) - last) / parameter;
}

Refused Calibrator::refusal() {
    const Unknown& unknown = program_.unknown();
    const std::string wanted = ", more than " + shortest(level_);
    const auto cost_at = [&](double value) {
        const Bracket found = cost(value);
        const bool misses = found.lower > level_;
        return target_.unit() + (misses ? " is at least " + shortest(found.lower) + wanted
                                        : " is known only to be at most " + shortest(found.upper));
    };
    if (const double least = cost(safe_).upper; !(least <= level_)) {
        return Refused(
            "even with " + unknown.name + " " + shortest(safe_) + " the " + cost_at(safe_),
            std::isfinite(least) ? "more than " + shortest(least) + " can be kept" : "");
    }
    if (unknown.is_whole) {
        const double once = cost(1).upper;
        return Refused("already with " + unknown.name + " 1 the " + cost_at(1),
                       std::isfinite(once) ? shortest(once) + " can be kept" : "");
    }
    return Refused("only " + unknown.name + " " + shortest(safe_) +
                   ", which makes the release say nothing, would do");
}

}  // namespace mizan
