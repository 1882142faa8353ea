// SPDX-License-Identifier: Apache-2.0
#include "mizan/meaning/sentence.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "mizan/meaning/bad_outcome.hpp"
#include "mizan/meaning/bayes.hpp"

namespace mizan {

namespace {

constexpr int shown_digits = 2;

std::string printed(std::chars_format format, int digits, double value) {
    std::array<char, 64> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, format, digits);
    return {text.data(), end.ptr};
}

// `percent` with about `digits` digits, rounded up or down. An exponent only where the zeros could
// not be counted.
std::string rounded(double percent, int digits, bool up) {
    const int magnitude = static_cast<int>(std::floor(std::log10(percent)));
    const bool tiny = magnitude < -4;
    const int decimals = std::max(0, digits - 1 - magnitude);
    const double unit = std::pow(10.0, -decimals);
    const auto text_of = [&](double value) {
        return tiny ? printed(std::chars_format::scientific, digits - 1, value)
                    : printed(std::chars_format::fixed, decimals, value);
    };
    const std::string nearest = text_of(percent);
    const double shown = std::strtod(nearest.c_str(), nullptr);
    if (up ? shown >= percent : shown <= percent) return nearest;
    return text_of(shown + (up ? unit : -unit));
}

// A number the user gave, as given.
std::string as_percent(double probability) {
    return printed(std::chars_format::general, 6, 100 * probability) + "%";
}

}  // namespace

std::string percent_above(double probability, int digits) {
    const double percent = (Bracket(100) * probability).upper;
    if (percent == 0) return "0%";
    return percent >= 100 ? "100%" : rounded(percent, digits, true) + "%";
}

std::string percent_below(double probability, int digits) {
    const double percent = (Bracket(100) * probability).lower;
    if (percent <= 0) return "0%";
    return rounded(percent, digits, false) + "%";
}

std::string bad_outcome_sentence(const Definition& definition, Probability q) {
    const Bracket with = bad_outcome(definition, q);
    const std::string without = as_percent(q.value());
    if (with.lower == 0 && with.upper == 1) {
        return "This release promises nothing: something that has a chance of " + without +
               " without your data may be certain or impossible with it.";
    }
    return "If something you fear from this release has a chance of " + without +
           " without your data, then with your data its chance is at least " +
           percent_below(with.lower, shown_digits) + " and at most " +
           percent_above(with.upper, shown_digits) + ".";
}

std::string posterior_sentence(const PureDP& pure, Probability prior) {
    const Bracket after = posterior(pure, prior);
    return "Someone who believes a fact about you with a chance of " + as_percent(prior.value()) +
           " before seeing this release will afterwards believe it with a chance between " +
           percent_below(after.lower, shown_digits) + " and " +
           percent_above(after.upper, shown_digits) + ", whatever else they know.";
}

}  // namespace mizan
