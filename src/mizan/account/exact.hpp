// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "mizan/account/answer.hpp"
#include "mizan/account/release.hpp"

namespace mizan::analysis {

/// The composition of the worst laws themselves, where they are known and their composition can be
/// evaluated: Gaussians, one Laplace release, and finite distributions.
[[nodiscard]] Analysis pld(const std::vector<Release>& releases, const Question& question);

/// What some adversary really attains.
struct LowerBound {
    double value;
    std::string from;  ///< the laws that attain it, or why it is 0
};

/// The largest of what parts of the releases attain: whoever sees all of them sees each part.
[[nodiscard]] LowerBound attained(const std::vector<Release>& releases, const Question& question);

}  // namespace mizan::analysis
