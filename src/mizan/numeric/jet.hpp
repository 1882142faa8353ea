// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "mizan/numeric/bracket.hpp"

namespace mizan {

/// The first Taylor coefficients f(x), f'(x), f''(x)/2, ... of a function at a point, or bounds of
/// them on a whole interval. A formula written for Jet computes its own derivatives. Where a
/// function has a kink, only its value is bounded: the coefficients after it are the whole line.
class Jet {
public:
    static constexpr std::size_t degree = 10;

    /// A constant.
    Jet(Bracket value);  // NOLINT(google-explicit-constructor): formulas mix both
    Jet(double value) : Jet(Bracket(value)) {}  // NOLINT(google-explicit-constructor)

    /// The identity function at a point or on an interval.
    [[nodiscard]] static Jet variable(Bracket at);

    /// The k-th coefficient, f^(k)(x) / k!.
    [[nodiscard]] const Bracket& operator[](std::size_t k) const { return coefficients_[k]; }
    [[nodiscard]] Bracket& operator[](std::size_t k) { return coefficients_[k]; }

    [[nodiscard]] const Bracket& value() const { return coefficients_[0]; }
    [[nodiscard]] const Bracket& slope() const { return coefficients_[1]; }

private:
    template <std::size_t... k>
    static std::array<Bracket, degree + 1> zeros(std::index_sequence<k...>) {
        return {((void)k, Bracket(0))...};
    }

    std::array<Bracket, degree + 1> coefficients_ = zeros(std::make_index_sequence<degree + 1>());
};

[[nodiscard]] Jet operator-(const Jet& x);
[[nodiscard]] Jet operator+(const Jet& x, const Jet& y);
[[nodiscard]] Jet operator-(const Jet& x, const Jet& y);
[[nodiscard]] Jet operator*(const Jet& x, const Jet& y);
[[nodiscard]] Jet operator/(const Jet& x, const Jet& y);
[[nodiscard]] Jet square(const Jet& x);
[[nodiscard]] Jet exp(const Jet& x);
[[nodiscard]] Jet expm1(const Jet& x);
[[nodiscard]] Jet log(const Jet& x);
[[nodiscard]] Jet abs(const Jet& x);

/// max(x, 0).
[[nodiscard]] Jet positive_part(const Jet& x);

}  // namespace mizan
