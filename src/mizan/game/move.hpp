// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "mizan/divergence/finite.hpp"

namespace mizan::game {

/// The dealer's coin: which of the two databases of every pair the mechanisms really see.
enum class World { u, v };

/// What the adversary may ask for in one round: a mechanism with the pair of databases on which it
/// is hardest to tell U from V. Either all answers are listed, or only losses can be drawn.
struct Move {
    /// A loss log(dU/dV) for each p in (0, 1): if p is uniform, the loss is that of an answer drawn
    /// in this world. Plain doubles, for sampling only.
    using LossAt = std::function<double(World, double p)>;

    std::string name;
    std::vector<Outcome> outcomes;  ///< P is U, Q is V; empty if the answers cannot be listed
    LossAt loss_at;

    [[nodiscard]] bool is_finite() const { return !outcomes.empty(); }
};

/// A mechanism with these answers, P in world U and Q in world V.
[[nodiscard]] Move listed(std::string name, std::vector<Outcome> outcomes);

/// Gaussian noise: N(mean, 1) against N(0, 1).
[[nodiscard]] Move gaussian_shift(std::string name, double mean);

/// Laplace noise of scale 1: Laplace(shift, 1) against Laplace(0, 1).
[[nodiscard]] Move laplace_shift(std::string name, double shift);

/// A mechanism that says nothing: how the adversary sits out a round.
[[nodiscard]] Move nothing();

/// The same mechanism with the databases exchanged.
[[nodiscard]] Move swapped(const Move& move);

/// Everything the adversary may ask for. Number 0 is always nothing(), so the numbers that people
/// see start at 1.
class Menu {
public:
    explicit Menu(std::vector<Move> moves);

    [[nodiscard]] std::size_t size() const { return moves_.size(); }
    [[nodiscard]] bool is_finite() const;

    /// Move `number` as listed, or with the databases exchanged.
    [[nodiscard]] const Move& move(std::size_t number, bool is_swapped) const;

private:
    std::vector<Move> moves_, swapped_;
};

}  // namespace mizan::game
