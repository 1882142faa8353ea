// SPDX-License-Identifier: Apache-2.0
#include "mizan/game/script.hpp"

#include <gtest/gtest.h>

#include "mizan/game/test_menu.hpp"

namespace mizan::game {
namespace script_test {

using namespace testing;

const Menu& menu() {
    static const Menu two = menu_of({coin(0.6), coin(0.8)});
    return two;
}

std::string complaint(std::string_view script) {
    try {
        (void)scripted(menu(), script);
    } catch (const InputError& error) {
        return error.what();
    }
    return "no complaint";
}

TEST(Script, TheFirstRuleThatFitsCounts) {
    const Adversary adversary = scripted(
        menu(), "loss > 0.5: 2; round = 1: 1 swapped\nloss <= -1 and round > 2: nothing; else: 1");
    EXPECT_EQ(adversary.choose({0, 9, 0.7, {}}), (Choice{2}));
    EXPECT_EQ(adversary.choose({0, 9, 0.5, {}}), (Choice{1, true}));
    EXPECT_EQ(adversary.choose({1, 9, -1, {}}), (Choice{1}));
    EXPECT_EQ(adversary.choose({2, 9, -1, {}}), (Choice{0}));
}

TEST(Script, ComparesInEveryWay) {
    const auto fits = [](const char* rule, double loss) {
        return scripted(menu(), rule).choose({0, 9, loss, {}}) == Choice{1};
    };
    EXPECT_TRUE(fits("loss<1:1", 0.5));
    EXPECT_FALSE(fits("loss < 1: 1", 1));
    EXPECT_TRUE(fits("loss <= 1: 1", 1));
    EXPECT_TRUE(fits("loss >= 1: 1", 1));
    EXPECT_FALSE(fits("loss > 1e0: 1", 1));
    EXPECT_TRUE(fits("loss = -2.5: 1", -2.5));
    EXPECT_TRUE(fits(" 1 ", 7));
}

TEST(Script, AsksForNothingIfNoRuleFits) {
    EXPECT_EQ(scripted(menu(), "loss > 3: 1").choose({0, 1, 0, {}}), (Choice{0}));
}

TEST(Script, SaysWhichRuleIsWrongAndWhatWasExpected) {
    EXPECT_EQ(complaint("1; los > 2: 1"),
              "script, rule 2 'los > 2: 1': expected 'loss' or 'round' at 'los > 2: 1'");
    EXPECT_EQ(complaint("loss ! 2: 1"),
              "script, rule 1 'loss ! 2: 1': expected one of <, <=, >, >=, = at '! 2: 1'");
    EXPECT_EQ(complaint("loss > x: 1"),
              "script, rule 1 'loss > x: 1': expected a number at 'x: 1'");
    EXPECT_EQ(complaint("loss > 2 1: 1"),
              "script, rule 1 'loss > 2 1: 1': expected 'and' or ':' at '1: 1'");
    EXPECT_EQ(complaint("loss > 2:"),
              "script, rule 1 'loss > 2:': expected a move from 1 to 2 or 'nothing' at the end");
    EXPECT_EQ(complaint("else: 3"),
              "script, rule 1 'else: 3': expected a move from 1 to 2 or 'nothing' at '3'");
    EXPECT_EQ(complaint("else: 1 swap"), "script, rule 1 'else: 1 swap': expected ';' at 'swap'");
    EXPECT_EQ(complaint("loss > inf: 1"),
              "script, rule 1 'loss > inf: 1': expected a number at 'inf: 1'");
    EXPECT_EQ(complaint(" ; "), "script: no rule; write for example 'loss > 0.5: 2; else: 1'");
}

RC_GTEST_PROP(Script, NeverCrashesOnAnyText, (const std::string& text)) {
    try {
        const Choice choice = scripted(menu(), text).choose({0, 1, 0.0, {}});
        RC_ASSERT(choice.move < menu().size());
    } catch (const InputError& error) {
        RC_ASSERT(std::string_view(error.what()).starts_with("script"));
    }
}

}  // namespace script_test
}  // namespace mizan::game
