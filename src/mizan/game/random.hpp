// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>

namespace mizan::game {

/// The source of every random number in a game. Its stream is fixed by the C++ standard, and the
/// functions below use it without the standard's distributions, whose streams are not: the same
/// seed gives the same game everywhere.
using Generator = std::mt19937_64;

/// Uniform in (0, 1): the middles of 2^53 equal cells, so neither end is met.
[[nodiscard]] inline double uniform(Generator& generator) {
    return (static_cast<double>(generator() >> 11) + 0.5) * 0x1p-53;
}

/// A well-mixed function of two words (the finaliser of SplitMix64): chance that depends on a
/// situation and not on the order in which situations are visited.
[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t seed, std::uint64_t word) {
    std::uint64_t x = seed + 0x9e3779b97f4a7c15 * (word + 1);
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

}  // namespace mizan::game
