// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "mizan/inversion/profile/profile.hpp"
#include "mizan/law/asked.hpp"
#include "mizan/law/law.hpp"

namespace mizan::analysis {

/// The profile of these laws together, with the neighbours in this order.
[[nodiscard]] inversion::Profile profile_of(const Laws& laws, Directions directions,
                                            inversion::Profile::Aim aim = {});

/// The profiles of these laws together, one for each way in which the neighbours can be ordered.
/// The profile of the composition is the largest of them.
[[nodiscard]] std::vector<inversion::Profile> profiles(const Laws& laws,
                                                       inversion::Profile::Aim aim = {});

struct Inverted {
    Bracket asked;
    std::vector<std::string> theorems;  ///< on which it rests
    bool is_exhausted = false;          ///< the limit of work left it wider than it was wanted
};

/// The composition of laws by numerical inversion. The laws have to outlive it. It keeps its lines,
/// so that a question that is asked again, more sharply, is sought where it was found before.
class Inversion {
public:
    /// The ends of the answers that are wanted; both are true in any case.
    enum class Ends { both, upper };

    explicit Inversion(const Laws& laws, Ends ends = Ends::both) : laws_{laws}, ends_{ends} {}
    explicit Inversion(Laws&& laws, Ends ends = Ends::both) = delete;

    [[nodiscard]] Inverted ask(const Asked& asked, inversion::Profile::Aim aim = {});

private:
    const Laws& laws_;
    Ends ends_;
    std::vector<inversion::Profile> profiles_;  // made when first needed
};

/// What is asked of the composition of these laws, by numerical inversion, once.
[[nodiscard]] Inverted by_inversion(const Laws& laws, const Asked& asked,
                                    inversion::Profile::Aim aim = {});

/// About the epsilon at this delta, in plain numbers, for searches; NaN where nothing can be said.
[[nodiscard]] double estimated_epsilon(const Laws& laws, Delta delta);

}  // namespace mizan::analysis
