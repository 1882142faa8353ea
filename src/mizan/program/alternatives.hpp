// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "mizan/program/neighbours.hpp"
#include "mizan/program/program.hpp"

namespace mizan {

/// Something that people often run where they declare something else.
struct OtherProgram {
    std::string behaviour;  ///< what the code does, in words
    Program program;        ///< the same as a program, with the noise as it was declared
    Neighbours neighbours;  ///< of whom it is to be asked; they may be others
};

/// What may be run where `program` is declared: batches of shuffled epochs in place of Poisson
/// samples, and the like. Programs in which all of the data is used every time have none. Nothing
/// is listed that would take long to account for: allocations of more than four samples, say.
[[nodiscard]] std::vector<OtherProgram> other_programs(const Program& program,
                                                       const Neighbours& neighbours);

}  // namespace mizan
