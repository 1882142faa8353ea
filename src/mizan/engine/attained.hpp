// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/law/law.hpp"

namespace mizan::analysis {

/// The most that one run of a single law attains, by a closed form or a list of outcomes; all laws
/// together attain no less. 0 where no law has either.
[[nodiscard]] double attained_alone(const Laws& laws, const Asked& asked);

/// What the laws with the most loss attain without the others; all laws together attain no less. It
/// is for programs of so many different laws that their composition was left wide: half of them
/// take less work, and a quarter still less.
[[nodiscard]] double attained_by_some(const Laws& laws, const Asked& asked);

/// An answer at least this wide, relatively, may be improved by attained_by_some.
inline constexpr double wide_for_some = 0.03;

}  // namespace mizan::analysis
