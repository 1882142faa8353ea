// SPDX-License-Identifier: Apache-2.0
// Every number that an event or a scheme has, with the values at its edges.
#pragma once

#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "mizan/program/scheme.hpp"
#include "mizan/units/quantity.hpp"

#include "io/text.hpp"

namespace mizan::support {

/// A program with "?" in the place of one number, and what that may be, in growing order.
struct Dial {
    std::string program;
    std::vector<double> values;

    [[nodiscard]] std::string at(double value) const {
        std::string text = program;
        return text.replace(text.find('?'), 1, shortest(value));
    }
};

inline const std::vector<double>& noise_scales() {
    static const std::vector<double> values{0, 5e-324, 1e-9, 0.1, 1, 30, 1e9, 1e300, infinity};
    return values;
}
inline const std::vector<double>& losses() {
    static const std::vector<double> values{0, 5e-324, 1e-9, 0.5, 1, 30, 800, 1e300, infinity};
    return values;
}
inline const std::vector<double>& finite_sizes() {
    static const std::vector<double> values{0, 1e-300, 1e-9, 0.5, 1, 30, 1e300};
    return values;
}
inline const std::vector<double>& probabilities() {
    static const std::vector<double> values{0, 1e-300, 1e-6, 0.25, 0.75, 1 - 0x1p-53, 1};
    return values;
}
inline const std::vector<double>& counts_from_one() {
    static const std::vector<double> values{1, 2, 100, 1e6, 1e12, static_cast<double>(max_count)};
    return values;
}
inline const std::vector<double>& counts_from_zero() {
    static const std::vector<double> values{0, 1, 3, 1e3, 1e9, static_cast<double>(max_count)};
    return values;
}

/// Of all events that stand alone.
inline std::vector<Dial> dials_of_leaves() {
    constexpr auto most = static_cast<double>(max_count);
    return {
        {"gaussian(?)", noise_scales()},
        {"laplace(?)", noise_scales()},
        {"discrete_gaussian(?, 1)", noise_scales()},
        {"discrete_gaussian(2, ?)", counts_from_one()},
        {"discrete_laplace(?, 2)", losses()},
        {"discrete_laplace(0.5, ?)", counts_from_one()},
        {"randomized_response(?)", probabilities()},
        {"randomized_response(noise_parameter=?, num_buckets=4)", probabilities()},
        {"randomized_response(noise_parameter=0.5, num_buckets=?)", counts_from_one()},
        {"exponential(?)", losses()},
        {"permute_and_flip(?)", losses()},
        {"report_noisy_max(?)", losses()},
        {"sparse_vector(?, 4, 1, 0)", noise_scales()},
        {"sparse_vector(2, ?, 3, 0)", noise_scales()},
        {"sparse_vector(2, 4, ?, 1)", counts_from_one()},
        {"sparse_vector(2, 4, 3, ?)", {0, 1}},
        {"tree(?, [100])", noise_scales()},
        {"tree(4, [?, 7])", counts_from_zero()},
        {"matrix_mechanism(?, [1, 0.5, 0.375], 100, 10, 3)", noise_scales()},
        {"matrix_mechanism(2, [1, ?], 100, 10, 3)", finite_sizes()},
        {"matrix_mechanism(2, [1, 0.5, 0.375], ?, 10, 3)", counts_from_one()},
        {"matrix_mechanism(2, [1, 0.5, 0.375], 100, ?, 3)", counts_from_one()},
        {"matrix_mechanism(2, [1, 0.5, 0.375], 100, 10, ?)", counts_from_one()},
        {"mixture_of_gaussians(?, [0, 1, 2], [0.8, 0.15, 0.05])", noise_scales()},
        {"mixture_of_gaussians(1, [0, ?], [0.5, 0.5])", finite_sizes()},
        {"mixture_of_gaussians(1, [0, 1], [1, ?])", {0, 1e-300, 1e-17}},
        {"truncated_laplace(?, 30)", noise_scales()},
        {"truncated_laplace(1, ?)", finite_sizes()},
        {"thresholded_laplace(?, 30)", noise_scales()},
        {"thresholded_laplace(1, ?)", finite_sizes()},
        {"thresholded_gaussian(?, 30)", noise_scales()},
        {"thresholded_gaussian(1, ?)", finite_sizes()},
        {"pure(?)", losses()},
        {"approximate(?, 1e-6)", losses()},
        {"approximate(0.5, ?)", probabilities()},
        {"zcdp(?)", losses()},
        {"zcdp(0.1, ?)", finite_sizes()},
        {"cdp(?, 0.5)", losses()},
        {"cdp(0.1, ?)", losses()},
        {"gdp(?)", losses()},
        {"renyi([(?, 0.1)])", {1, 1 + 0x1p-52, 1.5, 2, 1e9, infinity}},
        {"renyi([(2, ?), (inf, 3)])", losses()},
        {"profile([(?, 1e-3)])", losses()},
        {"profile([(0.5, ?), (3, 0)])", probabilities()},
        {"tradeoff([(?, 0)])", probabilities()},
        {"tradeoff([(0, ?)])", probabilities()},
        {"pair([?, 1], [0.5, 0.5])", {0, 1e-300, 1e-17}},
        {"pair([0.75, 0.25], [1, ?])", {0, 1e-300, 1e-17}},
        {"truncated_poisson_gaussian(?, 0.01, 30, 1)", {1, 1e3, most}},
        {"truncated_poisson_gaussian(1000, ?, 30, 1)", {0, 1e-300, 1}},
        {"truncated_poisson_gaussian(1000, 0.01, ?, 1)", {0, 1, most}},
        {"truncated_poisson_gaussian(1000, 0.01, 30, ?)", {0, 1, 1e300, infinity}},
    };
}

/// Of all schemes; "%" stands for what is inside.
inline std::vector<Dial> dials_of_schemes() {
    static const std::vector<double> means{1, 1 + 0x1p-52, 3, 1e9, 1e300};
    static const std::vector<double> few{0, 1, 2, 99, 100};
    return {
        {"poisson(?, %)", probabilities()},
        {"100 * poisson(?, %)", probabilities()},
        {"? * poisson(0.01, %)", counts_from_zero()},
        {"without_replacement(?, 1, %)", counts_from_one()},
        {"without_replacement(100, ?, %)", few},
        {"with_replacement(?, 3, %)", counts_from_one()},
        {"with_replacement(100, ?, %)", counts_from_zero()},
        {"repeat_and_select(%, ?, 1)", means},
        {"repeat_and_select(%, ?, inf)", {5e-324, 0.5, 1, 30, 1e300}},
        {"repeat_and_select(%, 3, ?)", {-1 + 0x1p-53, 0, 1, 1e300, infinity}},
        {"random_allocation(?, 1, %)", counts_from_one()},
        {"random_allocation(100, ?, %)", few},
        {"shuffled(?, %)", counts_from_one()},
        {"group(?, %)", counts_from_one()},
        {"group(?, poisson(0.1, %))", {1, 2, 1e6}},
        {"? * (%)", counts_from_zero()},
    };
}

/// Programs on which mizan once failed: a weight was larger than every double, probabilities did
/// not add up, e^ε - 1 was 0.
inline std::vector<Dial> dials_that_failed() {
    return {
        {"? * without_replacement(1000, 100, gaussian(2) + laplace(3))", {1, 1e6}},
        {"poisson(0.1, mixture_of_gaussians(?, [0, 1, 2], [0.8, 0.15, 0.05]))", noise_scales()},
        {"group(3, approximate(?, 1e-6))", losses()},
    };
}

/// Events to put into schemes: with a closed form and without one, with and without a failure,
/// known by their laws or by a promise.
inline const std::vector<std::string>& insides() {
    static const std::vector<std::string> programs{
        "gaussian(1)",
        "laplace(1)",
        "approximate(0.5, 1e-6)",
        "randomized_response(0.75)",
        "exponential(1)",
        "discrete_laplace(0.5, 2)",
        "zcdp(0.1)",
        "renyi([(2, 0.1), (8, 0.5)])",
        "profile([(0.5, 1e-3), (1, 1e-6)])",
        "pair([0.75, 0.25], [0.5, 0.5])",
        "gaussian(2) + laplace(3)",
        "poisson(0.1, gaussian(1))",
        "random_allocation(10, 1, gaussian(1))",
    };
    return programs;
}

/// A scheme around a program.
inline Dial around(Dial scheme, const std::string& inside) {
    scheme.program.replace(scheme.program.find('%'), 1, inside);
    return scheme;
}

}  // namespace mizan::support
