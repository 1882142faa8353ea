// SPDX-License-Identifier: Apache-2.0
#include "mizan/game/sampled.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "mizan/game/random.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/floating_point_environment.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/units/error.hpp"

namespace mizan::game {

namespace {

double kl(double x, double m) {
    const double yes = x > 0 ? x * plain::log(x / m) : 0;
    const double no = x < 1 ? (1 - x) * plain::log((1 - x) / (1 - m)) : 0;
    return yes + no;
}

// The m furthest from x in the direction of `end` with kl(x, m) <= level.
double furthest(double x, double end, double level) {
    double near = x, far = end;
    for (int step = 0; step < 60; ++step) {
        const double middle = (near + far) / 2;
        (kl(x, middle) <= level ? near : far) = middle;
    }
    return far;
}

// Losses as they look to the world they were drawn in, each direction by itself.
double empirical_delta(const std::vector<double>& losses, double sign, double epsilon) {
    double sum = 0;
    for (const double loss : losses) {
        if (sign * loss > epsilon) sum -= plain::expm1(epsilon - sign * loss);
    }
    return sum / static_cast<double>(losses.size());
}

// The smallest epsilon >= 0 whose empirical delta is at most `delta`.
double empirical_epsilon(const std::vector<double>& losses, double sign, double delta) {
    if (delta < 0) return infinity;
    if (empirical_delta(losses, sign, 0) <= delta) return 0;
    double top = 0, certain = 0;
    for (const double loss : losses) {
        if (std::isinf(loss)) {
            ++certain;
        } else {
            top = std::max(top, sign * loss);
        }
    }
    if (certain / static_cast<double>(losses.size()) > delta) return infinity;
    double low = 0, high = top;
    for (int step = 0; step < 50; ++step) {
        const double middle = (low + high) / 2;
        (empirical_delta(losses, sign, middle) > delta ? low : high) = middle;
    }
    return high;
}

Estimate larger(Estimate a, Estimate b) {
    return {std::max(a.value, b.value), std::max(a.low, b.low), std::max(a.high, b.high)};
}

}  // namespace

Estimate estimated_mean(double mean, std::size_t count, double miss) {
    const DefaultArithmetic arithmetic;
    if (count == 0) return {0.5, 0, 1};
    const double level = plain::log(2 / miss) / static_cast<double>(count);
    return {mean, furthest(mean, 0, level), furthest(mean, 1, level)};
}

SampledPlay::SampledPlay(std::vector<double> losses_u, std::vector<double> losses_v)
    : losses_u_{std::move(losses_u)}, losses_v_{std::move(losses_v)} {}

Estimate SampledPlay::guess_probability() const {
    const DefaultArithmetic arithmetic;
    const auto wins =
        std::count_if(losses_u_.begin(), losses_u_.end(), [](double l) { return l > 0; }) +
        std::count_if(losses_v_.begin(), losses_v_.end(), [](double l) { return l < 0; });
    const auto is_draw = [](double l) { return l == 0; };
    const auto draws = std::count_if(losses_u_.begin(), losses_u_.end(), is_draw) +
                       std::count_if(losses_v_.begin(), losses_v_.end(), is_draw);
    // A game without information is won half of the time.
    const double score = static_cast<double>(wins) + static_cast<double>(draws) / 2;
    return estimated_mean(score / static_cast<double>(games()), games());
}

Estimate SampledPlay::delta(Epsilon epsilon) const {
    const DefaultArithmetic arithmetic;
    const double e = epsilon.value();
    return larger(
        estimated_mean(empirical_delta(losses_u_, 1, e), losses_u_.size(), default_miss / 2),
        estimated_mean(empirical_delta(losses_v_, -1, e), losses_v_.size(), default_miss / 2));
}

Estimate SampledPlay::epsilon(Delta delta) const {
    const DefaultArithmetic arithmetic;
    const auto estimate = [&](const std::vector<double>& losses, double sign) -> Estimate {
        const double d = delta.value();
        const double w =
            std::sqrt(plain::log(4 / default_miss) / (2 * static_cast<double>(losses.size())));
        return {empirical_epsilon(losses, sign, d),
                d + w < 1 ? empirical_epsilon(losses, sign, d + w) : 0,
                empirical_epsilon(losses, sign, d - w)};
    };
    return larger(estimate(losses_u_, 1), estimate(losses_v_, -1));
}

double SampledPlay::mean() const {
    const DefaultArithmetic arithmetic;
    return std::accumulate(losses_u_.begin(), losses_u_.end(), 0.0) /
           static_cast<double>(losses_u_.size());
}

double SampledPlay::variance() const {
    const DefaultArithmetic arithmetic;
    const double center = mean();
    if (std::isinf(center)) return infinity;
    double sum = 0;
    for (const double loss : losses_u_) sum += (loss - center) * (loss - center);
    return sum / static_cast<double>(losses_u_.size() - 1);
}

double SampledPlay::standard_error() const {
    return std::sqrt(variance() / static_cast<double>(losses_u_.size()));
}

SampledPlay play_sampled(const Menu& menu, const Adversary& adversary, int rounds,
                         std::size_t games, std::uint64_t seed) {
    const DefaultArithmetic arithmetic;
    if (games < min_games || games > max_games) {
        throw InputError("samples must be from " + std::to_string(min_games) + " to " +
                         std::to_string(max_games) + ", got " + std::to_string(games));
    }
    if (static_cast<double>(games) * rounds > max_drawn_rounds) {
        throw InputError("samples times rounds must be at most " + shortest(max_drawn_rounds) +
                         ", got " + std::to_string(games) + " times " + std::to_string(rounds));
    }
    if (adversary.remembers) throw InputError("a sampled game keeps the loss, not the answers");
    Generator generator(seed);
    std::vector<double> losses_u, losses_v;
    for (std::size_t game = 0; game < games; ++game) {
        // The first two games give each world one, so that both are known.
        const bool heads = game < 2 ? game == 0 : uniform(generator) < 0.5;
        const World world = heads ? World::u : World::v;
        double loss = 0;
        for (int round = 0; round < rounds && std::isfinite(loss); ++round) {
            const Choice choice = adversary.choose({round, rounds, loss, {}});
            loss += menu.move(choice.move, choice.is_swapped).loss_at(world, uniform(generator));
        }
        (heads ? losses_u : losses_v).push_back(loss);
    }
    return {std::move(losses_u), std::move(losses_v)};
}

}  // namespace mizan::game
