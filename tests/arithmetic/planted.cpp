// SPDX-License-Identifier: Apache-2.0
// What tools/arithmetic.py has to find: std::exp in this comment is no use of it.
#include <cmath>

#include <math.h>

double with_std(double x) { return std::expm1(x); }
double of_the_global_namespace(double x) { return ::log(x); }
double unqualified(double x) { return hypot(x, sin(x)); }
double in_wider_numbers(double x) { return static_cast<double>(static_cast<long double>(x) / 3); }
