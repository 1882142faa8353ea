// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>

#if defined(__FAST_MATH__) || __FLT_EVAL_METHOD__ == 2 || __FLT_EVAL_METHOD__ < 0
#error "mizan's bounds rest on IEEE arithmetic: no -ffast-math, and on x86 -msse2 -mfpmath=sse"
#endif

namespace mizan {

/// A real number known to lie in [lower, upper].
///
/// Arithmetic on brackets rounds outward, so a formula written with them is a proof of its own
/// rounding error: whatever comes out contains the exact value of the formula. An operation whose
/// result is a double stays exact (2 * 3 is [6, 6]), so limits and edge cases stay sharp. Where
/// nothing is known (inf - inf, 0 * inf, division by a bracket around 0) the result is the whole
/// line; it never is NaN. Plain values, safe to share between threads.
struct Bracket {
    double lower;
    double upper;

    /// Exactly `value`. Throws DomainError if it is NaN.
    Bracket(double value)  // NOLINT(google-explicit-constructor): formulas mix both
        : Bracket(value, value) {}

    /// Throws DomainError if a bound is NaN or lower > upper.
    Bracket(double lower_bound, double upper_bound) : lower{lower_bound}, upper{upper_bound} {
        if (!(lower <= upper)) [[unlikely]]
            refuse();
    }

    /// Nothing is known.
    static Bracket whole_line();

    [[nodiscard]] bool contains(double x) const { return lower <= x && x <= upper; }
    [[nodiscard]] bool is_exact() const { return lower == upper; }
    [[nodiscard]] double width() const { return upper - lower; }

    /// Some double inside; the middle where that makes sense.
    [[nodiscard]] double middle() const;

    friend bool operator==(const Bracket&, const Bracket&) = default;

private:
    [[noreturn]] void refuse() const;
};

[[nodiscard]] inline Bracket operator-(Bracket x) { return {-x.upper, -x.lower}; }
[[nodiscard]] Bracket operator+(Bracket x, Bracket y);
[[nodiscard]] Bracket operator-(Bracket x, Bracket y);
[[nodiscard]] Bracket operator*(Bracket x, Bracket y);
[[nodiscard]] Bracket operator/(Bracket x, Bracket y);
inline Bracket& operator+=(Bracket& x, Bracket y) { return x = x + y; }
inline Bracket& operator*=(Bracket& x, Bracket y) { return x = x * y; }

[[nodiscard]] inline Bracket abs(Bracket x) {
    if (x.lower >= 0) return x;
    if (x.upper <= 0) return -x;
    return {0, std::max(-x.lower, x.upper)};
}
[[nodiscard]] Bracket square(Bracket x);
[[nodiscard]] inline Bracket min(Bracket x, Bracket y) {
    return {std::min(x.lower, y.lower), std::min(x.upper, y.upper)};
}
[[nodiscard]] inline Bracket max(Bracket x, Bracket y) {
    return {std::max(x.lower, y.lower), std::max(x.upper, y.upper)};
}

/// Elementary functions: of exponential.hpp and logarithm.hpp, widened by their proven errors.
/// Arguments below the domain count as its edge: sqrt([-1e-20, 4]) is [0, 2], log of it starts at
/// -inf. Throws DomainError if no part of the bracket lies in the domain.
[[nodiscard]] Bracket sqrt(Bracket x);
[[nodiscard]] Bracket exp(Bracket x);
[[nodiscard]] Bracket expm1(Bracket x);
[[nodiscard]] Bracket log(Bracket x);
[[nodiscard]] Bracket log1p(Bracket x);
[[nodiscard]] Bracket sinh(Bracket x);
[[nodiscard]] Bracket cosh(Bracket x);
[[nodiscard]] Bracket tanh(Bracket x);

/// log(exp(x) + exp(y)), without overflow; -inf stands for a zero term.
[[nodiscard]] Bracket log_add_exp(Bracket x, Bracket y);

/// log(1 - exp(x)) for x <= 0.
[[nodiscard]] Bracket log1m_exp(Bracket x);

/// log(cosh(x)), without overflow or cancellation.
[[nodiscard]] Bracket log_cosh(Bracket x);

/// log(sinh(x)) for x >= 0, without overflow.
[[nodiscard]] Bracket log_sinh(Bracket x);

/// The smallest bracket that contains both.
[[nodiscard]] Bracket hull(Bracket x, Bracket y);

/// What two brackets of the same number say together. Throws InternalError if they contradict.
[[nodiscard]] Bracket intersect(Bracket x, Bracket y);

/// "[lower, upper]" with the shortest digits that read back exactly.
[[nodiscard]] std::string to_string(Bracket x);

/// Circle constant and its relatives, as brackets of the real numbers.
namespace constant {
[[nodiscard]] Bracket pi();
[[nodiscard]] Bracket log2();
[[nodiscard]] Bracket sqrt2();
[[nodiscard]] Bracket log_sqrt_2pi();
}  // namespace constant

}  // namespace mizan
