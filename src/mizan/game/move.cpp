// SPDX-License-Identifier: Apache-2.0
#include "mizan/game/move.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/numeric/normal.hpp"
#include "mizan/units/error.hpp"

namespace mizan::game {

namespace {

double listed_loss_at(const std::vector<Outcome>& outcomes, World world, double p) {
    double loss = 0;
    for (const Outcome& outcome : outcomes) {
        const double probability = (world == World::u ? outcome.p : outcome.q).middle();
        if (probability == 0) continue;
        loss = outcome.log_ratio.middle();
        if ((p -= probability) < 0) break;
    }
    return loss;
}

// The z with Pr[Z <= z] = p: Winitzki's approximation, then Newton's steps on the nearer tail.
double normal_quantile(double p) {
    if (p > 0.5) return -normal_quantile(1 - p);
    constexpr double a = 0.147, sqrt2 = 1.4142135623730951, sqrt_2pi = 2.5066282746310002;
    const double l = plain::log(4 * p * (1 - p)), b = 2 / (3.141592653589793 * a) + l / 2;
    double z = -sqrt2 * std::sqrt(std::sqrt(b * b - l / a) - b);
    for (int step = 0; step < 3; ++step) {
        const double excess = normal::tail(-z).middle() - p;
        z -= excess * sqrt_2pi * plain::exp(z * z / 2);
    }
    return z;
}

// The x with Pr[X <= x] = p for Laplace noise of scale 1.
double laplace_quantile(double p) { return p < 0.5 ? plain::log(2 * p) : -plain::log(2 * (1 - p)); }

}  // namespace

Move listed(std::string name, std::vector<Outcome> outcomes) {
    const auto loss_at = [outcomes](World world, double p) {
        return listed_loss_at(outcomes, world, p);
    };
    return {std::move(name), std::move(outcomes), loss_at};
}

Move gaussian_shift(std::string name, double mean) {
    return {std::move(name), {}, [mean](World world, double p) {
                // log(density at mean + z) - log(density at z), the answer being mean + z or z.
                const double z = normal_quantile(p);
                return mean * (world == World::u ? z + mean / 2 : z - mean / 2);
            }};
}

Move laplace_shift(std::string name, double shift) {
    return {std::move(name), {}, [shift](World world, double p) {
                const double x = laplace_quantile(p) + (world == World::u ? shift : 0);
                return std::abs(x) - std::abs(x - shift);
            }};
}

Move nothing() { return listed("nothing", {{.p = 1, .q = 1, .log_ratio = 0}}); }

Move swapped(const Move& move) {
    Move result = move;
    for (Outcome& outcome : result.outcomes) {
        std::swap(outcome.p, outcome.q);
        outcome.log_ratio = -outcome.log_ratio;
    }
    result.loss_at = [loss_at = move.loss_at](World world, double p) {
        return -loss_at(world == World::u ? World::v : World::u, p);
    };
    return result;
}

Menu::Menu(std::vector<Move> moves) : moves_{std::move(moves)} {
    if (moves_.empty()) throw InputError("a game needs at least one mechanism");
    moves_.insert(moves_.begin(), nothing());
    for (const Move& move : moves_) swapped_.push_back(swapped(move));
}

bool Menu::is_finite() const {
    return std::all_of(moves_.begin(), moves_.end(), [](const Move& m) { return m.is_finite(); });
}

const Move& Menu::move(std::size_t number, bool is_swapped) const {
    if (number >= moves_.size()) {
        throw InputError("there is no move " + std::to_string(number) +
                         "; moves are 0 (nothing) to " + std::to_string(moves_.size() - 1));
    }
    return (is_swapped ? swapped_ : moves_)[number];
}

}  // namespace mizan::game
