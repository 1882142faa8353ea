// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/pieces.hpp"

#include <atomic>
#include <cmath>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "mizan/inversion/composition.hpp"
#include "mizan/inversion/sampled_gaussian_loss.hpp"

namespace mizan::inversion {
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

struct Nodes {
    explicit Nodes(std::size_t size) : real(size), imag(size), error(size) {}
    std::vector<double> real, imag, error;
};

// The sum over pieces is that over parts one by one, within what both claim, and each time it has the
// same bits.
TEST(Pieces, SumsOverAComposition) {
    Composition parts;
    for (int i = 1; i <= 600; ++i) {
        const double x = std::fmod(i * 0.6180339887498949, 1.0);
        parts.push_back({sampled_gaussian_loss(0.005 + 0.01 * x, 1 + x, Direction::remove), 1});
    }
    constexpr std::size_t size = 24;
    constexpr double step = 0.75;
    const Tilted tilted = tilt(parts, 4, {step * size, 1e-17});
    Nodes together(size), again(size), apart(size);
    add_log_characteristics(parts, tilted, step, 0, {together.real, together.imag, together.error});
    add_log_characteristics(parts, tilted, step, 0, {again.real, again.imag, again.error});
    for (const auto& each : tilted) {
        each->add_log_characteristic(step, 0, 1, {apart.real, apart.imag, apart.error});
    }
    for (std::size_t k = 0; k < size; ++k) {
        EXPECT_EQ(together.real[k], again.real[k]);
        EXPECT_EQ(together.imag[k], again.imag[k]);
        EXPECT_EQ(together.error[k], again.error[k]);
        EXPECT_LE(std::hypot(together.real[k] - apart.real[k], together.imag[k] - apart.imag[k]),
                  together.error[k] + apart.error[k]);
        EXPECT_LT(together.error[k], 1e-9);
        EXPECT_LT(together.error[k], 1.1 * apart.error[k]);
    }
}

}  // namespace pieces_test
}  // namespace mizan::inversion
