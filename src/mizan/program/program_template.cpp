// SPDX-License-Identifier: Apache-2.0
#include "mizan/program/program_template.hpp"

#include <cmath>

namespace mizan {

bool Unknown::contains(double value) const {
    return least <= value && value <= most && (!is_whole || std::floor(value) == value);
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
