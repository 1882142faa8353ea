// SPDX-License-Identifier: Apache-2.0
#include "cli/format.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace mizan::cli {

namespace {

// No double has more significant decimal digits than this.
constexpr int all_digits = 767;

/// 0.d1d2d3... times 10^exponent.
struct Decimal {
    std::string digits;
    int exponent = 0;
};

Decimal parse(std::string_view written) {
    const std::size_t e = written.find('e');
    const std::size_t sign = written[e + 1] == '+' ? 1 : 0;
    Decimal result;
    std::from_chars(written.data() + e + 1 + sign, written.data() + written.size(),
                    result.exponent);
    ++result.exponent;
    std::ranges::copy_if(written.substr(0, e), std::back_inserter(result.digits),
                         [](char c) { return c != '.'; });
    return result;
}

Decimal exact_decimal(double magnitude) {
    std::array<char, all_digits + 16> text{};
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), magnitude,
                                            std::chars_format::scientific, all_digits - 1);
    return parse({text.data(), static_cast<std::size_t>(end - text.data())});
}

Decimal shortest_decimal(double magnitude) {
    std::array<char, 32> text{};
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), magnitude,
                                            std::chars_format::scientific);
    return parse({text.data(), static_cast<std::size_t>(end - text.data())});
}

/// Cuts to `digits` digits, towards 0 or away from it.
Decimal rounded(Decimal x, int digits, bool away) {
    const auto keep = std::min(static_cast<std::size_t>(std::max(digits, 1)), x.digits.size());
    const bool is_exact = x.digits.find_first_not_of('0', keep) == std::string::npos;
    x.digits.resize(keep);
    if (away && !is_exact) {
        // 0.1299 -> 0.13; 0.999 -> 1.00
        const std::size_t last = x.digits.find_last_not_of('9');
        if (last == std::string::npos) return {"1", x.exponent + 1};
        x.digits.resize(last + 1);
        ++x.digits[last];
    }
    x.digits.erase(x.digits.find_last_not_of('0') + 1);
    return x;
}

std::string to_text(const Decimal& x) {
    const int count = static_cast<int>(x.digits.size());
    const auto zeros = [](int n) { return std::string(static_cast<std::size_t>(n), '0'); };
    if (-4 < x.exponent && x.exponent <= 0) return "0." + zeros(-x.exponent) + x.digits;
    if (count <= x.exponent && x.exponent <= 9) return x.digits + zeros(x.exponent - count);
    if (0 < x.exponent && x.exponent < count) {
        const auto point = static_cast<std::size_t>(x.exponent);
        return x.digits.substr(0, point) + "." + x.digits.substr(point);
    }
    const std::string tail = count > 1 ? "." + x.digits.substr(1) : "";
    return x.digits.substr(0, 1) + tail + "e" + std::to_string(x.exponent - 1);
}

std::string format(double x, int digits, bool upward) {
    if (std::isinf(x)) return x > 0 ? "inf" : "-inf";
    if (x == 0) return "0";
    const std::string sign = x < 0 ? "-" : "";
    const double magnitude = std::abs(x);
    // 0.1 is shown as it is read, though the double is 0.1000000000000000055...
    const Decimal shortest = shortest_decimal(magnitude);
    if (static_cast<int>(shortest.digits.size()) <= digits) return sign + to_text(shortest);
    return sign + to_text(rounded(exact_decimal(magnitude), digits, upward == (x > 0)));
}

}  // namespace

std::string format_up(double x, int digits) { return format(x, digits, true); }

std::string format_down(double x, int digits) { return format(x, digits, false); }

std::string format_between(const Bracket& x, int digits) {
    const std::string lower = format_down(x.lower, digits);
    const std::string upper = format_up(x.upper, digits);
    return lower == upper ? lower : "between " + lower + " and " + upper;
}

}  // namespace mizan::cli
