// SPDX-License-Identifier: Apache-2.0
#include "mizan/game/lattice.hpp"

#include <gtest/gtest.h>

#include "mizan/game/adversary.hpp"
#include "mizan/game/game.hpp"
#include "mizan/game/setting.hpp"
#include "mizan/game/test_menu.hpp"

namespace mizan::game {
namespace lattice_test {

// Only the losses matter to a lattice.
Menu menu_with(const std::vector<Bracket>& losses) {
    std::vector<Outcome> outcomes;
    for (const Bracket loss : losses) outcomes.push_back({Bracket(0, 1), Bracket(0, 1), loss});
    return Menu({listed("losses", std::move(outcomes))});
}

TEST(Lattice, APointContainsThePlaysOfDifferentLossesThatWereTakenForOne) {
    const Bracket x(0.45, 0.55), y(0.54, 0.62);
    const Lattice lattice(menu_with({x, y}), 4);
    Lattice::Point point = lattice.origin();
    for (const Bracket loss : {x, x, -y, -y}) point = lattice.after(point, loss);
    // Should the losses be 0.45 and 0.62, the play has lost 0.9 - 1.24.
    EXPECT_LE(lattice.loss(point).lower, -0.34);
    for (const Bracket loss : {-x, -x, y, y}) point = lattice.after(point, loss);
    EXPECT_GE(lattice.loss(lattice.origin()).upper, 0.34);
}

TEST(Lattice, ALossAndItsOppositeMeetInExactlyNothing) {
    const Bracket x(0.45, 0.55);
    const Lattice lattice(menu_with({x, Bracket(2)}), 4);
    EXPECT_EQ(lattice.after(lattice.after(lattice.origin(), x), -x), lattice.origin());
    EXPECT_EQ(lattice.loss(lattice.origin()), Bracket(0));
}

TEST(Lattice, ALossThatMayBeNothingCountsAsNothingAndWidensEveryPoint) {
    const Bracket tiny(-1e-16, 2e-16);
    const Lattice lattice(menu_with({tiny, Bracket(1)}), 10);
    EXPECT_EQ(lattice.after(lattice.origin(), tiny), lattice.origin());
    EXPECT_GE(lattice.loss(lattice.origin()).upper, 2e-15);
    EXPECT_LE(lattice.loss(lattice.origin()).upper, 2.1e-15);
}

// The exact answer at epsilon 0 is the total variation, (0.95 - 0.95) + (0.003 - 0.0027): two
// brackets that agree need not be the same number, and the small outcomes decide.
TEST(Setting, ProbabilitiesThatCannotBeToldApartAreNotTakenForEqual) {
    const auto played = [](const std::vector<double>& p, const std::vector<double>& q) {
        const Program program{DistributionPair{FiniteDistribution(p), FiniteDistribution(q)}};
        const Setting setting = setting_of(program, Relation::add_or_remove_one, 1);
        return delta_at(play_exactly(setting.menu, fixed(setting.in_order), 1), Epsilon{0.0});
    };
    const Bracket small = played({0.95, 0.003, 0.047}, {0.95, 0.0027, 0.0473});
    const double exactly = 0.0003 + 1.6117e-18;  // of these doubles
    EXPECT_LE(small.lower, exactly);
    EXPECT_GE(small.upper, exactly);
    EXPECT_LE(small.width(), 1e-14);
    const Bracket tiny = played({0.7, 0.3, 2e-17}, {0.7, 0.3, 1e-17});
    EXPECT_GE(tiny.upper, 1e-17);
    EXPECT_LE(tiny.upper, 1e-15);
}

TEST(Setting, RefusesTheWeakestPromiseOfNothing) {
    EXPECT_THROW(static_cast<void>(any_of({}, 1)), InputError);
}

}  // namespace lattice_test
}  // namespace mizan::game
