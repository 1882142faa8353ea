// SPDX-License-Identifier: Apache-2.0
#include "mizan/game/game.hpp"

#include <algorithm>
#include <map>

#include "mizan/game/lattice.hpp"
#include "mizan/numeric/floating_point_environment.hpp"
#include "mizan/numeric/root.hpp"
#include "mizan/units/error.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::game {

namespace {

// Everything on which the rest of the game can depend.
struct Situation {
    Lattice::Point point;
    std::vector<Turn> transcript;  // stays empty for an adversary that does not remember
    friend auto operator<=>(const Situation&, const Situation&) = default;
};

struct Weight {
    Bracket p = 0, q = 0;
    void add(Bracket more_p, Bracket more_q) {
        p += more_p;
        q += more_q;
    }
};

using Level = std::map<Situation, Weight>;

void check_size(std::size_t situations, std::size_t limit, int round) {
    if (situations <= limit) return;
    throw InputError("the exact game has more than " + std::to_string(limit) +
                     " different situations " + (limit == max_situations ? "after" : "until") +
                     " round " + std::to_string(round + 1) + "; play fewer rounds or draw samples");
}

// The smallest epsilon >= 0 whose delta, drawn from the first of the pair, is at most `delta`.
Bracket epsilon_one_way(const PrivacyLoss& loss, double delta) {
    double largest = 0;
    for (const Outcome& atom : loss.atoms()) {
        if (atom.log_ratio.upper < infinity) largest = std::max(largest, atom.log_ratio.upper);
    }
    const Bracket surely = loss.infinity_mass();
    if (surely.lower > delta) return infinity;
    const Bracket found = root::of_decreasing(
        [&](double epsilon) { return loss.delta(Epsilon{epsilon}); }, delta, {0, largest});
    return surely.upper > delta ? Bracket(found.lower, infinity) : found;
}

}  // namespace

PrivacyLoss play_exactly(const Menu& menu, const Adversary& adversary, int rounds) {
    const DefaultArithmetic arithmetic;
    if (!menu.is_finite()) {
        throw Refused("the exact game needs mechanisms whose answers can be listed",
                      "draw samples");
    }
    const Lattice lattice(menu, rounds);
    Level level{{{lattice.origin(), {}}, {1, 1}}};
    std::size_t visited = 0;
    Weight surely_u, surely_v;  // an answer came that only one world can give
    for (int round = 0; round < rounds; ++round) {
        Level next;
        for (const auto& [situation, weight] : level) {
            const View view{round, rounds, lattice.loss(situation.point).middle(),
                            situation.transcript};
            const Choice choice = adversary.choose(view);
            const auto& outcomes = menu.move(choice.move, choice.is_swapped).outcomes;
            for (std::size_t i = 0; i < outcomes.size(); ++i) {
                const Bracket p = weight.p * outcomes[i].p, q = weight.q * outcomes[i].q;
                if (outcomes[i].log_ratio.lower == infinity) {
                    surely_u.add(p, 0);
                } else if (outcomes[i].log_ratio.upper == -infinity) {
                    surely_v.add(0, q);
                } else {
                    Situation after{lattice.after(situation.point, outcomes[i].log_ratio),
                                    situation.transcript};
                    if (adversary.remembers) after.transcript.push_back({choice, i});
                    next[std::move(after)].add(p, q);
                }
            }
            check_size(next.size(), max_situations, round);
        }
        level = std::move(next);
        check_size(visited += level.size(), max_situations_in_all, round);
    }

    std::map<Lattice::Point, Weight> by_loss;
    for (const auto& [situation, weight] : level) {
        by_loss[situation.point].add(weight.p, weight.q);
    }
    std::vector<Outcome> endings;
    if (surely_v.q.upper > 0) endings.push_back({0, surely_v.q, -infinity});
    for (const auto& [point, weight] : by_loss) {
        endings.push_back({weight.p, weight.q, lattice.loss(point)});
    }
    if (surely_u.p.upper > 0) endings.push_back({surely_u.p, 0, infinity});
    return PrivacyLoss(std::move(endings));
}

Bracket epsilon_at(const PrivacyLoss& loss, Delta delta) {
    const DefaultArithmetic arithmetic;
    return max(epsilon_one_way(loss, delta.value()),
               epsilon_one_way(loss.reversed(), delta.value()));
}

Bracket delta_at(const PrivacyLoss& loss, Epsilon epsilon) {
    const DefaultArithmetic arithmetic;
    return max(loss.delta(epsilon), loss.reversed().delta(epsilon));
}

Bracket guess_probability(const PrivacyLoss& loss) {
    const DefaultArithmetic arithmetic;
    return (1 + total_variation(loss.atoms())) / 2;
}

}  // namespace mizan::game
