// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace mizan::plain {

// Functions of plain doubles. Every step is one operation of IEEE 754, so they have the same bits
// on every processor, from every compiler and with every C library; std::exp and its kin have not,
// and nothing proves how far off they are. The errors are proven in docs/proofs/floating-point.md.
// Results beyond the doubles are infinite, undefined ones NaN.
//
// "A neighbour": the truth lies strictly between the two doubles next to what is returned, or is
// what is returned. "n units": the error is at most n 2^-53 times the truth, as long as that is not
// subnormal.

/// No function in exponential.hpp, logarithm.hpp and angle.hpp but pow is off by more units in the
/// last place, each of them two of the units above.
inline constexpr int most_ulps = 4;

/// e^x: a neighbour.
[[nodiscard]] double exp(double x);

/// e^(x + rest) for |rest| ≤ 2^-50 |x|: a neighbour.
[[nodiscard]] double exp(double x, double rest);

/// e^x - 1: a neighbour.
[[nodiscard]] double expm1(double x);

/// 4 units.
[[nodiscard]] double sinh(double x);
[[nodiscard]] double cosh(double x);
[[nodiscard]] double tanh(double x);

}  // namespace mizan::plain
