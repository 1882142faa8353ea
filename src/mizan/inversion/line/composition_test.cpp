// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/line/composition.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "mizan/inversion/normal_mixture/sampled_gaussian_loss.hpp"

namespace mizan::inversion {
namespace composition_test {

struct Nodes {
    explicit Nodes(std::size_t size) : real(size), imag(size), error(size) {}
    std::vector<double> real, imag, error;
};

// The sum over pieces is that over parts one by one, within what both claim, and each time it has
// the same bits.
TEST(Composition, SumsOverPiecesOfManyParts) {
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

}  // namespace composition_test
}  // namespace mizan::inversion
