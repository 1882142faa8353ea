// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/oracle.hpp"

namespace mizan::oracle {

/// A complex number of fifty decimal digits.
class Complex {
public:
    explicit Complex(Real real, Real imag = 0) : real_(real), imag_(imag) {}

    [[nodiscard]] const Real& real() const { return real_; }
    [[nodiscard]] const Real& imag() const { return imag_; }

    friend Complex operator+(const Complex& a, const Complex& b) {
        return Complex(a.real_ + b.real_, a.imag_ + b.imag_);
    }
    friend Complex operator-(const Complex& a, const Complex& b) {
        return Complex(a.real_ - b.real_, a.imag_ - b.imag_);
    }
    friend Complex operator-(const Complex& a) { return Complex(-a.real_, -a.imag_); }
    friend Complex operator*(const Complex& a, const Complex& b) {
        return Complex(a.real_ * b.real_ - a.imag_ * b.imag_,
                       a.real_ * b.imag_ + a.imag_ * b.real_);
    }
    friend Complex operator/(const Complex& a, const Complex& b) {
        const Real square = b.real_ * b.real_ + b.imag_ * b.imag_;
        const Complex product = a * Complex(b.real_, -b.imag_);
        return Complex(product.real_ / square, product.imag_ / square);
    }
    Complex& operator+=(const Complex& b) { return *this = *this + b; }
    Complex& operator*=(const Complex& b) { return *this = *this * b; }

    friend Real abs(const Complex& a) { return sqrt(a.real_ * a.real_ + a.imag_ * a.imag_); }
    friend Complex exp(const Complex& a) {
        const Real size = exp(a.real_);
        return Complex(size * cos(a.imag_), size * sin(a.imag_));
    }
    friend Complex log(const Complex& a) { return Complex(log(abs(a)), atan2(a.imag_, a.real_)); }
    friend Complex pow(const Complex& a, int n) {
        Complex product(1);
        for (int i = 0; i < n; ++i) product *= a;
        return product;
    }

private:
    Real real_, imag_;
};

}  // namespace mizan::oracle
