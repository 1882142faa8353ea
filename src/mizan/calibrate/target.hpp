// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>

#include "mizan/account/question.hpp"
#include "mizan/definition/definition.hpp"
#include "mizan/numeric/bracket.hpp"
#include "mizan/program/program.hpp"

namespace mizan {

/// An adversary sees the output and guesses which of two equally likely neighbours was the input:
/// the probability that the guess is right, less the probability that it is wrong. It is δ at
/// epsilon 0, the total variation.
struct Advantage {
    Probability most;
};

/// An adversary tests whether the input was one of two neighbours: how often the test says so when
/// it was, if it says so with probability at most `false_positive_rate` when it was the other.
struct TruePositiveRate {
    Probability most;
    Probability false_positive_rate;
};

/// What a program has to keep to, for these neighbours.
struct Target {
    std::variant<ApproxDP, Advantage, TruePositiveRate> keep;
    Relation relation = Relation::add_or_remove_one;
    Count group_size = 1;
    Effort effort = {};  ///< for the cost of one program

    /// A calibration asks for many costs, and may take so many times the work of one.
    static constexpr double times_to_calibrate = 10;
    [[nodiscard]] Effort effort_of_calibration() const;

    /// The most that the cost may be: an epsilon, a delta or a rate.
    [[nodiscard]] double level() const;

    /// The cost of a release that says nothing: 0, or the false-positive rate of a test.
    [[nodiscard]] double least_level() const;

    /// The same kind of target with another level.
    [[nodiscard]] Target with_level(double level) const;

    /// What the cost is, for people: "epsilon at delta 1e-05".
    [[nodiscard]] std::string unit() const;
};

/// What a program costs, in the unit of the target; it meets the target for certain if the upper
/// end is within the level, and certainly misses it if the lower end exceeds it. For (epsilon,
/// delta)-privacy that is the epsilon at delta, except that at epsilon 0 it is the delta. Throws as
/// account does.
[[nodiscard]] Bracket cost(const Program& program, const Target& target);

/// An estimate of the cost in plain numbers. It is much faster than cost(), and exists for
/// questions whose search would take long otherwise: an epsilon of samples, or a true-positive
/// rate. NaN for all others.
[[nodiscard]] double estimated_cost(const Program& program, const Target& target);

}  // namespace mizan
