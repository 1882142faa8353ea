// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace mizan::support {

/// A double whose logarithm is uniform, so tiny and huge values are met equally often.
/// Shrinks towards `low`.
inline rc::Gen<double> log_uniform(double low, double high) {
    constexpr int steps = 1'000'000;
    return rc::gen::map(rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, steps + 1)),
                        [=](int step) {
                            const double part = static_cast<double>(step) / steps;
                            return low * std::pow(high, part) * std::pow(low, -part);
                        });
}

/// A double uniform in [low, high]. Shrinks towards `low`.
inline rc::Gen<double> uniform(double low, double high) {
    constexpr int steps = 1'000'000'000;
    return rc::gen::map(
        rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, steps)),
        [=](int step) { return low + (high - low) * (static_cast<double>(step) / (steps - 1)); });
}

/// An order in (1, 1 + reach], dense near 1 as well as far away.
inline rc::Gen<double> order(double reach = 1e6) {
    return rc::gen::map(log_uniform(1e-9, reach), [](double excess) { return 1 + excess; });
}

}  // namespace mizan::support
