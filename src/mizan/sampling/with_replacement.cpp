// SPDX-License-Identifier: Apache-2.0
#include "mizan/sampling/with_replacement.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/numeric/binomial.hpp"
#include "mizan/units/doubles.hpp"

namespace mizan {

namespace {

/// How far and how finely numbers of draws of one record are told apart.
struct Draws {
    /// The list ends where more draws are less likely than this. It is sought in steps that grow.
    static constexpr double negligible = 1e-40, first_reach = 8, growth = 1.25;
    /// Of many numbers close to each other the last stands for all: within so large a share of the
    /// mean, so many parts of a deviation, or so many parts of the distance from the mean.
    static constexpr double close = 1e-5, parts_of_deviation = 6, parts_of_distance = 18;
    /// Smaller numbers than so many deviations below the mean are one.
    static constexpr double deviations_below = 15;
    /// A list of what was drawn at least reaches so far and has so many steps.
    static constexpr double reach = 6, most_steps = 32;
};

void check(double draws, double records) {
    const auto is_count = [](double x) { return x >= 1 && is_whole(x); };
    constexpr const char* rule = "a whole number from 1 to 2^53";
    if (!is_count(draws)) throw DomainError("sample size", rule, draws);
    if (!is_count(records)) throw DomainError("dataset size", rule, records);
}

}  // namespace

PureDP with_replacement(const PureDP& pure, double draws, double records) {
    check(draws, records);
    const Bracket epsilon = pure.epsilon.value();
    const Bracket all = draws * epsilon;
    if (epsilon.upper > largest_exponent) return {Epsilon{all.upper}};
    const Bracket up = draws * log1p(expm1(epsilon) / records);
    const Bracket down = draws * log1p(expm1(-epsilon) / records);
    const Bracket log_ratio = up.upper <= epsilon.lower ? up : up - down;
    return {Epsilon{std::max(0.0, std::min(log_ratio.upper, all.upper))}};
}

std::vector<Places> places_with_replacement(double draws, double records, double group) {
    check(draws, records);
    if (group >= records) return {{draws, 1}};
    const Bracket log_odds = log(Bracket(group)) - log(Bracket(records) - group);
    const auto often = [&](double first, double last) {
        return min(binomial::between(draws, log_odds, first, last), 1);
    };
    const double mean = draws * (group / records), deviation = std::sqrt(mean);
    double last = 0;
    for (double reach = Draws::first_reach; last < draws; reach *= Draws::growth) {
        last = std::min(draws, std::ceil(mean + reach * deviation + reach));
        if (often(last + 1, draws).upper < Draws::negligible) break;
    }
    // Not all of very many numbers need be told apart, least of all rare ones.
    const auto step = [&](double k) {
        return std::floor(std::max({1.0, Draws::close * mean,
                                    deviation / Draws::parts_of_deviation +
                                        std::abs(k - mean) / Draws::parts_of_distance}));
    };
    std::vector<Places> all{{0, exp(draws * log1p(-(Bracket(group) / records)))}};
    double k = std::max(0.0, std::floor(mean - Draws::deviations_below * deviation));
    for (double first = 1; first <= last; first = k + 1) {
        // More places cost more: the last of a range stands for all of it.
        k = std::min(last, k + step(k));
        all.push_back({k, often(first, k)});
    }
    if (last < draws) all.push_back({infinity, often(last + 1, draws)});
    return all;
}

Bracket drawn_at_all(double draws, double records) {
    check(draws, records);
    if (records == 1) return 1;
    return -expm1(draws * log1p(-1 / Bracket(records)));
}

std::vector<ShiftedNormal> drawn_at_least(double draws, double records, double group) {
    check(draws, records);
    if (records <= group) return {{draws, 1}};
    const Bracket log_odds = log(Bracket(group)) - log(Bracket(records) - group);
    const double mean = draws * (group / records),
                 reach = Draws::reach * std::sqrt(mean) + Draws::reach;
    const double low = std::max(1.0, std::floor(mean - reach));
    const double high = std::min(draws, std::ceil(mean + reach));
    const double step = std::ceil((high - low + 1) / Draws::most_steps);
    // What rounding leaves open was never drawn.
    std::vector<ShiftedNormal> all;
    Bracket never = 1;
    for (double first = low; first <= high; first += step) {
        const double last = first + step > high ? draws : first + step - 1;
        const double often = binomial::between(draws, log_odds, first, last).lower;
        all.push_back({first, often});
        never = never - often;
    }
    all.push_back({0, max(0, never)});
    return all;
}

}  // namespace mizan
