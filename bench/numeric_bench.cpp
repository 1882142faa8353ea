// SPDX-License-Identifier: Apache-2.0
// What one operation on brackets costs, next to the same on doubles.
#include <cmath>

#include <benchmark/benchmark.h>

#include "mizan/numeric/bracket.hpp"
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

void double_exp(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(std::exp(opaque(0.1)));
}
BENCHMARK(double_exp);

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
