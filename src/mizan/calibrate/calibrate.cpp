// SPDX-License-Identifier: Apache-2.0
#include "mizan/calibrate/calibrate.hpp"

#include "mizan/calibrate/calibrator.hpp"
#include "mizan/numeric/floating_point_environment.hpp"

namespace mizan {

std::variant<Calibration, Refused> calibrate(const ProgramTemplate& program, const Target& target) {
    const DefaultArithmetic arithmetic;
    return Calibrator(program, target).at(target.level());
}

}  // namespace mizan
