// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "mizan/numeric/angle.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/numeric/normal.hpp"
#include "mizan/numeric/rounding.hpp"

#include "support/oracle.hpp"

/// The functions of plain doubles beside MPFR's, with the errors that are proven of them.
namespace mizan::test_functions {

using oracle::Real;
using Pair = std::array<double, 2>;

struct Function {
    std::string name;
    double (*ours)(double, double);
    Real (*truth)(const Real&, const Real&);
    double units;                    ///< the proven error, in 2^-53 of the truth
    double units_before_last = 0;    ///< if not 0: before the last rounding, hence a neighbour
    double units_per_logarithm = 0;  ///< for every unit of the truth's logarithm
    std::function<Pair(std::mt19937_64&)> draw;
};

inline double uniform(std::mt19937_64& random, double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
}

/// Any number with a binary exponent from `low` to `high`, of either sign.
inline double of_any_size(std::mt19937_64& random, int low, int high) {
    const double sign = (random() & 1) != 0 ? -1 : 1;
    return sign *
           std::ldexp(uniform(random, 1, 2), std::uniform_int_distribution<int>(low, high)(random));
}

/// Small and large arguments, and those up to `usual`, `small` and 1 as often as each other.
inline auto around(int lowest, int highest, double usual, double small) {
    return [=](std::mt19937_64& random) -> Pair {
        switch (random() % 4) {
            case 0:
                return {of_any_size(random, lowest, highest), 0};
            case 1:
                return {uniform(random, -usual, usual), 0};
            case 2:
                return {uniform(random, -small, small), 0};
            default:
                return {uniform(random, -1, 1), 0};
        }
    };
}

inline Pair positive(std::mt19937_64& random) {
    switch (random() % 4) {
        case 0:
            return {std::abs(of_any_size(random, -1074, 1023)), 0};
        case 1:
            return {uniform(random, 0.5, 2), 0};
        case 2:
            return {1 + of_any_size(random, -52, -5), 0};
        default:
            return {uniform(random, 0, 100), 0};
    }
}

inline Pair above_minus_one(std::mt19937_64& random) {
    switch (random() % 4) {
        case 0:
            return {std::abs(of_any_size(random, -1074, 1023)), 0};
        case 1:
            return {of_any_size(random, -1074, -2), 0};
        case 2:
            return {uniform(random, -1, 1), 0};
        default:
            return {uniform(random, -1.0 / 64, 1.0 / 64), 0};
    }
}

/// Two numbers of similar size.
inline Pair a_point(std::mt19937_64& random) {
    const double y = of_any_size(random, -1074, 1023);
    return {y, std::ldexp(uniform(random, -2, 2) * y,
                          std::uniform_int_distribution<int>(-5, 5)(random))};
}

/// A power that is a double, most of the time.
inline Pair a_power(std::mt19937_64& random) {
    const double x = positive(random)[0];
    return {x, uniform(random, -750, 750) * uniform(random, 0, 1) / std::log(x)};
}

inline const std::vector<Function>& all() {
    using R = const Real&;
    constexpr auto sigma_free_mills = [](R x, R) {
        return erfc(x / sqrt(Real(2))) * exp(x * x / 2) * sqrt(Real::pi() / 2);
    };
    static const std::vector<Function> functions{
        {"exp", [](double x, double) { return plain::exp(x); }, [](R x, R) { return exp(x); }, 1.03,
         0.03, 0, around(-1074, 9, 746, 40)},
        {"expm1", [](double x, double) { return plain::expm1(x); }, [](R x, R) { return expm1(x); },
         1.5, 0.4, 0, around(-1074, 9, 710, 0x1p-3)},
        {"log", [](double x, double) { return plain::log(x); }, [](R x, R) { return log(x); }, 1.1,
         0.06, 0, positive},
        {"log1p", [](double x, double) { return plain::log1p(x); }, [](R x, R) { return log1p(x); },
         1.1, 0.06, 0, above_minus_one},
        {"sinh", [](double x, double) { return plain::sinh(x); }, [](R x, R) { return sinh(x); },
         3.5, 0, 0, around(-1074, 9, 711, 30)},
        {"cosh", [](double x, double) { return plain::cosh(x); }, [](R x, R) { return cosh(x); },
         3.1, 0, 0, around(-1074, 9, 711, 30)},
        {"tanh", [](double x, double) { return plain::tanh(x); }, [](R x, R) { return tanh(x); },
         3.5, 0, 0, around(-1074, 5, 22, 3)},
        {"asinh", [](double x, double) { return plain::asinh(x); }, [](R x, R) { return asinh(x); },
         4.6, 0, 0, around(-1074, 1023, 1e4, 5)},
        {"pow", plain::pow, [](R x, R y) { return pow(x, y); }, 1.2, 0, 0.1, a_power},
        {"sin", [](double x, double) { return plain::sin(x); }, [](R x, R) { return sin(x); }, 3.6,
         0, 0, around(-1074, 1023, 2e6, 100)},
        {"cos", [](double x, double) { return plain::cos(x); }, [](R x, R) { return cos(x); }, 3.6,
         0, 0, around(-1074, 1023, 2e6, 100)},
        {"asin", [](double x, double) { return plain::asin(x); }, [](R x, R) { return asin(x); },
         6.4, 0, 0, around(-1074, -1, 1, 1)},
        {"atan2", plain::atan2, [](R y, R x) { return atan2(y, x); }, 3.9, 0, 0, a_point},
        {"hypot", plain::hypot, [](R x, R y) { return hypot(x, y); }, 2.1, 0, 0, a_point},
        {"mills_ratio", [](double x, double) { return normal::mills_ratio(x).middle(); },
         sigma_free_mills, 2.8, 0, 0,
         [](std::mt19937_64& random) -> Pair {
             return {uniform(random, 0, 8), 0};
         }},
    };
    return functions;
}

/// By how many units what was found differs from the truth; infinite if it is wrong. Beyond the
/// doubles it has to be infinite, and among the subnormal numbers it may be off by the least.
inline double error_in_units(double found, const Real& exact) {
    constexpr double largest = std::numeric_limits<double>::max(), wrong = rounding::inf;
    if (std::isnan(found)) return wrong;
    if (std::isinf(found)) return (found > 0 ? exact : -exact) > Real(largest) ? 0 : wrong;
    const Real off = abs(Real(found) - exact);
    if (abs(exact) < Real(std::numeric_limits<double>::min())) {
        return off <= Real(rounding::tiniest) ? 0 : wrong;
    }
    return static_cast<double>(off / abs(exact)) * 0x1p53;
}

/// Whether the truth is no farther from a normal number than half the way to the next and `units`.
inline bool is_rounded_once(double found, const Real& exact, double units) {
    if (std::isinf(found) || std::abs(found) < 0x1p-1000) return true;
    const double half = (rounding::next_up(std::abs(found)) - std::abs(found)) / 2;
    return abs(Real(found) - exact) <= Real(half) + Real(units * 0x1p-53) * abs(exact);
}

inline bool keeps_its_bound(const Function& function, double found, const Real& exact) {
    const double error = error_in_units(found, exact);
    const double logarithm =
        function.units_per_logarithm > 0 ? std::abs(static_cast<double>(log(exact))) : 0;
    if (error > function.units + function.units_per_logarithm * logarithm) return false;
    return function.units_before_last == 0 ||
           (is_rounded_once(found, exact, function.units_before_last) &&
            exact >= Real(rounding::next_down(found)) && exact <= Real(rounding::next_up(found)));
}

}  // namespace mizan::test_functions
