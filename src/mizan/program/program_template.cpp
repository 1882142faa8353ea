// SPDX-License-Identifier: Apache-2.0
#include "mizan/program/program_template.hpp"

#include <algorithm>
#include <cmath>

namespace mizan {

bool Unknown::contains(double value) const {
    return least <= value && value <= most && (!is_whole || std::floor(value) == value);
}

double Unknown::some_value() const {
    constexpr double usual_count = 1000, usual_probability = 0.01, usual_noise = 1;
    if (is_whole) return std::clamp(usual_count, least, most);
    if (most > 1) return std::clamp(usual_noise, least, most);
    return least > 0 ? (least + most) / 2 : usual_probability;
}

Program ProgramTemplate::operator()(double value) const {
    if (!unknown_.contains(value)) {
        throw InputError(unknown_.name + " must be " + (unknown_.is_whole ? "whole and " : "") +
                         "in [" + shortest(unknown_.least) + ", " + shortest(unknown_.most) +
                         "], got " + shortest(value));
    }
    return with_(value);
}

}  // namespace mizan
