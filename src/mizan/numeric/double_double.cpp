// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/double_double.hpp"

#include <array>
#include <cstddef>

#include "mizan/numeric/angle.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"

namespace mizan {

namespace {

constexpr DoubleDouble log_2{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
constexpr DoubleDouble half_pi{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

// 1/1!, 1/2!, …
const auto inverse_factorial = [] {
    std::array<DoubleDouble, 18> table{};
    double factorial = 1;
    for (std::size_t k = 0; k < table.size(); ++k) {
        factorial *= static_cast<double>(k + 1);  // exact
        table[k] = DoubleDouble(1) / factorial;
    }
    return table;
}();

// Σ_k x^k / (first + k·stride)!. From `in_doubles` on the terms are so small that doubles do.
template <std::size_t stride, std::size_t first, std::size_t in_doubles, std::size_t terms>
DoubleDouble series(DoubleDouble x) {
    double tail = 0;
    for (std::size_t k = terms; k-- > in_doubles;) {
        tail = inverse_factorial[first - 1 + k * stride].high + x.high * tail;
    }
    DoubleDouble sum = x.high * tail;
    for (std::size_t k = in_doubles; k-- > 0;) {
        sum = inverse_factorial[first - 1 + k * stride] + (k + 1 == in_doubles ? sum : x * sum);
    }
    return sum;
}

}  // namespace

DoubleDouble exp(DoubleDouble x) {
    if (!(std::abs(x.high) < 0x1p20)) return plain::exp(x.high);  // 0, infinity or NaN
    const double turns = std::nearbyint(x.high / log_2.high);
    const DoubleDouble rest = turns == 0 ? x : x - log_2 * turns;
    const DoubleDouble small = scaled(rest, 0x1p-9);
    DoubleDouble grown = small * series<1, 1, 5, 9>(small);  // e^small - 1
    for (int i = 0; i < 9; ++i) grown = scaled(grown, 2) + grown * grown;
    return scaled(1 + grown, std::ldexp(1.0, static_cast<int>(turns)));
}

ComplexDoubleDouble cis(DoubleDouble x) {
    const double turns = std::nearbyint(x.high / half_pi.high);
    const DoubleDouble rest = turns == 0 ? x : x - half_pi * turns;
    const DoubleDouble small = scaled(rest, 0x1p-4), minus_square = -(small * small);
    DoubleDouble sine = small * series<2, 1, 4, 9>(minus_square);
    DoubleDouble fall = minus_square * series<2, 2, 4, 8>(minus_square);  // cos - 1
    for (int i = 0; i < 4; ++i) {
        const DoubleDouble next = scaled(sine + sine * fall, 2);
        fall = scaled(-(sine * sine), 2);
        sine = next;
    }
    const DoubleDouble cosine = 1 + fall;
    const double quarter = turns - 4 * std::floor(turns / 4);
    if (quarter == 0) return {cosine, sine};
    if (quarter == 1) return {-sine, cosine};
    return quarter == 2 ? ComplexDoubleDouble{-cosine, -sine} : ComplexDoubleDouble{sine, -cosine};
}

ComplexDoubleDouble exp(const ComplexDoubleDouble& z) { return exp(z.real) * cis(z.imag); }

ComplexDoubleDouble log(const ComplexDoubleDouble& z) {
    const double x = z.real.high, y = z.imag.high;
    const double real = plain::log(plain::hypot(x, y)), imag = plain::atan2(y, x);
    // z e^{-first} = 1 + η with |η| < 2^-40, and log(1 + η) = η - η²/2 + …
    ComplexDoubleDouble ratio = z * (exp(DoubleDouble(-real)) * cis(-imag));
    ratio.real = ratio.real - 1;
    const double a = ratio.real.high, b = ratio.imag.high;
    const double real_square = (a - b) * (a + b) / 2, imag_square = a * b;
    return {real + (ratio.real - real_square), imag + (ratio.imag - imag_square)};
}

}  // namespace mizan
