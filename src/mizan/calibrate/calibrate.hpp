// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <map>
#include <optional>
#include <variant>

#include "mizan/calibrate/target.hpp"
#include "mizan/convert/convert.hpp"
#include "mizan/numeric/crossing.hpp"
#include "mizan/program/program_template.hpp"

namespace mizan {

/// A program that meets a target, as cheap as can be told.
struct Calibration {
    double parameter;  ///< what the unknown is
    Program program;
    Bracket cost;  ///< in the unit of the target; its upper end is within the level
    /// A value beyond which no program meets the target, for certain: the best value lies between
    /// `parameter` and it. Equal to `parameter` if that is the last there is, and the last there is
    /// if nothing beyond is known to miss the target.
    double limit;
    double tolerance;  ///< how far the best value can be from `parameter`, relative to that
};

/// The unknown that is closest to missing the target: the least noise, the largest count or sample.
///
/// Counts are exact as far as the two ends of the cost allow: `limit` is the first that certainly
/// misses. Other numbers have eleven digits, and `limit` is within 1e-9 of them wherever the two
/// ends of the cost are as close. Refused if the target cannot be met, or only by a value that
/// makes the release say nothing: infinite noise, no sample, count 0. A value that account refuses
/// counts as one that costs too much. Throws as account does if it refuses every value that was
/// looked at.
[[nodiscard]] std::variant<Calibration, Refused> calibrate(const ProgramTemplate& program,
                                                           const Target& target);

/// The same for one level after another: what was found out for one serves the next.
class Calibrator {
public:
    /// Parameters are sought to within `sharpness` of where the upper end of the cost reaches the
    /// level.
    Calibrator(ProgramTemplate program, const Target& target, double sharpness = 2e-11);

    /// For the target with this level.
    [[nodiscard]] std::variant<Calibration, Refused> at(double level);

    /// The same parameter, without the work for its limit: that is the last value there is.
    [[nodiscard]] std::variant<Calibration, Refused> without_limit(double level);

    /// About the parameter, in plain numbers, and none where the cost cannot be estimated.
    [[nodiscard]] std::optional<double> estimated(double level);

private:
    enum class Limit { sought, left_open };
    [[nodiscard]] std::variant<Calibration, Refused> find(double level, Limit limit);
    [[nodiscard]] const Bracket& cost(double value);
    [[nodiscard]] double estimated_cost_at(double value);
    template <class Ask>
    [[nodiscard]] auto unless_refused(Ask ask) -> std::optional<decltype(ask())>;
    [[nodiscard]] CrossingSearch near(CrossingSearch search);
    [[nodiscard]] double rounded(double good);
    [[nodiscard]] double limit(double beyond);
    [[nodiscard]] double tolerance(double parameter, double limit) const;
    [[nodiscard]] Refused refusal();

    ProgramTemplate program_;
    Target target_;
    double sharpness_;
    double safe_, dear_;                    // the ends of what the unknown may be
    double level_ = 0;                      // asked for last
    bool is_answered_ = false;              // the cost of some value that says anything is known
    std::exception_ptr refused_;            // why that of some value is not
    std::optional<double> estimate_;        // made last
    std::map<double, Bracket> costs_;       // of every value that was looked at
    std::map<double, Crossing> crossings_;  // found, by the level
};

}  // namespace mizan
