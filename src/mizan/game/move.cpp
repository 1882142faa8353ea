// SPDX-License-Identifier: Apache-2.0
#include "mizan/game/move.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/units/error.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::game {

namespace {

// Computed from the larger to the smaller, so that exchanging u and v changes the sign and nothing
// else: losses that cancel are recognised as such.
Bracket loss_of(Bracket u, Bracket v) {
    if (u == v) return 0;
    if (u.upper < v.upper) return -loss_of(v, u);
    return v.upper == 0 ? Bracket(infinity) : log(u / v);
}

void check_sum(const std::vector<Bracket>& probabilities, const std::string& name) {
    Bracket sum = 0;
    for (const Bracket p : probabilities) {
        if (p.lower < 0 || p.upper > 1) {
            throw InputError(name + ": a probability must be in [0, 1], got " + to_string(p));
        }
        sum += p;
    }
    // Decimal fractions do not sum to 1 as doubles; an honest list is off by roundings only.
    if (!Bracket(sum.lower - 1e-9, sum.upper + 1e-9).contains(1)) {
        throw InputError(name + ": probabilities must sum to 1, got " + shortest(sum.middle()));
    }
}

double listed_loss_at(const std::vector<Outcome>& outcomes, World world, double p) {
    double loss = 0;
    for (const Outcome& outcome : outcomes) {
        const double probability = (world == World::u ? outcome.u : outcome.v).middle();
        if (probability == 0) continue;
        loss = outcome.loss.middle();
        if ((p -= probability) < 0) break;
    }
    return loss;
}

// The z with Pr[Z <= z] = p: Winitzki's approximation, then Newton's steps on the nearer tail.
double normal_quantile(double p) {
    if (p > 0.5) return -normal_quantile(1 - p);
    constexpr double a = 0.147, sqrt2 = 1.4142135623730951, sqrt_2pi = 2.5066282746310002;
    const double l = std::log(4 * p * (1 - p)), b = 2 / (3.141592653589793 * a) + l / 2;
    double z = -sqrt2 * std::sqrt(std::sqrt(b * b - l / a) - b);
    for (int step = 0; step < 3; ++step) {
        const double excess = std::erfc(-z / sqrt2) / 2 - p;
        z -= excess * sqrt_2pi * std::exp(z * z / 2);
    }
    return z;
}

// The x with Pr[X <= x] = p for Laplace noise of scale 1.
double laplace_quantile(double p) { return p < 0.5 ? std::log(2 * p) : -std::log(2 * (1 - p)); }

}  // namespace

Move listed(std::string name, const std::vector<Bracket>& u, const std::vector<Bracket>& v) {
    if (u.size() != v.size()) {
        throw InputError(name + ": the two lists of probabilities differ in length");
    }
    check_sum(u, name);
    check_sum(v, name);
    std::vector<Outcome> outcomes;
    for (std::size_t i = 0; i < u.size(); ++i) {
        if (u[i].upper == 0 && v[i].upper == 0) continue;
        const Bracket loss = loss_of(u[i], v[i]);
        // Answers that teach the same are one answer.
        const auto same = std::find_if(outcomes.begin(), outcomes.end(),
                                       [&](const Outcome& known) { return known.loss == loss; });
        if (same == outcomes.end()) {
            outcomes.push_back({u[i], v[i], loss});
        } else {
            same->u += u[i];
            same->v += v[i];
        }
    }
    return {std::move(name), outcomes,
            [outcomes](World world, double p) { return listed_loss_at(outcomes, world, p); }};
}

Move gaussian_shift(std::string name, double mean) {
    return {std::move(name), {}, [mean](World world, double p) {
                // log(density at mean + z) - log(density at z), the answer being mean + z or z.
                const double z = normal_quantile(p);
                return mean * z + (world == World::u ? mean * mean / 2 : -mean * mean / 2);
            }};
}

Move laplace_shift(std::string name, double shift) {
    return {std::move(name), {}, [shift](World world, double p) {
                const double x = laplace_quantile(p) + (world == World::u ? shift : 0);
                return std::abs(x) - std::abs(x - shift);
            }};
}

Move nothing() { return listed("nothing", {1}, {1}); }

Move swapped(const Move& move) {
    Move result = move;
    for (Outcome& outcome : result.outcomes) {
        std::swap(outcome.u, outcome.v);
        outcome.loss = -outcome.loss;
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
