// SPDX-License-Identifier: Apache-2.0
// Optimal composition. Goal: n = 10^6 equal steps in less than 50 ms.
#include <benchmark/benchmark.h>

#include "mizan/compose/optimal.hpp"

namespace mizan::compose {
namespace {

void optimal_equal(benchmark::State& state) {
    const double n = static_cast<double>(state.range(0));
    const Repeated step{ApproxDP{Epsilon{1 / std::sqrt(n)}, Delta{0.0}}, n};
    for (auto _ : state) benchmark::DoNotOptimize(optimal_epsilon(step, Delta{1e-6}));
}
BENCHMARK(optimal_equal)
    ->RangeMultiplier(100)
    ->Range(100, 1'000'000)
    ->Unit(benchmark::kMicrosecond);

void optimal_unequal(benchmark::State& state) {
    Steps steps;
    for (int i = 1; i <= state.range(0); ++i) steps.push_back(pure(Epsilon{0.05 + 0.001 * i}));
    for (auto _ : state) benchmark::DoNotOptimize(optimal_epsilon(steps, Delta{1e-6}));
}
BENCHMARK(optimal_unequal)->Arg(10)->Arg(50)->Arg(200)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace mizan::compose
