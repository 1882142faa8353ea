// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <ostream>
#include <string>

#define MPFR_USE_NO_MACRO
#include <mpfr.h>

namespace mizan::oracle {

/// A real number of that many decimal digits. MPFR rounds each operation and function correctly and
/// shares no line with the code under test; unlike header libraries it costs tests no compile time.
template <int digits>
class Digits {
public:
    Digits() { mpfr_custom_init_set(value_, MPFR_ZERO_KIND, 0, bits, limbs_); }
    Digits(const Digits& x) : Digits() { mpfr_set(value_, x.value_, MPFR_RNDN); }
    Digits& operator=(const Digits& x) {
        mpfr_set(value_, x.value_, MPFR_RNDN);
        return *this;
    }
    ~Digits() = default;

    Digits(double x) : Digits() { mpfr_set_d(value_, x, MPFR_RNDN); }
    Digits(std::signed_integral auto x) : Digits() { mpfr_set_si(value_, x, MPFR_RNDN); }
    Digits(std::unsigned_integral auto x) : Digits() { mpfr_set_ui(value_, x, MPFR_RNDN); }
    explicit Digits(const std::string& decimal) : Digits() {
        mpfr_set_str(value_, decimal.c_str(), 10, MPFR_RNDN);
    }
    template <int others>
    explicit Digits(const Digits<others>& x) : Digits() {
        mpfr_set(value_, x.mpfr(), MPFR_RNDN);
    }
    static Digits pi() {
        Digits result;
        mpfr_const_pi(result.value_, MPFR_RNDN);
        return result;
    }

    explicit operator double() const { return mpfr_get_d(value_, MPFR_RNDN); }
    [[nodiscard]] mpfr_srcptr mpfr() const { return value_; }

    friend Digits operator+(const Digits& x, const Digits& y) { return of<mpfr_add>(x, y); }
    friend Digits operator-(const Digits& x, const Digits& y) { return of<mpfr_sub>(x, y); }
    friend Digits operator*(const Digits& x, const Digits& y) { return of<mpfr_mul>(x, y); }
    friend Digits operator/(const Digits& x, const Digits& y) { return of<mpfr_div>(x, y); }
    friend Digits operator-(const Digits& x) { return of<mpfr_neg>(x); }
    Digits& operator+=(const Digits& y) { return *this = *this + y; }
    Digits& operator-=(const Digits& y) { return *this = *this - y; }
    Digits& operator*=(const Digits& y) { return *this = *this * y; }
    Digits& operator/=(const Digits& y) { return *this = *this / y; }

    friend bool operator==(const Digits& x, const Digits& y) {
        return mpfr_equal_p(x.value_, y.value_) != 0;
    }
    friend std::partial_ordering operator<=>(const Digits& x, const Digits& y) {
        if (mpfr_unordered_p(x.value_, y.value_) != 0) return std::partial_ordering::unordered;
        return mpfr_cmp(x.value_, y.value_) <=> 0;
    }

    friend Digits abs(const Digits& x) { return of<mpfr_abs>(x); }
    friend Digits sqrt(const Digits& x) { return of<mpfr_sqrt>(x); }
    friend Digits exp(const Digits& x) { return of<mpfr_exp>(x); }
    friend Digits expm1(const Digits& x) { return of<mpfr_expm1>(x); }
    friend Digits log(const Digits& x) { return of<mpfr_log>(x); }
    friend Digits log1p(const Digits& x) { return of<mpfr_log1p>(x); }
    friend Digits log10(const Digits& x) { return of<mpfr_log10>(x); }
    friend Digits pow(const Digits& x, const Digits& y) { return of<mpfr_pow>(x, y); }
    friend Digits sin(const Digits& x) { return of<mpfr_sin>(x); }
    friend Digits cos(const Digits& x) { return of<mpfr_cos>(x); }
    friend Digits asin(const Digits& x) { return of<mpfr_asin>(x); }
    friend Digits atan2(const Digits& y, const Digits& x) { return of<mpfr_atan2>(y, x); }
    friend Digits hypot(const Digits& x, const Digits& y) { return of<mpfr_hypot>(x, y); }
    friend Digits sinh(const Digits& x) { return of<mpfr_sinh>(x); }
    friend Digits cosh(const Digits& x) { return of<mpfr_cosh>(x); }
    friend Digits tanh(const Digits& x) { return of<mpfr_tanh>(x); }
    friend Digits asinh(const Digits& x) { return of<mpfr_asinh>(x); }
    friend Digits erfc(const Digits& x) { return of<mpfr_erfc>(x); }
    /// log Γ(x), x > 0.
    friend Digits lgamma(const Digits& x) { return of<mpfr_lngamma>(x); }

    friend std::ostream& operator<<(std::ostream& out, const Digits& x) {
        char text[64];
        mpfr_snprintf(text, sizeof text, "%.30RNg", x.value_);
        return out << text;
    }

private:
    // A digit is log2(10) < 10/3 bits.
    static constexpr std::size_t limbs = digits * 10 / 3 / GMP_NUMB_BITS + 1;
    static constexpr mpfr_prec_t bits = limbs * GMP_NUMB_BITS;

    template <auto operation>
    static Digits of(const auto&... x) {
        Digits result;
        operation(result.value_, x.value_..., MPFR_RNDN);
        return result;
    }

    mp_limb_t limbs_[limbs];
    mpfr_t value_;  // its digits are limbs_
};

}  // namespace mizan::oracle
