// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "mizan/law/bounded_range.hpp"
#include "mizan/law/discrete_gaussian.hpp"
#include "mizan/law/discrete_laplace.hpp"
#include "mizan/law/gaussian.hpp"
#include "mizan/law/laplace.hpp"
#include "mizan/law/mixture.hpp"
#include "mizan/law/pair.hpp"
#include "mizan/law/response.hpp"
#include "mizan/law/sampled_gaussian.hpp"
#include "mizan/law/sampled_laplace.hpp"

namespace mizan {

/// The two output distributions of a mechanism on its worst neighbours: one line for each law.
using Law = std::variant<GaussianLaw,          //
                         LaplaceLaw,           //
                         DiscreteGaussianLaw,  //
                         DiscreteLaplaceLaw,   //
                         BoundedRangeLaw,      //
                         ResponseLaw,          //
                         PairLaw,              //
                         SampledGaussianLaw,   //
                         SampledLaplaceLaw,    //
                         MixtureLaw>;

/// Everything that noise in whole numbers can show, where that is not too much to list; else
/// nothing, and nothing for the other laws.
[[nodiscard]] std::vector<Outcome> listed_outcomes(const Law& law);

[[nodiscard]] bool is_gaussian(const std::optional<Law>& law);

/// How many records change together in a law on samples that counts them; 1 for all other laws.
[[nodiscard]] int people_of(const Law& law);

/// Whether a record is seen by chance only: on a Poisson sample or in a mixture. Then the two directions of the
/// law differ, unless a record is replaced.
[[nodiscard]] bool is_sampled(const Law& law);
[[nodiscard]] bool is_replaced_on_samples(const Law& law);

namespace analysis {

/// A law and how often it is drawn from.
struct RepeatedLaw {
    Law law;
    double count;
    friend bool operator==(const RepeatedLaw&, const RepeatedLaw&) = default;
};

/// The directions that differ for these laws. A composition costs the most that it costs in any.
[[nodiscard]] std::vector<Directions> all_directions(const std::vector<RepeatedLaw>& laws);

}  // namespace analysis

}  // namespace mizan
