// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/root.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace mizan::root {

namespace {

// Doubles in their order as integers, so that bisection meets tiny and huge numbers alike and ends
// after at most 64 steps.
std::int64_t rank(double x) {
    const auto bits = std::bit_cast<std::int64_t>(x + 0.0);
    return bits >= 0 ? bits : std::int64_t{-0x7fffffffffffffff} - 1 - bits;
}

double unrank(std::int64_t r) {
    return std::bit_cast<double>(r >= 0 ? r : std::int64_t{-0x7fffffffffffffff} - 1 - r);
}

// A double near the root of the middle of f - level, in plain arithmetic: bisection until both ends
// have one size, then false position (Illinois). Nothing rests on it but speed.
double guess(const std::function<double(double)>& excess, double low, double high) {
    while (!(low > 0 ? high <= 2 * low : high < 0 && low >= 2 * high)) {
        const double middle = unrank(std::midpoint(rank(low), rank(high)));
        if (middle == low) return low;
        (excess(middle) > 0 ? low : high) = middle;
    }
    double at_low = excess(low), at_high = excess(high);
    for (int step = 0; step < 60; ++step) {
        double x = low - at_low * ((high - low) / (at_high - at_low));
        if (!(low < x && x < high)) x = low / 2 + high / 2;
        if (!(low < x && x < high)) break;
        const double at_x = excess(x);
        if (at_x == 0) return x;
        if (at_x > 0) {
            if (x - low < 1e-15 * std::abs(x)) return x;
            low = x;
            at_low = at_x;
            at_high /= 2;
        } else {
            if (high - x < 1e-15 * std::abs(x)) return x;
            high = x;
            at_high = at_x;
            at_low /= 2;
        }
    }
    return low;
}

// The point nearest to `from` on the way to `to` for which `holds`, found by doubling the distance
// and then bisecting; `to` if there is none.
template <class Predicate>
double first_that(double from, double to, const Predicate& holds) {
    const std::int64_t start = rank(from), end = rank(to);
    // Distances of ranks exceed a signed integer, not an unsigned one.
    const auto distance = [](std::int64_t low, std::int64_t high) {
        return static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    };
    const bool up = start < end;
    const std::uint64_t furthest = up ? distance(start, end) : distance(end, start);
    std::int64_t bad = start, good = start;
    for (std::uint64_t step = 1; !holds(unrank(good)); step *= 2) {
        if (good == end) return to;
        bad = good;
        const bool past = step == 0 || step >= furthest;  // 0 after 2^63
        const auto from_start = static_cast<std::uint64_t>(start) + (up ? step : -step);
        good = past ? end : static_cast<std::int64_t>(from_start);
    }
    for (std::int64_t middle = 0; (middle = std::midpoint(good, bad)) != good;) {
        (holds(unrank(middle)) ? good : bad) = middle;
    }
    return unrank(good);
}

}  // namespace

Bracket of_decreasing(const std::function<Bracket(double)>& f, Bracket level, Bracket search) {
    const auto above = [&](double x) { return f(x).lower > level.upper; };
    const auto below = [&](double x) { return f(x).upper < level.lower; };
    if (below(search.lower)) return search.lower;
    if (above(search.upper)) return search.upper;
    const double near =
        guess([&](double x) { return f(x).middle() - level.middle(); }, search.lower, search.upper);
    return {first_that(near, search.lower, above), first_that(near, search.upper, below)};
}

}  // namespace mizan::root
