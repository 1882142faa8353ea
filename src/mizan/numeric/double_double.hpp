// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "mizan/numeric/angle.hpp"
#include "mizan/numeric/two_doubles.hpp"

namespace mizan {

/// Products are off by one unit at most, relative to their modulus.
struct ComplexDoubleDouble {
    DoubleDouble real, imag;

    [[nodiscard]] double modulus() const { return plain::hypot(real.high, imag.high); }
};

[[nodiscard]] inline ComplexDoubleDouble operator+(const ComplexDoubleDouble& x,
                                                   const ComplexDoubleDouble& y) {
    return {x.real + y.real, x.imag + y.imag};
}

[[nodiscard]] inline ComplexDoubleDouble operator*(const ComplexDoubleDouble& x,
                                                   const ComplexDoubleDouble& y) {
    return {x.real * y.real - x.imag * y.imag, x.real * y.imag + x.imag * y.real};
}

[[nodiscard]] inline ComplexDoubleDouble operator*(DoubleDouble x, const ComplexDoubleDouble& y) {
    return {x * y.real, x * y.imag};
}

[[nodiscard]] inline ComplexDoubleDouble conjugate(const ComplexDoubleDouble& x) {
    return {x.real, -x.imag};
}

/// e^x for |x| ≤ 600, off by at most exp_error(x), relatively.
[[nodiscard]] DoubleDouble exp(DoubleDouble x);
[[nodiscard]] inline double exp_error(double x) {
    const double size = std::abs(x);
    return 4 + std::fmin(64 * size, 20 + 2 * size);
}

/// cos x + i sin x for |x| ≤ 2^40, off by at most cis_error(x).
[[nodiscard]] ComplexDoubleDouble cis(DoubleDouble x);
[[nodiscard]] inline double cis_error(double x) { return exp_error(x); }

/// e^z, off by at most exp_error(Re z) + cis_error(Im z) + 2, relatively.
[[nodiscard]] ComplexDoubleDouble exp(const ComplexDoubleDouble& z);

/// log z on the principal branch, off by at most log_error(log z), for |log z| ≤ 600.
[[nodiscard]] ComplexDoubleDouble log(const ComplexDoubleDouble& z);
[[nodiscard]] inline double log_error(const ComplexDoubleDouble& log_z) {
    return exp_error(log_z.real.high) + cis_error(log_z.imag.high) + 8 + 2 * log_z.modulus();
}

}  // namespace mizan
