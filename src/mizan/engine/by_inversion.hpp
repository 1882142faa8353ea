// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "mizan/inversion/profile/profile.hpp"
#include "mizan/law/asked.hpp"
#include "mizan/law/law.hpp"

namespace mizan::analysis {

/// The profile of these laws together, for one order of the neighbours.
[[nodiscard]] inversion::Profile profile_of(const Laws& laws, Directions directions,
                                            inversion::Profile::Aim aim = {});

/// The profiles of these laws together, one for each way in which the neighbours can be ordered.
/// The profile of the composition is the largest of them.
[[nodiscard]] std::vector<inversion::Profile> profiles(const Laws& laws,
                                                       inversion::Profile::Aim aim = {});

struct Inverted {
    Bracket asked;
    std::vector<std::string> theorems;  ///< on which the answer rests
    bool is_exhausted = false;          ///< work ended before the answer was as narrow as aimed at
};

/// The composition of laws by numerical inversion. The laws have to outlive it. It keeps its lines,
/// so that a sharper question about the same laws begins where the first one ended.
class Inversion {
public:
    /// Which ends of the answer have to be narrow; both are true in any case.
    enum class Ends { both, upper };

    explicit Inversion(const Laws& laws, Ends ends = Ends::both) : laws_{laws}, ends_{ends} {}
    explicit Inversion(Laws&& laws, Ends ends = Ends::both) = delete;

    [[nodiscard]] Inverted ask(const Asked& asked, inversion::Profile::Aim aim = {});

private:
    const Laws& laws_;
    Ends ends_;
    std::vector<inversion::Profile> profiles_;  // made at the first question
};

/// The answer to a single question about the composition of these laws, by numerical inversion.
[[nodiscard]] Inverted by_inversion(const Laws& laws, const Asked& asked,
                                    inversion::Profile::Aim aim = {});

/// An estimate of the epsilon at this delta in plain numbers, for searches; NaN where there is
/// none.
[[nodiscard]] double estimated_epsilon(const Laws& laws, Delta delta);

}  // namespace mizan::analysis
