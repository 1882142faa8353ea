// SPDX-License-Identifier: Apache-2.0
// The largest error of each function among COUNT random arguments, beside what is proven:
//
//     function_errors COUNT SEED
//
// Errors are counted in 2^-53 of the truth, which MPFR computes to fifty digits. That of x^y is
// divided by what is proven of it. Ends with status 1 if an error exceeds its bound.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "mizan/numeric/test_functions.hpp"

int main(int argc, char** argv) {
    using namespace mizan;
    if (argc < 2) {
        std::fputs("function_errors COUNT [SEED]\n", stderr);
        return 2;
    }
    const long count = std::atol(argv[1]);
    std::mt19937_64 random(argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1);
    bool is_kept = true;
    std::printf("%-12s %8s %8s   at\n", "function", "proven", "largest");
    for (const test_functions::Function& function : test_functions::all()) {
        double largest = 0;
        test_functions::Pair where{};
        for (long i = 0; i < count; ++i) {
            const test_functions::Pair x = function.draw(random);
            const double found = function.ours(x[0], x[1]);
            const oracle::Real exact = function.truth(x[0], x[1]);
            double error = test_functions::error_in_units(found, exact);
            if (function.units_per_logarithm > 0) {
                error /= function.units +
                         function.units_per_logarithm * std::abs(static_cast<double>(log(exact)));
            }
            if (error > largest) {
                largest = error;
                where = x;
            }
            if (!keeps_its_bound(function, found, exact)) {
                std::printf("%s(%a, %a) = %a\n", function.name.c_str(), x[0], x[1], found);
                is_kept = false;
            }
        }
        const double proven = function.units_per_logarithm > 0 ? 1 : function.units;
        std::printf("%-12s %8.2f %8.4f   %a, %a\n", function.name.c_str(), proven, largest,
                    where[0], where[1]);
    }
    return is_kept ? 0 : 1;
}
