// SPDX-License-Identifier: Apache-2.0
#include "mizan/game/game.hpp"

#include <map>

#include "mizan/game/lattice.hpp"
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

void check_size(const Level& level, int round) {
    if (level.size() <= max_situations) return;
    throw InputError("the exact game has more than " + std::to_string(max_situations) +
                     " different situations after round " + std::to_string(round + 1) +
                     "; play fewer rounds or draw samples");
}

}  // namespace

PrivacyLoss play_exactly(const Menu& menu, const Adversary& adversary, int rounds) {
    if (!menu.is_finite()) {
        throw InputError("the exact game needs mechanisms whose answers can be listed");
    }
    const Lattice lattice(menu);
    Level level{{{lattice.origin(), {}}, {1, 1}}};
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
            check_size(next, round);
        }
        level = std::move(next);
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

}  // namespace mizan::game
