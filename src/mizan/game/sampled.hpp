// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "mizan/game/game.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::game {

/// A number known from samples: the estimate, and an interval that contains the truth except with
/// the probability that was allowed for. Not a Bracket: it proves nothing.
struct Estimate {
    double value, low, high;
};

/// How often an interval may miss the truth, unless another probability is asked for.
inline constexpr double default_miss = 1e-3;

/// The mean of a variable in [0, 1], estimated from the mean of `count` independent draws of it.
///
/// Theorem    Hoeffding63 T1: Chernoff's bound for bounded variables
/// States     Pr[mean of n draws ≥ x] ≤ exp(-n kl(x, m)) for x ≥ m, and likewise below, where
///            kl(x, m) = x log(x/m) + (1-x) log((1-x)/(1-m))
/// Needs      independent draws in [0, 1] with mean m
/// Guarantee  estimate: both sides together miss with probability at most `miss`
/// Source     Hoeffding63 Theorem 1
/// Test       Sampled.IntervalsOfAMeanMissRarely
[[nodiscard]] Estimate estimated_mean(double mean, std::size_t count, double miss = default_miss);

/// The losses of many games, each with its own flip of the dealer's coin.
class SampledPlay {
public:
    /// Losses log(dU/dV) of the games in which the coin said U, and of those in which it said V.
    SampledPlay(std::vector<double> losses_u, std::vector<double> losses_v);

    [[nodiscard]] std::size_t games() const { return losses_u_.size() + losses_v_.size(); }

    /// How often the adversary names the coin by the sign of the loss, its best guess.
    [[nodiscard]] Estimate guess_probability() const;

    /// The smallest delta for this epsilon, the larger of both directions.
    [[nodiscard]] Estimate delta(Epsilon epsilon) const;

    /// The smallest epsilon for this delta, the larger of both directions. The interval holds for
    /// all deltas at once (Dvoretzky-Kiefer-Wolfowitz, constant by Massart 1990): if the empirical
    /// distribution is off by at most w, so is the empirical delta.
    [[nodiscard]] Estimate epsilon(Delta delta) const;

    /// Mean and variance of the loss in world U, without an interval: losses are not bounded.
    [[nodiscard]] double mean() const;
    [[nodiscard]] double variance() const;

    /// The standard deviation of the estimated mean.
    [[nodiscard]] double standard_error() const;

private:
    std::vector<double> losses_u_, losses_v_;
};

/// Each world is seen at least once, and losses are kept, eight bytes each.
inline constexpr std::size_t min_games = 100, max_games = std::size_t{1} << 21;

/// More rounds in all games together would take minutes.
inline constexpr double max_drawn_rounds = 1e8;

/// Plays so many games. Any menu will do; the adversary must not be one that remembers answers.
[[nodiscard]] SampledPlay play_sampled(const Menu& menu, const Adversary& adversary, int rounds,
                                       std::size_t games, std::uint64_t seed);

}  // namespace mizan::game
