#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints special_functions.inc: values of the functions behind mizan's bounds to 45 digits.

    oracles/special_functions.py > oracles/special_functions.inc

Arguments are doubles, written so that C++ reads exactly the same ones. The test that reads the
table is numeric/special_functions_test.cpp.
"""

from mpmath import mp, mpf, binomial, cosh, erfc, erfinv, exp, expm1, log, log1p, pi, sinh, sqrt

mp.dps = 400  # far more than is printed: tails and differences cancel


def tail(x):
    return erfc(x / sqrt(mpf(2))) / 2


def row(name, value, *arguments):
    places = ", ".join(float(x).hex() for x in arguments)
    print(f'{{"{name}", {{{places}}}, "{mp.nstr(value, 45)}"}},')


def main():
    print("// Written by special_functions.py; see there.")
    for x in [-37.5, -8.0, -1.0, -2.0**-20, 0.0, 2.0**-30, 0.5, 3.0, 4.75, 5.0, 5.25, 12.0, 38.0,
              1000.0]:
        row("log_tail", log(tail(mpf(x))), x)
    for x in [-20.0, -3.0, 0.0, 1.5, 4.875, 5.0, 7.0, 16.375, 40.0, 500.0]:
        row("mills_ratio", tail(mpf(x)) * sqrt(2 * pi) * exp(mpf(x) ** 2 / 2), x)
    for p in [2.0**-900, 2.0**-60, 2.0**-20, 0.01171875, 0.25, 0.75, 1 - 2.0**-40]:
        row("upper_quantile", sqrt(mpf(2)) * erfinv(1 - 2 * mpf(p)), p)
    for x in [-700.0, -2.0**-40, 2.0**-60, 0.125, 3.0, 600.0]:
        row("exp_remainder", expm1(mpf(x)) - mpf(x), x)
    for x in [2.0**-40, 0.25, 1.0, 20.0, 5000.0]:
        row("log_cosh", log(cosh(mpf(x))), x)
        row("log_sinh", log(sinh(mpf(x))), x)
    for x in [-2.0**-45, -0.5, -3.0, -200.0]:
        row("log1m_exp", log(-expm1(mpf(x))), x)
    for n, k, odds in [(10, 3, 0.5), (1000, 510, 2.0**-5), (1000000, 500100, 2.0**-10),
                       (1000000, 0, -2.0)]:
        p = 1 / (1 + exp(-mpf(odds)))
        row("binomial_log_mass", log(binomial(n, k)) + k * log(p) + (n - k) * log1p(-p), n, k, odds)


if __name__ == "__main__":
    main()
