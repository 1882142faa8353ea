// SPDX-License-Identifier: Apache-2.0
#include "mizan/program/count.hpp"

#include <string>

#include "mizan/units/error.hpp"

namespace mizan {

void check_whole_number(const char* name, Count least, Count found) {
    if (least <= found && found <= max_count) return;
    throw InputError(std::string(name) + " must be a whole number from " + std::to_string(least) +
                     " to " + std::to_string(max_count) + ", got " + std::to_string(found));
}

Count checked_product(const char* name, Count a, Count b) {
    if (b != 0 && a > max_count / b) {
        throw InputError("the " + std::string(name) + " multiply to more than " +
                         std::to_string(max_count) + ": " + std::to_string(a) + " * " +
                         std::to_string(b));
    }
    return a * b;
}

}  // namespace mizan
