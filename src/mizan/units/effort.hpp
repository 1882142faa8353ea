// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

#include "mizan/units/quantity.hpp"

namespace mizan {

/// How narrow an answer shall be, how much work it may take, and who may stop it. None of the three
/// makes a bound untrue.
struct Effort {
    /// About a second on one core of the machine of docs/internals/benchmarks.md.
    static constexpr double usual_work = 1e9;

    /// An answer of this relative width is good enough. With 0 it is as narrow as usual.
    NonNegative width = 0.0;

    /// At most so many products. A product is what one node of a line costs for one coefficient:
    /// about a nanosecond. It is counted and not measured, so that an answer that met this limit
    /// has the same bits on every machine. Infinity: no limit.
    WorkLimit work = usual_work;

    /// Once a stop is requested, the question ends with Stopped within a tenth of a second.
    std::stop_token stop = {};
};

/// Somebody stopped the question. No answer and no error, and hence no Error.
class Stopped : public std::exception {
public:
    [[nodiscard]] const char* what() const noexcept override { return "stopped"; }
};

}  // namespace mizan
