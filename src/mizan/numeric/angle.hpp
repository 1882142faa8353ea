// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace mizan::plain {

// What exponential.hpp says of its functions holds for these, too.

/// 4 units, for all finite x.
[[nodiscard]] double sin(double x);
[[nodiscard]] double cos(double x);

/// The angle of the point (x, y) in [-π, π]: 5 units. Of no distance it is 0 or π, with the signs
/// of the zeros as IEEE 754 wants them.
[[nodiscard]] double atan2(double y, double x);

/// For |x| ≤ 1: 8 units.
[[nodiscard]] double asin(double x);

/// √(x² + y²): 2.1 units.
[[nodiscard]] double hypot(double x, double y);

/// sin y for |y| ≤ 0.7855, off by at most 1.6u of itself.
inline double sine_near_zero(double y) {
    const double v = y * y;
    return y - y * v *
                   (0x1.5555555555555p-3 -
                    v * (0x1.1111111111111p-7 -
                         v * (0x1.a01a01a01a01ap-13 -
                              v * (0x1.71de3a556c734p-19 -
                                   v * (0x1.ae64567f544e4p-26 -
                                        v * (0x1.6124613a86d09p-33 -
                                             v * (0x1.ae7f3e733b81fp-41 -
                                                  v * 0x1.952c77030ad4ap-49)))))));
}

/// cos y for |y| ≤ 0.7855, off by at most 1.9u.
inline double cosine_near_zero(double y) {
    const double v = y * y;
    return 1 -
           (0.5 * v -
            v * v *
                (0x1.5555555555555p-5 -
                 v * (0x1.6c16c16c16c17p-10 -
                      v * (0x1.a01a01a01a01ap-16 -
                           v * (0x1.27e4fb7789f5cp-22 -
                                v * (0x1.1eed8eff8d898p-29 -
                                     v * (0x1.93974a8c07c9dp-37 - v * 0x1.ae7f3e733b81fp-45)))))));
}

}  // namespace mizan::plain
