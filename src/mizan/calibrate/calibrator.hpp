// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <map>
#include <optional>
#include <variant>

#include "mizan/calibrate/calibration.hpp"
#include "mizan/calibrate/target.hpp"
#include "mizan/numeric/crossing.hpp"
#include "mizan/program/program_template.hpp"

namespace mizan {

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
