// SPDX-License-Identifier: Apache-2.0
// What tools/arithmetic.py has to find: std::exp in this comment is no use of it.
#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <vector>

#include <math.h>

double with_std(double x) { return std::expm1(x); }
double of_the_global_namespace(double x) { return ::log(x); }
double unqualified(double x) { return hypot(x, sin(x)); }
double in_wider_numbers(double x) { return static_cast<double>(static_cast<long double>(x) / 3); }
std::complex<double> by_argument(const std::complex<double>& z) { return pow(z, z); }
std::complex<double> divided(const std::complex<double>& z) { return 1.0 / z; }

void sorted(std::vector<double>& x) {
    std::ranges::sort(x, std::less{}, [](double each) { return std::floor(each); });
    std::sort(x.begin(), x.end(), [](double a, double b) { return std::floor(a) < std::floor(b); });
    std::sort(x.begin(), x.end());  // not to be found
    std::ranges::sort(x);           // nor this
}
