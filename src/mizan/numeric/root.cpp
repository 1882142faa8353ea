// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/root.hpp"

#include <bit>
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

// The last point of [from, to] (by rank) that bisection finds to satisfy `holds`, starting at
// `from`, where it is taken to hold.
template <class Predicate>
double last_that(double from, double to, const Predicate& holds) {
    std::int64_t good = rank(from), bad = rank(to);
    // std::midpoint cannot overflow and rounds towards its first argument.
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
    const double lower = last_that(search.lower, search.upper, above);
    const double upper = last_that(search.upper, lower, below);
    return {lower, upper};
}

Bracket of_increasing(const std::function<Bracket(double)>& f, Bracket level, Bracket search) {
    return of_decreasing([&](double x) { return -f(x); }, -level, search);
}

}  // namespace mizan::root
