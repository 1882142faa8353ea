// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/pieces.hpp"

#include <atomic>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace mizan {
namespace pieces_test {

TEST(Pieces, EveryPartIsDoneOnce) {
    for (const std::size_t parts : {0U, 1U, 511U, 512U, 513U, 2000U}) {
        std::vector<std::atomic<int>> times(parts);
        for_each_part(parts, [&](std::size_t i) { ++times[i]; });
        for (std::size_t i = 0; i < parts; ++i) EXPECT_EQ(times[i], 1) << i << " of " << parts;
    }
}

TEST(Pieces, WhatOneThrowsIsThrownWhenAllHaveEnded) {
    std::atomic<int> ended{0};
    EXPECT_THROW(for_each_piece(100,
                                [&](std::size_t piece) {
                                    ++ended;
                                    if (piece == 17) throw std::length_error("17");
                                }),
                 std::length_error);
    EXPECT_EQ(ended, 100);
}

}  // namespace pieces_test
}  // namespace mizan
