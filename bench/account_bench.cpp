// SPDX-License-Identifier: Apache-2.0
// Whole questions about a program. Goal: ten events by closed forms in less than 5 ms.
#include <benchmark/benchmark.h>

#include "mizan/account/account.hpp"
#include "mizan/calibrate/calibrate.hpp"
#include "mizan/curve/curves.hpp"

namespace mizan {
namespace {

// Ten events, five of them Gaussian, so that no pure analysis applies.
Program ten_events() {
    Program program = 100 * Program(Gaussian{.noise_multiplier = 10.0});
    for (const double noise : {20.0, 35.0, 50.0, 80.0}) {
        program = program + 10 * Program(Gaussian{.noise_multiplier = noise});
    }
    for (const double noise : {20.0, 35.0, 50.0, 80.0, 100.0}) {
        program = program + 5 * Program(Laplace{.noise_multiplier = noise});
    }
    return program;
}

// Ten releases that are purely private, all different: optimal composition applies too.
Program ten_pure_events() {
    Program program = Laplace{.noise_multiplier = 10.0};
    for (int i = 1; i < 10; ++i) program = program + Program(Laplace{.noise_multiplier = 10.0 + i});
    return program;
}

void epsilon_of(benchmark::State& state, const Program& program) {
    for (auto _ : state) benchmark::DoNotOptimize(account(program, Delta{1e-5}));
}
BENCHMARK_CAPTURE(epsilon_of, ten_events, ten_events())->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(epsilon_of, ten_pure_events, ten_pure_events())->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(epsilon_of, one_gaussian, Program(Gaussian{.noise_multiplier = 1.0}))
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(epsilon_of, a_thousand_laplace, 1000 * Program(Laplace{.noise_multiplier = 20.0}))
    ->Unit(benchmark::kMicrosecond);

void delta_of(benchmark::State& state, const Program& program) {
    for (auto _ : state) benchmark::DoNotOptimize(account(program, Epsilon{2.0}));
}
BENCHMARK_CAPTURE(delta_of, ten_events, ten_events())->Unit(benchmark::kMicrosecond);

// 10^4 steps of training, as a curve of a thousand points and with unknown noise.
Program training(double sigma) { return 10'000 * poisson(0.01, Gaussian{sigma}); }
constexpr int points = 1000;

void profile_of_training(benchmark::State& state) {
    std::vector<Epsilon> epsilons;  // δ from 0.48 to 1e-100
    for (int i = 0; i < points; ++i) epsilons.emplace_back(45.0 * i / points);
    for (auto _ : state) benchmark::DoNotOptimize(privacy_profile(training(1), {}, epsilons));
}
BENCHMARK(profile_of_training)->Unit(benchmark::kMicrosecond);

void tradeoff_of_training(benchmark::State& state) {
    std::vector<Probability> rates;
    for (int i = 0; i < points; ++i) rates.emplace_back(1.0 * i / points);
    for (auto _ : state) benchmark::DoNotOptimize(tradeoff_curve(training(1), {}, rates));
}
BENCHMARK(tradeoff_of_training)->Unit(benchmark::kMicrosecond);

void loss_of_training(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(loss_curve(training(1), {}, points));
}
BENCHMARK(loss_of_training)->Unit(benchmark::kMicrosecond);

void noise_of_training(benchmark::State& state) {
    const ProgramTemplate program({.name = "noise_multiplier", .cost = Unknown::Cost::falls},
                                  training);
    const Target target{.keep = ApproxDP{Epsilon{1.0}, Delta{1e-5}}};
    for (auto _ : state) benchmark::DoNotOptimize(calibrate(program, target));
}
BENCHMARK(noise_of_training)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace mizan
