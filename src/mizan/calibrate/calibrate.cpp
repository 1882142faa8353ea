// SPDX-License-Identifier: Apache-2.0
#include "mizan/calibrate/calibrate.hpp"

#include "mizan/calibrate/calibrator.hpp"
#include "mizan/numeric/floating_point_environment.hpp"
#include "mizan/numeric/work.hpp"

namespace mizan {

std::variant<Calibration, Refused> calibrate(const ProgramTemplate& program, const Target& target) {
    const DefaultArithmetic arithmetic;
    const Work work(target.effort_of_calibration());
    return Calibrator(program, target).at(target.level());
}

}  // namespace mizan
