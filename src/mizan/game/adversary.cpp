// SPDX-License-Identifier: Apache-2.0
#include "mizan/game/adversary.hpp"

#include <bit>
#include <cmath>
#include <map>
#include <memory>
#include <set>

#include "mizan/game/lattice.hpp"
#include "mizan/game/random.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/units/error.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::game {

namespace {

// Where answers cannot be listed, this number of equally likely losses stands for them.
constexpr int strata = 32;

// The losses that a request can lead to in world U, with their probabilities.
struct Prospect {
    std::vector<std::pair<double, double>> losses;  // probability, loss
    double mean = 0;

    explicit Prospect(const Move& move) {
        for (const Outcome& outcome : move.outcomes) {
            if (outcome.p.upper > 0) {
                losses.emplace_back(outcome.p.middle(), outcome.log_ratio.middle());
            }
        }
        for (int i = 0; i < strata && !move.is_finite(); ++i) {
            losses.emplace_back(1.0 / strata, move.loss_at(World::u, (i + 0.5) / strata));
        }
        for (const auto& [probability, loss] : losses) mean += probability * loss;
    }

    [[nodiscard]] double mean_of(const Objective& objective, double loss_so_far) const {
        double sum = 0;
        for (const auto& [probability, loss] : losses) {
            sum += probability * objective(loss_so_far + loss);
        }
        return sum;
    }
};

// Whether x exceeds y by more than their rounding, which is not to decide between equals: a request
// and the same with the worlds exchanged are often worth as much.
bool is_more(double x, double y) {
    constexpr double rounding = 1e-12;
    return x > y && !(x - y <= rounding * std::abs(y));
}

// The best choice by a value that each choice has, the first of them if several are best.
template <class Value>
Choice best_choice(const Menu& menu, const Value& value) {
    Choice best{0};
    auto best_value = value(best);
    for (std::size_t move = 1; move < menu.size(); ++move) {
        for (const bool is_swapped : {false, true}) {
            const Choice choice{move, is_swapped};
            const auto its_value = value(choice);
            if (is_more(its_value, best_value)) {
                best = choice;
                best_value = its_value;
            }
        }
    }
    return best;
}

// Every point that can be reached in each round, whatever the adversary asks for.
std::vector<std::set<Lattice::Point>> reachable(const Menu& menu, const Lattice& lattice,
                                                int rounds) {
    std::vector<std::set<Lattice::Point>> levels{{lattice.origin()}};
    std::size_t situations = 1;
    for (int round = 0; round < rounds; ++round) {
        std::set<Lattice::Point> next;
        for (const Lattice::Point& point : levels.back()) {
            for (std::size_t move = 0; move < menu.size(); ++move) {
                for (const bool is_swapped : {false, true}) {
                    for (const Outcome& outcome : menu.move(move, is_swapped).outcomes) {
                        if (std::isinf(outcome.log_ratio.middle())) continue;
                        next.insert(lattice.after(point, outcome.log_ratio));
                    }
                }
            }
            if (situations + next.size() > max_situations) {
                throw InputError("the best strategy looks at more than " +
                                 std::to_string(max_situations) +
                                 " situations in this game; play fewer rounds or be greedy");
            }
        }
        situations += next.size();
        levels.push_back(std::move(next));
    }
    return levels;
}

}  // namespace

Objective hockey_stick_at(double epsilon) {
    return [epsilon](double loss) { return loss > epsilon ? -plain::expm1(epsilon - loss) : 0; };
}

Objective mean_loss() {
    return [](double loss) { return loss; };
}

Adversary fixed(std::vector<Choice> choices) {
    return {"fixed", [choices = std::move(choices)](const View& view) {
                return choices.at(static_cast<std::size_t>(view.round));
            }};
}

Adversary random(const Menu& menu, std::uint64_t seed) {
    const std::uint64_t requests = 2 * (menu.size() - 1);
    return {"random", [requests, seed](const View& view) -> Choice {
                const auto situation = mixed(static_cast<std::uint64_t>(view.round),
                                             std::bit_cast<std::uint64_t>(view.loss));
                const std::uint64_t request = mixed(seed, situation) % requests;
                return {1 + request / 2, request % 2 == 1};
            }};
}

Adversary greedy(const Menu& menu, Objective objective) {
    std::map<Choice, Prospect> prospects;
    for (std::size_t move = 0; move < menu.size(); ++move) {
        for (const bool is_swapped : {false, true}) {
            const Choice choice{move, is_swapped};
            prospects.emplace(choice, Prospect(menu.move(move, is_swapped)));
        }
    }
    return {"greedy", [prospects, objective = std::move(objective)](const View& view) {
                const auto value = [&](const Prospect& prospect) {
                    return std::pair(prospect.mean_of(objective, view.loss), prospect.mean);
                };
                auto best = prospects.begin();
                auto best_value = value(best->second);
                for (auto next = std::next(best); next != prospects.end(); ++next) {
                    const auto next_value = value(next->second);
                    if (is_more(next_value.first, best_value.first) ||
                        (!is_more(best_value.first, next_value.first) &&
                         is_more(next_value.second, best_value.second))) {
                        best = next;
                        best_value = next_value;
                    }
                }
                return best->first;
            }};
}

Adversary optimal(const Menu& menu, int rounds, const Objective& objective) {
    if (!menu.is_finite()) {
        throw Refused("the best strategy is known only for mechanisms whose answers can be listed",
                      "be greedy");
    }
    const Lattice lattice(menu, rounds);
    const auto levels = reachable(menu, lattice, rounds);

    std::map<Lattice::Point, double> value;
    for (const Lattice::Point& point : levels.back()) {
        value[point] = objective(lattice.loss(point).middle());
    }
    auto plan = std::make_shared<std::map<std::pair<int, double>, Choice>>();
    for (int round = rounds - 1; round >= 0; --round) {
        std::map<Lattice::Point, double> value_before;
        for (const Lattice::Point& point : levels[static_cast<std::size_t>(round)]) {
            const auto mean = [&](Choice choice) {
                double sum = 0;
                for (const Outcome& outcome : menu.move(choice.move, choice.is_swapped).outcomes) {
                    if (outcome.p.upper == 0) continue;
                    sum += outcome.p.middle() *
                           (std::isinf(outcome.log_ratio.middle())
                                ? objective(infinity)
                                : value.at(lattice.after(point, outcome.log_ratio)));
                }
                return sum;
            };
            const Choice choice = best_choice(menu, mean);
            value_before[point] = mean(choice);
            (*plan)[{round, lattice.loss(point).middle()}] = choice;
        }
        value = std::move(value_before);
    }
    return {"optimal", [plan](const View& view) { return plan->at({view.round, view.loss}); }};
}

Adversary pursuing(const std::function<Adversary(double epsilon)>& aimed_at,
                   const std::function<double(const Adversary&)>& reached) {
    // The search ends here even if the last target exceeds the one before.
    constexpr int max_targets = 20;
    Adversary best = aimed_at(0);
    double target = reached(best);
    for (int i = 0; i < max_targets && target < infinity; ++i) {
        Adversary next = aimed_at(target);
        const double epsilon = reached(next);
        if (!(epsilon > target)) break;
        best = std::move(next);
        target = epsilon;
    }
    return best;
}

}  // namespace mizan::game
