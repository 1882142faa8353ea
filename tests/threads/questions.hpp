// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace mizan::threads_test {

/// The numbers of an answer, as their bits.
using Bits = std::vector<std::uint64_t>;

struct NamedQuestion {
    std::string name;
    std::function<Bits()> ask;
};

/// Every kind of question: costs, curves, calibrations, guarantees, meanings, games, programs read.
/// Each makes all that it needs by itself.
[[nodiscard]] std::vector<NamedQuestion> questions_of_their_own();

/// Questions about values that all who ask share: a program, what is known of it, what it means, a
/// template, a loss. Values remember what they worked out; that must not be seen from outside.
[[nodiscard]] std::vector<NamedQuestion> questions_about_shared_values();

}  // namespace mizan::threads_test
