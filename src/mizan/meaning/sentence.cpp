// SPDX-License-Identifier: Apache-2.0
#include "mizan/meaning/sentence.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "mizan/numeric/floating_point_environment.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/units/error.hpp"

namespace mizan {

namespace {

constexpr int shown_digits = 3;
// The rounding errors of a number are below this part of it when it is shown.
constexpr double rounding_errors = 1e-12;

std::string printed(std::chars_format format, int digits, double value) {
    std::array<char, 64> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, format, digits);
    return {text.data(), end.ptr};
}

double number_in(const std::string& text) {
    double value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

// The k with 10^k ≤ x < 10^(k+1), as the shortest digits of x say it.
int magnitude_of(double x) {
    std::array<char, 64> text{};
    char* const end =
        std::to_chars(text.data(), text.data() + text.size(), x, std::chars_format::scientific).ptr;
    const char* sign = std::find(text.data(), end, 'e') + 1;
    if (*sign == '+') ++sign;
    int exponent = 0;
    std::from_chars(sign, end, exponent);
    return exponent;
}

// 25.0 says no more than 25.
std::string without_trailing_zeros(std::string text) {
    const std::size_t point = text.find('.');
    if (point == std::string::npos) return text;
    const std::size_t exponent = std::min(text.find('e'), text.size());
    std::size_t end = exponent;
    while (text[end - 1] == '0') --end;
    if (end - 1 == point) end = point;
    return text.erase(end, exponent - end);
}

// `percent` with about `digits` digits, rounded up or down. An exponent only where the zeros could
// not be counted.
std::string rounded(double percent, int digits, bool up) {
    const int magnitude = magnitude_of(percent);
    const bool tiny = magnitude < -4;
    const int decimals = std::max(0, digits - 1 - magnitude);
    const double unit = plain::pow(10.0, -decimals);
    const auto text_of = [&](double value) {
        return tiny ? printed(std::chars_format::scientific, digits - 1, value)
                    : printed(std::chars_format::fixed, decimals, value);
    };
    const std::string nearest = text_of(percent);
    const double shown = number_in(nearest), error = rounding_errors * percent;
    const bool is_safe = up ? shown >= percent - error : shown <= percent + error;
    return without_trailing_zeros(is_safe ? nearest : text_of(shown + (up ? unit : -unit)));
}

// A number the user gave, as given: the shortest digits that tell it from every other number, with
// the point two places further.
std::string as_percent(double probability) {
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), probability,
                                   std::chars_format::scientific);
    const std::string text(buffer.data(), end.ptr);
    const std::size_t e = text.find('e');
    const std::string digits = text.substr(0, 1) + (e > 2 ? text.substr(2, e - 2) : "");
    const int exponent = probability == 0 ? 0 : std::stoi(text.substr(e + 1)) + 2;
    if (exponent < -4) return text.substr(0, e) + "e" + std::to_string(exponent) + "%";
    if (exponent < 0)
        return "0." + std::string(static_cast<std::size_t>(-1 - exponent), '0') + digits + "%";
    const auto whole = static_cast<std::size_t>(exponent) + 1;
    if (digits.size() <= whole) return digits + std::string(whole - digits.size(), '0') + "%";
    return digits.substr(0, whole) + "." + digits.substr(whole) + "%";
}

std::string others(const Comparison& comparison) {
    const std::int64_t more = comparison.people - 1;
    return more == 1 ? "one other" : std::to_string(more) + " others";
}

// "your data", or "the data of you and 2 others".
std::string whose_data(const Comparison& comparison) {
    if (comparison.people == 1) return "your data";
    return "the data of you and " + others(comparison);
}

// Who hesitates between which two inputs, and what becomes of the belief in the first.
std::string observer(const Comparison& comparison, Probability prior, const Bracket& after) {
    const std::string chance = "a chance of " + as_percent(prior.value());
    const std::string range = "a chance between " + percent_below(after.lower, shown_digits) +
                              " and " + percent_above(after.upper, shown_digits) + ".";
    const bool alone = comparison.people == 1;
    const std::string knows = "omeone who knows everybody else's data and ";
    const std::string thinks_so = " will after this release think so with " + range;
    switch (comparison.relation) {
        case Relation::add_or_remove_one:
            return knows + "thinks with " + chance + " that you " +
                   (alone ? "took part" : "and " + others(comparison) + " took part, not none,") +
                   thinks_so;
        case Relation::replace_one:
            return knows + "hesitates between two values of " +
                   (alone ? "yours" : whose_data(comparison)) + ", giving one " + chance +
                   ", will after this release give it " + range;
        case Relation::replace_special:
            return knows + "thinks with " + chance + " that " + whose_data(comparison) +
                   " was used, not left blank," + thinks_so;
    }
    throw InternalError("internal error: a relation without a sentence");
}

// What the world is like that she is compared with.
std::string otherwise(const Comparison& comparison) {
    switch (comparison.relation) {
        case Relation::add_or_remove_one:
            return "without " + whose_data(comparison);
        case Relation::replace_one:
            return "with any other values in place of " + whose_data(comparison);
        case Relation::replace_special:
            return "with " + whose_data(comparison) + " left blank";
    }
    throw InternalError("internal error: a relation without a sentence");
}

// What an observer would like to know.
std::string guessed(const Comparison& comparison) {
    const bool alone = comparison.people == 1;
    switch (comparison.relation) {
        case Relation::add_or_remove_one:
            return alone ? "whether you took part"
                         : "whether you and " + others(comparison) + " took part or none";
        case Relation::replace_one:
            return "which of the two values is " + std::string(alone ? "yours" : "the true one");
        case Relation::replace_special:
            return "whether " + whose_data(comparison) + " was used or left blank";
    }
    throw InternalError("internal error: a relation without a sentence");
}

}  // namespace

std::string percent_above(double probability, int digits) {
    const DefaultArithmetic arithmetic;
    const double percent = (Bracket(100) * probability).upper;
    if (percent == 0) return "0%";
    return percent >= 100 ? "100%" : rounded(percent, digits, true) + "%";
}

std::string percent_below(double probability, int digits) {
    const DefaultArithmetic arithmetic;
    const double percent = (Bracket(100) * probability).lower;
    if (percent <= 0) return "0%";
    return rounded(percent, digits, false) + "%";
}

std::string bad_outcome_sentence(Probability q, const Bracket& with, const Comparison& comparison) {
    const DefaultArithmetic arithmetic;
    const std::string chance = as_percent(q.value()) + " " + otherwise(comparison);
    if (with.lower == 0 && with.upper == 1) {
        return "This release promises nothing: something that has a chance of " + chance +
               " may be certain or impossible with " + whose_data(comparison) + ".";
    }
    return "If something you fear from this release has a chance of " + chance + ", then with " +
           whose_data(comparison) + " its chance is at least " +
           percent_below(with.lower, shown_digits) + " and at most " +
           percent_above(with.upper, shown_digits) + ".";
}

std::string posterior_sentence(Probability prior, const Bracket& after, Probability failure,
                               const Comparison& comparison) {
    const DefaultArithmetic arithmetic;
    const std::string sure =
        failure.value() == 0 ? "S" : "Except with probability " + shortest(failure.value()) + ", s";
    return sure + observer(comparison, prior, after);
}

std::string best_guess_sentence(Probability prior, Probability most, const Comparison& comparison) {
    const DefaultArithmetic arithmetic;
    const double blind = std::max(prior.value(), (1 - Bracket(prior.value())).lower);
    return "Guessing " + guessed(comparison) + ", that person is right with a chance of at most " +
           percent_above(most.value(), shown_digits) + "; without the release, of " +
           percent_below(blind, shown_digits) + ".";
}

std::string large_bayes_factor_sentence(Positive factor, Probability most) {
    const DefaultArithmetic arithmetic;
    const std::string times = shortest(factor.value());
    if (most.value() == 0) {
        return "Whatever comes out, the odds that person gives to the truth do not grow by more "
               "than a factor of " +
               times + ".";
    }
    return "The odds that person gives to the truth grow by more than a factor of " + times +
           " with a chance of at most " + percent_above(most.value(), shown_digits) + ".";
}

}  // namespace mizan
