// SPDX-License-Identifier: Apache-2.0
// One evaluation of a Rényi curve, a profile and its inverse. Goal: a million Rényi evaluations
// per second, so at most 1000 ns each.
#include <benchmark/benchmark.h>

#include "mizan/mechanism/all.hpp"

namespace mizan {
namespace {

// Orders from just above 1 to far away, so that every branch of a curve is met.
constexpr double orders[] = {1.0001, 1.1, 1.5, 2, 3.7, 8, 32, 256, 1e4, 1e7};

template <class M>
void renyi(benchmark::State& state, M mechanism) {
    std::size_t i = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(mechanism);
        benchmark::DoNotOptimize(mechanism.renyi(Order{orders[i++ % std::size(orders)]}));
    }
}
BENCHMARK_CAPTURE(renyi, gaussian_1, Gaussian{.noise_multiplier = 1.0});
BENCHMARK_CAPTURE(renyi, laplace_1, Laplace{.noise_multiplier = 1.0});
BENCHMARK_CAPTURE(renyi, laplace_20, Laplace{.noise_multiplier = 20.0});
BENCHMARK_CAPTURE(renyi, laplace_10000, Laplace{.noise_multiplier = 1e4});
BENCHMARK_CAPTURE(renyi, randomized_response_51, RandomizedResponse{.p = 0.51});
BENCHMARK_CAPTURE(renyi, randomized_response_75, RandomizedResponse{.p = 0.75});
BENCHMARK_CAPTURE(renyi, four_buckets,
                  BucketRandomizedResponse{.noise_parameter = 0.5, .num_buckets = 4.0});

template <class M>
void epsilon(benchmark::State& state, M mechanism) {
    for (auto _ : state) {
        benchmark::DoNotOptimize(mechanism);
        benchmark::DoNotOptimize(mechanism.epsilon(Delta{1e-5}));
    }
}
BENCHMARK_CAPTURE(epsilon, gaussian_1, Gaussian{.noise_multiplier = 1.0});
BENCHMARK_CAPTURE(epsilon, laplace_1, Laplace{.noise_multiplier = 1.0});

}  // namespace
}  // namespace mizan
