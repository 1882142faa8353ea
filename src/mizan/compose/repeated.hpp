// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <vector>

#include "mizan/definition/definition.hpp"
#include "mizan/numeric/bracket.hpp"
#include "mizan/units/doubles.hpp"

namespace mizan::compose {

/// How many times something is run: a whole number in [0, 2^53], so that it is exact as a double.
class Count {
public:
    constexpr Count(double value) : value_{value} {  // NOLINT(google-explicit-constructor)
        if (!(0 <= value && value <= largest_whole) || value != std::floor(value)) {
            throw DomainError("count", "a whole number in [0, 2^53]", value);
        }
    }
    [[nodiscard]] constexpr double value() const { return value_; }
    friend constexpr auto operator<=>(Count, Count) = default;

private:
    double value_;
};

/// `count` mechanisms that all keep the same promise. The theorems in this folder take a list of
/// these and hold for adaptive use: each mechanism may be chosen after seeing all earlier outputs,
/// as long as it keeps the promise written down for it in advance.
struct Repeated {
    ApproxDP guarantee;
    Count count = 1.0;
};

using Steps = std::vector<Repeated>;

/// `count` mechanisms that are epsilon-differentially private.
[[nodiscard]] inline Repeated pure(Epsilon epsilon, Count count = 1.0) {
    return {{epsilon, Delta{0.0}}, count};
}

}  // namespace mizan::compose
