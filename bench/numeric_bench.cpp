// SPDX-License-Identifier: Apache-2.0
// What one operation on brackets costs, next to the same on doubles.
#include <array>
#include <cmath>
#include <cstddef>

#include <benchmark/benchmark.h>

#include "mizan/numeric/angle.hpp"
#include "mizan/numeric/bracket.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/numeric/normal.hpp"

namespace mizan {
namespace {

// Hidden from the compiler, so that nothing is computed in advance.
double opaque(double x) {
    benchmark::DoNotOptimize(x);
    return x;
}

void bracket_add(benchmark::State& state) {
    const Bracket x = opaque(0.1);
    const Bracket y = opaque(0.2);
    for (auto _ : state) benchmark::DoNotOptimize(x + y);
}
BENCHMARK(bracket_add);

void bracket_multiply(benchmark::State& state) {
    const Bracket x = opaque(0.1);
    const Bracket y = opaque(0.2);
    for (auto _ : state) benchmark::DoNotOptimize(x * y);
}
BENCHMARK(bracket_multiply);

void bracket_divide(benchmark::State& state) {
    const Bracket x = opaque(0.1);
    const Bracket y = opaque(0.2);
    for (auto _ : state) benchmark::DoNotOptimize(x / y);
}
BENCHMARK(bracket_divide);

void bracket_exp(benchmark::State& state) {
    const Bracket x = opaque(0.1);
    for (auto _ : state) benchmark::DoNotOptimize(exp(x));
}
BENCHMARK(bracket_exp);

// mizan's own functions beside those of the C library, at arguments that differ from call to call.
using Function = double(double);

void one_by_one(benchmark::State& state, Function* f, double least, double most) {
    std::array<double, 1024> x{};
    for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] = least + (most - least) * static_cast<double>(i * 389 % x.size()) / 1024;
    }
    std::size_t i = 0;
    for (auto _ : state) benchmark::DoNotOptimize(f(x[++i % x.size()]));
}

double own_exp(double x) { return plain::exp(x); }
double mills(double x) { return normal::mills_ratio(x).upper; }
double c_mills(double x) { return std::erfc(x) * std::exp(x * x); }

#define BESIDE(name, own, c, least, most)                        \
    BENCHMARK_CAPTURE(one_by_one, own_##name, own, least, most); \
    BENCHMARK_CAPTURE(one_by_one, c_##name, static_cast<Function*>(c), least, most)
BESIDE(exp, own_exp, std::exp, -20, 20);
BESIDE(expm1, plain::expm1, std::expm1, -2, 2);
BESIDE(log, plain::log, std::log, 0.1, 10);
BESIDE(log1p, plain::log1p, std::log1p, -0.5, 2);
BESIDE(sinh, plain::sinh, std::sinh, -3, 3);
BESIDE(cosh, plain::cosh, std::cosh, -3, 3);
BESIDE(tanh, plain::tanh, std::tanh, -3, 3);
BESIDE(asinh, plain::asinh, std::asinh, -3, 3);
BESIDE(sin, plain::sin, std::sin, -100, 100);
BESIDE(cos, plain::cos, std::cos, -100, 100);
BESIDE(asin, plain::asin, std::asin, -1, 1);
BESIDE(mills_ratio, mills, c_mills, 0, 8);
#undef BESIDE

template <double (*f)(double, double)>
double of_two(double x) {
    return f(x, 0.75);
}
double c_atan2(double y, double x) { return std::atan2(y, x); }
double c_hypot(double y, double x) { return std::hypot(y, x); }
double c_pow(double x, double y) { return std::pow(x, y); }

BENCHMARK_CAPTURE(one_by_one, own_atan2, of_two<plain::atan2>, -3, 3);
BENCHMARK_CAPTURE(one_by_one, c_atan2, of_two<c_atan2>, -3, 3);
BENCHMARK_CAPTURE(one_by_one, own_hypot, of_two<plain::hypot>, -3, 3);
BENCHMARK_CAPTURE(one_by_one, c_hypot, of_two<c_hypot>, -3, 3);
BENCHMARK_CAPTURE(one_by_one, own_pow, of_two<plain::pow>, 0.1, 10);
BENCHMARK_CAPTURE(one_by_one, c_pow, of_two<c_pow>, 0.1, 10);

void bracket_log_cosh(benchmark::State& state) {
    const Bracket x = opaque(3.0);
    for (auto _ : state) benchmark::DoNotOptimize(log_cosh(x));
}
BENCHMARK(bracket_log_cosh);

void normal_log_tail(benchmark::State& state) {
    const Bracket x = opaque(static_cast<double>(state.range(0)));
    for (auto _ : state) benchmark::DoNotOptimize(normal::log_tail(x));
}
BENCHMARK(normal_log_tail)->Arg(-5)->Arg(1)->Arg(10)->Arg(100);

void normal_upper_quantile(benchmark::State& state) {
    const Bracket p = opaque(1e-6);
    for (auto _ : state) benchmark::DoNotOptimize(normal::upper_quantile(p));
}
BENCHMARK(normal_upper_quantile);

}  // namespace
}  // namespace mizan
