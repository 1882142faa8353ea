// SPDX-License-Identifier: Apache-2.0
// Searches for an instance that contradicts an answer.
#pragma once

#include "build.hpp"

namespace mizan::instances {

/// A claim: no instance that keeps the sentences has a delta above `delta` at epsilon.
struct Claim {
    Program program;
    std::vector<std::string> sentences;
    double epsilon;
    double delta;
    Behaviour behaviour = Behaviour::declared;
};

struct Found {
    double delta = -1;  ///< the largest that was seen; negative if nothing could be run
    std::vector<double> genes;
    std::string words;
    int leaves = 0;  ///< of the instance
};

/// The instance with the largest delta at the epsilon of the claim, among `tries`. Stops early at
/// one that has more than `enough`.
[[nodiscard]] Found worst_instance(const Claim& claim, int tries, std::uint64_t seed,
                                   double enough);

/// Whether the delta of an instance is more than rounding above what was claimed.
[[nodiscard]] bool exceeds(double delta, const Claim& claim);

}  // namespace mizan::instances
