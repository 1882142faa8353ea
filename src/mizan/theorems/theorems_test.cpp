// SPDX-License-Identifier: Apache-2.0
#include "mizan/theorems/theorems.hpp"

#include <set>
#include <utility>

#include <gtest/gtest.h>

namespace mizan {
namespace theorems_test {

TEST(Theorems, EveryOneSaysWhatItIsAndWhereItIsTested) {
    ASSERT_FALSE(all_theorems().empty());
    for (const Theorem& theorem : all_theorems()) {
        SCOPED_TRACE(theorem.key);
        EXPECT_FALSE(theorem.key.empty());
        EXPECT_FALSE(theorem.title.empty());
        EXPECT_FALSE(theorem.statement.empty());
        EXPECT_FALSE(theorem.guarantee.empty());
        EXPECT_FALSE(theorem.source.empty());
        EXPECT_FALSE(theorem.function.empty());
        EXPECT_TRUE(theorem.header.starts_with("mizan/") || theorem.header.starts_with("src/"));
        EXPECT_NE(theorem.test.find('.'), std::string_view::npos);
    }
}

TEST(Theorems, NoneIsGivenTwice) {
    std::set<std::pair<std::string_view, std::string_view>> seen;
    for (const Theorem& theorem : all_theorems()) {
        EXPECT_TRUE(seen.insert({theorem.key, theorem.title}).second) << theorem.key;
    }
}

TEST(Theorems, AKeyFindsWhatStandsUnderItAndNothingElse) {
    for (const Theorem& theorem : all_theorems()) {
        const auto found = find_theorems(theorem.key);
        EXPECT_FALSE(found.empty()) << theorem.key;
        for (const Theorem& other : found) EXPECT_EQ(other.key, theorem.key);
    }
}

TEST(Theorems, CaseAndAccentsDoNotMatter) {
    const auto found = find_theorems("Rényi");
    EXPECT_FALSE(found.empty());
    EXPECT_EQ(found.size(), find_theorems("RENYI").size());
    EXPECT_EQ(found.size(), find_theorems("renyi").size());
}

TEST(Theorems, SeveralWordsAreAllMentionedInAnyOrder) {
    const auto found = find_theorems("gaussian renyi");
    EXPECT_FALSE(found.empty());
    EXPECT_LT(found.size(), find_theorems("gaussian").size());
    EXPECT_EQ(found.size(), find_theorems("renyi gaussian").size());
    EXPECT_TRUE(find_theorems("gaussian phlogiston").empty());
}

TEST(Theorems, AWordThatOccursNowhereFindsNothing) {
    EXPECT_TRUE(find_theorems("phlogiston").empty());
}

}  // namespace theorems_test
}  // namespace mizan
