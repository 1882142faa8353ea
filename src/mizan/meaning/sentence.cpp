// SPDX-License-Identifier: Apache-2.0
#include "mizan/meaning/sentence.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "mizan/meaning/bad_outcome.hpp"
#include "mizan/meaning/bayes.hpp"

namespace mizan {

namespace {

constexpr int shown_digits = 2;

// `value` with this many significant digits, without an exponent where that is readable.
std::string written(double value, int digits) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*g", digits, value);
    return text.data();
}

// The shortest text with about `digits` digits whose value is on the right side of `percent`.
std::string rounded(double percent, int digits, bool up) {
    const auto good = [&](const std::string& text) {
        const double shown = std::strtod(text.c_str(), nullptr);
        return up ? shown >= percent : shown <= percent;
    };
    std::string text = written(percent, digits);
    if (good(text)) return text;
    // One unit in the last digit shown.
    const double unit = std::pow(10.0, std::floor(std::log10(percent)) - digits + 1);
    text = written(percent + (up ? unit : -unit) / 2, digits);
    return good(text) ? text : written(percent + (up ? unit : -unit), digits + 1);
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
    const std::string without = written(100 * q.value(), 6) + "%";
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
    return "Someone who believes a fact about you with a chance of " +
           written(100 * prior.value(), 6) +
           "% before seeing this release will afterwards believe it with a chance between " +
           percent_below(after.lower, shown_digits) + " and " +
           percent_above(after.upper, shown_digits) + ", whatever else they know.";
}

}  // namespace mizan
