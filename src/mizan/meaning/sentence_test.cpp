// SPDX-License-Identifier: Apache-2.0
#include "mizan/meaning/sentence.hpp"

#include <cmath>
#include <cstdlib>

#include <gtest/gtest.h>

#include "support/generators.hpp"

namespace mizan {
namespace {

RC_GTEST_PROP(Sentence, PercentagesAreRoundedToTheSafeSide, ()) {
    const double probability = *support::log_uniform(1e-300, 1);
    const int digits = *rc::gen::inRange(1, 6);
    const double above = std::strtod(percent_above(probability, digits).c_str(), nullptr);
    const double below = std::strtod(percent_below(probability, digits).c_str(), nullptr);
    RC_ASSERT(below <= 100 * probability * (1 + 1e-15));
    RC_ASSERT(above >= 100 * probability * (1 - 1e-15));
    RC_ASSERT(above - below <= 220 * probability * std::pow(10.0, 1 - digits));
}

TEST(Sentence, PercentagesReadWell) {
    EXPECT_EQ(percent_above(0.0027183, 2), "0.28%");
    EXPECT_EQ(percent_below(0.0027183, 2), "0.27%");
    EXPECT_EQ(percent_above(0.5, 2), "50%");
    EXPECT_EQ(percent_above(0.999, 2), "100%");
    EXPECT_EQ(percent_below(0.999, 2), "99%");
    EXPECT_EQ(percent_above(0, 2), "0%");
    EXPECT_EQ(percent_below(0, 2), "0%");
    EXPECT_EQ(percent_above(1, 2), "100%");
}

TEST(Sentence, SaysWhatTakingPartCanChange) {
    EXPECT_EQ(bad_outcome_sentence(PureDP{Epsilon{1.0}}, 0.001),
              "If something you fear from this release has a chance of 0.1% without your data, "
              "then with your data its chance is at least 0.036% and at most 0.28%.");
    EXPECT_EQ(bad_outcome_sentence(PureDP{Epsilon{infinity}}, 0.001),
              "This release promises nothing: something that has a chance of 0.1% without your "
              "data may be certain or impossible with it.");
}

TEST(Sentence, SaysWhatAnObserverCanLearn) {
    EXPECT_EQ(posterior_sentence({Epsilon{1.0}}, 0.01),
              "Someone who believes a fact about you with a chance of 1% before seeing this "
              "release will afterwards believe it with a chance between 0.37% and 2.7%, whatever "
              "else they know.");
}

}  // namespace
}  // namespace mizan
