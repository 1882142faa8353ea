// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/numeric/bracket.hpp"
#include "mizan/numeric/double_double.hpp"

namespace mizan {

// Numbers of some thirty digits that carry a bound of their own error, as Bracket does for those of
// sixteen: whatever a formula rounds, its result contains the truth. Errors of the operations are
// those of double_double.hpp (docs/proofs/floating-point.md). Where nothing is known the error is
// infinite or not a number.

/// A real number within `error` of `value`.
struct Precise {
    DoubleDouble value;
    double error = 0;

    Precise() = default;
    Precise(double x) : value{x} {}  // NOLINT(google-explicit-constructor): formulas mix both
    Precise(DoubleDouble x, double error_bound) : value{x}, error{error_bound} {}
    explicit Precise(Bracket x);

    /// The narrowest bracket of doubles.
    [[nodiscard]] Bracket bracket() const;

    [[nodiscard]] double size() const { return std::abs(value.high) + std::abs(value.low); }
};

[[nodiscard]] inline Precise operator-(Precise x) { return {-x.value, x.error}; }
[[nodiscard]] Precise operator+(Precise x, Precise y);
[[nodiscard]] Precise operator-(Precise x, Precise y);
[[nodiscard]] Precise operator*(Precise x, Precise y);
[[nodiscard]] Precise operator/(Precise x, Precise y);

/// Beyond |x| = 700 only as sharp as that of a Bracket.
[[nodiscard]] Precise exp(Precise x);
/// For x > 0; elsewhere nothing is known.
[[nodiscard]] Precise log(Precise x);
[[nodiscard]] Precise pi();

/// A complex number; the error is that of its modulus.
struct ComplexPrecise {
    ComplexDoubleDouble value;
    double error = 0;

    ComplexPrecise(ComplexDoubleDouble z, double error_bound) : value{z}, error{error_bound} {}
    ComplexPrecise(Precise real);  // NOLINT(google-explicit-constructor)
    ComplexPrecise(double real)    // NOLINT(google-explicit-constructor)
        : ComplexPrecise(Precise(real)) {}
    ComplexPrecise(Precise real, Precise imag);

    [[nodiscard]] Precise real() const { return {value.real, error}; }

    /// A bound of |value|.
    [[nodiscard]] double size() const { return value.modulus() * (1 + 0x1p-50); }
};

[[nodiscard]] ComplexPrecise operator-(const ComplexPrecise& x);
[[nodiscard]] ComplexPrecise operator+(const ComplexPrecise& x, const ComplexPrecise& y);
[[nodiscard]] ComplexPrecise operator-(const ComplexPrecise& x, const ComplexPrecise& y);
[[nodiscard]] ComplexPrecise operator*(const ComplexPrecise& x, const ComplexPrecise& y);
[[nodiscard]] ComplexPrecise operator/(const ComplexPrecise& x, const ComplexPrecise& y);

/// For Re z ≤ 700; below -700 it is 0 up to its error. Elsewhere, and for |Im z| > 2^40, nothing is
/// known.
[[nodiscard]] ComplexPrecise exp(const ComplexPrecise& z);
/// On the principal branch, or one that is reached from there across its cut.
[[nodiscard]] ComplexPrecise log(const ComplexPrecise& z);

}  // namespace mizan
