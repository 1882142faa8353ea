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

/// A program that meets a target and costs nearly as much as the target allows.
struct Calibration {
    double parameter;  ///< the value of the unknown
    Program program;
    Bracket cost;  ///< in the unit of the target; its upper end is within the level
    /// Beyond this value no program meets the target, for certain: the best value lies between
    /// `parameter` and `limit`. Equal to `parameter` if that is the last possible value. It is the
    /// last possible value if nothing beyond `parameter` is known to miss the target.
    double limit;
    double tolerance;  ///< how far the best value can be from `parameter`, relative to that
};

/// The value of the unknown that is closest to missing the target: the least noise, the largest
/// count or sample.
///
/// Counts are exact as far as the two ends of the cost allow: `limit` is the first count that
/// certainly misses. Other numbers have eleven digits; `limit` is within 1e-9 of them, relatively,
/// if the two ends of the cost are as close. Refused if the target cannot be met, or only by a
/// value that makes the release say nothing: infinite noise, no sample, count 0. A value that
/// account refuses counts as one that costs too much. If account refuses every value that was
/// tried, this throws what account throws.
[[nodiscard]] std::variant<Calibration, Refused> calibrate(const ProgramTemplate& program,
                                                           const Target& target);

/// How sharply parameters are sought, relatively: a little finer than their eleven digits.
inline constexpr double usual_sharpness = 2e-11;

/// Calibrates one program for one level after another. What was computed for one level serves the
/// next.
class Calibrator {
public:
    /// Parameters are sought until they are within `sharpness`, relatively, of where the upper end
    /// of the cost reaches the level.
    Calibrator(ProgramTemplate program, const Target& target, double sharpness = usual_sharpness);

    /// The calibration for the target with this level.
    [[nodiscard]] std::variant<Calibration, Refused> at(double level);

    /// The same parameter without the work for its limit: the limit is the last possible value.
    [[nodiscard]] std::variant<Calibration, Refused> without_limit(double level);

    /// An estimate of the parameter in plain numbers. Empty if the cost cannot be estimated.
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
    double safe_, dear_;               // the ends of the range of the unknown
    double level_ = 0;                 // of the latest question
    bool is_answered_ = false;         // whether any value that says something has a known cost
    std::exception_ptr refused_;       // why some value has none
    std::optional<double> estimate_;   // the latest
    std::map<double, Bracket> costs_;  // of every value that was tried
    std::map<double, Crossing> crossings_;  // found, by the level
};

}  // namespace mizan
