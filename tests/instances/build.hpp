// SPDX-License-Identifier: Apache-2.0
// From a program, the sentences about it and the genes of a search to something that runs.
#pragma once

#include <string>

#include "mizan/program/program.hpp"

#include "schemes.hpp"
#include "sentences.hpp"

namespace mizan::instances {

struct Executable {
    std::function<Law(bool second)> law;
    Neighbours data;
    std::string words;
    int leaves = 1;  ///< of which one run shows something: the more, the coarser each is seen
};

/// Throws NotExecutable if the program cannot be run to the letter.
[[nodiscard]] Executable executable(const Program& program, const Reading& reading,
                                    Behaviour behaviour, Genes& genes);

/// The larger delta of both directions at this epsilon.
[[nodiscard]] double delta_of(const Executable& instance, double epsilon);

}  // namespace mizan::instances
