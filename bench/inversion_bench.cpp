// SPDX-License-Identifier: Apache-2.0
// The tight engine alone: epsilon at a delta, both directions, as a certified bracket. The counter
// is the relative width of that bracket.
#include <algorithm>
#include <cmath>

#include <benchmark/benchmark.h>

#include "mizan/engine/by_inversion.hpp"
#include "mizan/inversion/normal_mixture/sampled_gaussian_renyi.hpp"

namespace mizan::analysis {
namespace {

using Laws = std::vector<RepeatedLaw>;

void epsilon_of(benchmark::State& state, const Laws& laws, double delta) {
    const Asked question{.at = Delta{delta}};
    Bracket found = 0;
    for (auto _ : state) benchmark::DoNotOptimize(found = by_inversion(laws, question).asked);
    state.counters["width"] = found.width() / found.upper;
}

RepeatedLaw sampled(double q, double sigma, double count) {
    return {SampledGaussianLaw{q, sigma}, count};
}

// Spread over [0, 1), never twice the same.
double golden(int i) { return std::fmod(i * 0.6180339887498949, 1.0); }

template <class Make>
Laws distinct(int size, Make make) {
    Laws laws;
    for (int i = 1; i <= size; ++i) laws.push_back({make(golden(i)), 1});
    return laws;
}

Law laplace(double noise) { return LaplaceLaw{Laplace{.noise_multiplier = noise}}; }

Laws mix() {
    Laws laws = distinct(200, [](double x) { return laplace(40 + 40 * x); });
    for (const auto& each :
         distinct(200, [](double x) { return GaussianLaw{1 / (60 + 40 * x)}; })) {
        laws.push_back(each);
    }
    for (const auto& each : distinct(200, [](double x) { return ResponseLaw{0.01 + 0.02 * x}; })) {
        laws.push_back(each);
    }
    return laws;
}

// The Rényi curve of a sampled Gaussian at 100 orders, none of them whole, as accountants of
// moments ask for it.
void renyi_curve(benchmark::State& state) {
    std::vector<Order> orders;
    for (int i = 0; i < 100; ++i) orders.emplace_back(1.15 + 0.1 * i);
    double widest = 0;
    for (auto _ : state) {
        for (const Bracket& found : inversion::sampled_gaussian_renyi(0.01, 1, orders)) {
            widest = std::max(widest, found.width() / found.upper);
        }
    }
    state.counters["width"] = widest;
}
BENCHMARK(renyi_curve)->Unit(benchmark::kMicrosecond);

#define MIZAN_BENCH(name, laws, delta) \
    BENCHMARK_CAPTURE(epsilon_of, name, laws, delta)->Unit(benchmark::kMicrosecond)

MIZAN_BENCH(training_1e3, (Laws{sampled(0.01, 1, 1e3)}), 1e-5);
MIZAN_BENCH(training_1e4, (Laws{sampled(0.01, 1, 1e4)}), 1e-5);
MIZAN_BENCH(training_1e5, (Laws{sampled(0.01, 1, 1e5)}), 1e-5);
MIZAN_BENCH(training_1e6, (Laws{sampled(0.01, 1, 1e6)}), 1e-5);
MIZAN_BENCH(training_1e4_delta_1e_100, (Laws{sampled(0.01, 1, 1e4)}), 1e-100);
MIZAN_BENCH(few_steps_2, (Laws{sampled(0.01, 1, 2)}), 1e-5);
MIZAN_BENCH(few_steps_3, (Laws{sampled(0.01, 1, 3)}), 1e-5);
MIZAN_BENCH(few_steps_5, (Laws{sampled(0.01, 1, 5)}), 1e-5);
MIZAN_BENCH(few_steps_10, (Laws{sampled(0.01, 1, 10)}), 1e-5);
MIZAN_BENCH(few_steps_20, (Laws{sampled(0.01, 1, 20)}), 1e-5);
MIZAN_BENCH(few_steps_2_small_sample, (Laws{sampled(0.001, 1, 2)}), 1e-5);
MIZAN_BENCH(few_steps_2_little_noise, (Laws{sampled(0.01, 0.5, 2)}), 1e-8);
MIZAN_BENCH(rare_large_losses, (Laws{sampled(1e-5, 0.7, 1e7)}), 1e-8);
MIZAN_BENCH(rare_large_losses_delta_1e_12, (Laws{sampled(1e-5, 0.7, 1e7)}), 1e-12);
MIZAN_BENCH(rarer_large_losses, (Laws{sampled(1e-6, 0.5, 1e8)}), 1e-8);
MIZAN_BENCH(ten_large_losses, (Laws{sampled(1e-4, 1, 1e5)}), 1e-12);
MIZAN_BENCH(one_large_loss, (Laws{sampled(1e-5, 0.7, 1e5)}), 1e-8);
MIZAN_BENCH(thousand_distinct_samples,
            distinct(1000,
                     [](double x) {
                         return SampledGaussianLaw{0.005 + 0.01 * x, 1 + x};
                     }),
            1e-5);
MIZAN_BENCH(mix_of_600, mix(), 1e-6);
MIZAN_BENCH(distinct_responses_200,
            distinct(200, [](double x) { return ResponseLaw{0.01 + 0.05 * x}; }), 1e-6);
MIZAN_BENCH(distinct_laplace_200, distinct(200, [](double x) { return laplace(20 + 40 * x); }),
            1e-6);
MIZAN_BENCH(laplace_100, (Laws{{laplace(10), 100}}), 1e-6);
MIZAN_BENCH(laplace_10000, (Laws{{laplace(100), 10000}}), 1e-6);

}  // namespace
}  // namespace mizan::analysis
