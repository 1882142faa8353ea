// SPDX-License-Identifier: Apache-2.0
#include "mizan/meaning/sentence.hpp"

#include <cmath>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "support/generators.hpp"

namespace mizan {
namespace sentence_test {

RC_GTEST_PROP(Sentence, PercentagesAreRoundedToTheSafeSide, ()) {
    const double probability = *support::log_uniform(1e-300, 1);
    const int digits = *rc::gen::inRange(1, 6);
    const double above = std::strtod(percent_above(probability, digits).c_str(), nullptr);
    const double below = std::strtod(percent_below(probability, digits).c_str(), nullptr);
    RC_ASSERT(below <= 100 * probability * (1 + 2e-12));
    RC_ASSERT(above >= 100 * probability * (1 - 2e-12));
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

TEST(Sentence, WhatOnlyRoundingErrorsKeepFromAShortDecimalIsThatDecimal) {
    EXPECT_EQ(percent_below(0.24999999999999994, 3), "25%");
    EXPECT_EQ(percent_above(0.7500000000000001, 3), "75%");
    EXPECT_EQ(percent_below(0.2499999999, 3), "24.9%");
    EXPECT_EQ(percent_above(0.2500000001, 3), "25.1%");
    EXPECT_EQ(percent_above(1.5e-9, 3), "1.5e-07%");
}

TEST(Sentence, SaysWhatTakingPartCanChange) {
    EXPECT_EQ(bad_outcome_sentence(0.001, {0.0003678, 0.0027183}),
              "If something you fear from this release has a chance of 0.1% without your data, "
              "then with your data its chance is at least 0.0367% and at most 0.272%.");
    EXPECT_EQ(bad_outcome_sentence(0.001, {0, 1}),
              "This release promises nothing: something that has a chance of 0.1% without your "
              "data may be certain or impossible with your data.");
    EXPECT_EQ(bad_outcome_sentence(0.001, {0.0003678, 0.0027183}, {Relation::replace_one, 3}),
              "If something you fear from this release has a chance of 0.1% with any other values "
              "in place of the data of you and 2 others, then with the data of you and 2 others "
              "its chance is at least 0.0367% and at most 0.272%.");
}

TEST(Sentence, TheProbabilityThatWasGivenIsPrintedAsGiven) {
    const auto given = [](double q) {
        const std::string text = bad_outcome_sentence(q, q);
        const std::size_t from = text.find("chance of ") + 10;
        return text.substr(from, text.find(' ', from) - from);
    };
    EXPECT_EQ(given(0.999999999), "99.9999999%");
    EXPECT_EQ(given(0.07), "7%");
    EXPECT_EQ(given(0), "0%");
    EXPECT_EQ(given(1), "100%");
    EXPECT_EQ(given(0.5), "50%");
    EXPECT_EQ(given(0.1234567891), "12.34567891%");
    EXPECT_EQ(given(1e-3), "0.1%");
    EXPECT_EQ(given(1.5e-4), "0.015%");
    EXPECT_EQ(given(1e-300), "1e-298%");
}

// The promise compares two inputs, and the sentence must name the two: that you have one value or
// another is two steps of adding or removing a record.
TEST(Sentence, SaysWhatAnObserverCanLearnAboutTheTwoInputsThatTheRelationCompares) {
    EXPECT_EQ(posterior_sentence(0.01, {0.0037023, 0.0267256}, 0.0, {Relation::add_or_remove_one}),
              "Someone who knows everybody else's data and thinks with a chance of 1% that you "
              "took part will after this release think so with a chance between 0.37% and 2.68%.");
    EXPECT_EQ(posterior_sentence(0.01, {0.0037023, 0.0267256}, 0.0, {Relation::replace_one}),
              "Someone who knows everybody else's data and hesitates between two values of yours, "
              "giving one a chance of 1%, will after this release give it a chance between 0.37% "
              "and 2.68%.");
    EXPECT_EQ(posterior_sentence(0.01, {0.0037023, 0.0267256}, 0.0, {Relation::replace_special}),
              "Someone who knows everybody else's data and thinks with a chance of 1% that your "
              "data was used, not left blank, will after this release think so with a chance "
              "between 0.37% and 2.68%.");
    EXPECT_EQ(
        posterior_sentence(0.01, {0.0037023, 0.0267256}, 0.0, {Relation::add_or_remove_one, 2}),
        "Someone who knows everybody else's data and thinks with a chance of 1% that you "
        "and one other took part, not none, will after this release think so with a chance "
        "between 0.37% and 2.68%.");
    EXPECT_EQ(posterior_sentence(0.01, {0.0037023, 0.0267256}, 0.0, {Relation::replace_one, 3}),
              "Someone who knows everybody else's data and hesitates between two values of the "
              "data of you and 2 others, giving one a chance of 1%, will after this release give "
              "it a chance between 0.37% and 2.68%.");
    EXPECT_EQ(posterior_sentence(0.25, 0.25, 1e-5),
              "Except with probability 1e-05, someone who knows everybody else's data and thinks "
              "with a chance of 25% that you took part will after this release think so with a "
              "chance between 25% and 25%.");
}

TEST(Sentence, SaysHowOftenAGuessIsRight) {
    EXPECT_EQ(best_guess_sentence(0.5, 0.7311),
              "Guessing whether you took part, that person is right with a chance of at most "
              "73.2%; without the release, of 50%.");
    EXPECT_EQ(best_guess_sentence(0.01, 0.99, {Relation::replace_one, 2}),
              "Guessing which of the two values is the true one, that person is right with a "
              "chance of at most 99%; without the release, of 99%.");
    EXPECT_EQ(best_guess_sentence(0.5, 1.0, {Relation::replace_special}),
              "Guessing whether your data was used or left blank, that person is right with a "
              "chance of at most 100%; without the release, of 50%.");
    EXPECT_EQ(best_guess_sentence(0.5, 1.0, {Relation::add_or_remove_one, 3}),
              "Guessing whether you and 2 others took part or none, that person is right with a "
              "chance of at most 100%; without the release, of 50%.");
}

TEST(Sentence, SaysHowOftenTheEvidenceIsStrong) {
    EXPECT_EQ(
        large_bayes_factor_sentence(10.0, 0.0012345),
        "The odds that person gives to the truth grow by more than a factor of 10 with a chance "
        "of at most 0.124%.");
    EXPECT_EQ(
        large_bayes_factor_sentence(1.5, 0.0),
        "Whatever comes out, the odds that person gives to the truth do not grow by more than a "
        "factor of 1.5.");
}

}  // namespace sentence_test
}  // namespace mizan
