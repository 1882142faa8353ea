// SPDX-License-Identifier: Apache-2.0
#include "cli/plot.hpp"

#include <algorithm>
#include <limits>
#include <sstream>

#include <gtest/gtest.h>

#include "cli/text.hpp"
#include "support/generators.hpp"

namespace mizan::cli {
namespace plot_test {

constexpr double inf = std::numeric_limits<double>::infinity();

Plot plot_of(std::vector<std::pair<double, double>> points) {
    return {"title", {"x axis"}, {"y axis"}, {{"line", std::move(points)}}};
}

TEST(Characters, DrawADiagonalFromCornerToCorner) {
    EXPECT_EQ(characters_of(plot_of({{0, 0}, {1, 1}}), 8, 4),
              "title\n"
              "y axis\n"
              "  1 ┤      ⢀⠜\n"
              "    │    ⢀⠔⠁\n"
              "0.5 ┤  ⢀⠔⠁\n"
              "  0 ┤⣀⠔⠁\n"
              "    └────────\n"
              "     0 0.5  1\n"
              "      x axis\n");
}

TEST(Characters, SayThatThereIsNothingToDraw) {
    EXPECT_EQ(characters_of(plot_of({{1, inf}, {inf, 2}})), "title\n(no point can be drawn)\n");
    EXPECT_EQ(characters_of(plot_of({})), "title\n(no point can be drawn)\n");
    Plot plot = plot_of({{1, 0}});
    plot.y.is_logarithmic = true;
    EXPECT_EQ(characters_of(plot), "title\n(no point can be drawn)\n");
}

TEST(Characters, LeaveAGapWhereAPointIsInfinite) {
    const std::string whole = characters_of(plot_of({{0, 1}, {1, 1}, {2, 1}, {3, 1}}), 30, 3);
    const std::string broken = characters_of(plot_of({{0, 1}, {1, 1}, {2, inf}, {3, 1}}), 30, 3);
    EXPECT_NE(whole, broken);
    EXPECT_GT(std::ranges::count(broken, ' '), std::ranges::count(whole, ' '));
}

TEST(Characters, DrawValuesAtTheEndsOfTheDoubles) {
    for (const double y : {1.7e308, -1.7e308, 5e-324, -5e-324}) {
        EXPECT_NE(characters_of(plot_of({{0, y}}), 30, 3).find("\xE2\xA0"), std::string::npos) << y;
        EXPECT_NE(characters_of(plot_of({{0, 0}, {1, y}}), 30, 3).find("\xE2\xA0"),
                  std::string::npos)
            << y;
    }
}

RC_GTEST_PROP(Characters, AlwaysFillTheirFrame, ()) {
    std::vector<std::pair<double, double>> points;
    const int count = *rc::gen::inRange(1, 5);
    for (int i = 0; i < count; ++i) {
        points.emplace_back(*support::log_uniform(1e-300, 1e300),
                            *rc::gen::elementOf(std::vector{-1.7e308, -1.0, 0.0, 1e-300, 1.7e308}));
    }
    Plot plot = plot_of(std::move(points));
    plot.x.is_logarithmic = *rc::gen::inRange(0, 2) == 1;
    std::istringstream lines(characters_of(plot, 40, 5));
    std::size_t rows = 0, dots = 0;
    for (std::string line; std::getline(lines, line); ++rows) {
        RC_ASSERT(display_width(line) <= 60u);
        dots += line.find("\xE2\xA0") != std::string::npos ||
                line.find("\xE2\xA1") != std::string::npos ||
                line.find("\xE2\xA2") != std::string::npos ||
                line.find("\xE2\xA3") != std::string::npos;
    }
    RC_ASSERT(rows == 10u);
    RC_ASSERT(dots > 0u);
}

}  // namespace plot_test
}  // namespace mizan::cli
