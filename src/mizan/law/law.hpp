// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <variant>
#include <vector>

#include "mizan/law/abilities.hpp"
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

/// A choice of laws, each of which does its duties.
template <IsLaw... Laws>
using OneOf = std::variant<Laws...>;

/// The two output distributions of a mechanism on its worst neighbours: one line for each law.
using Law = OneOf<GaussianLaw,          //
                  LaplaceLaw,           //
                  DiscreteGaussianLaw,  //
                  DiscreteLaplaceLaw,   //
                  BoundedRangeLaw,      //
                  ResponseLaw,          //
                  PairLaw,              //
                  SampledGaussianLaw,   //
                  SampledLaplaceLaw,    //
                  MixtureLaw>;

// What any law says of one run. Each function uses the ability of the law where it has it
// (abilities.hpp).

[[nodiscard]] Asymmetry asymmetry_of(const Law& law);
[[nodiscard]] Bracket largest_loss(const Law& law, const Directions& directions);

/// δ(ε) in both orders of the neighbours; nothing where only inversion tells.
[[nodiscard]] std::optional<analysis::ProfilePair> profiles_of_one_run(const Law& law);

/// What is asked, by a formula; nothing where there is none.
[[nodiscard]] std::optional<ClosedForm> closed_form(const Law& law, const Asked& asked);

/// A run that is drawn with probability q, and what it is when it is drawn.
struct OnSample {
    double q;
    Law whole;
};
[[nodiscard]] std::optional<OnSample> on_sample(const Law& law);

/// The least false-negative rate at a false-positive rate; nothing where the law does not know it
/// by itself.
[[nodiscard]] std::optional<Bracket> tradeoff(const Law& law, Probability rate);
[[nodiscard]] bool has_tradeoff(const Law& law);

/// The Rényi divergence from below: by the law's own curve, else by its transform with the
/// neighbours in the first order.
[[nodiscard]] double renyi_from_below(const Law& law, Order order);

/// Whether the curve that is known of the law as an upper bound is its divergence exactly.
[[nodiscard]] bool has_exact_renyi_curve(const Law& law);

/// All outcomes; empty where they are not finite, or too many to list.
[[nodiscard]] std::vector<Outcome> outcomes_of(const Law& law, const Directions& directions);

/// Whether a law of this kind always has a list of outcomes.
[[nodiscard]] bool is_finite(const Law& law);

/// The law of the loss, atom by atom; nothing where that is not known.
[[nodiscard]] std::optional<PrivacyLoss> losses_of(const Law& law, const Directions& directions);

[[nodiscard]] std::optional<TwoAtoms> two_atoms(const Law& law, const Directions& directions);
[[nodiscard]] std::optional<EndAtom> end_atom(const Law& law, const Directions& directions);

/// The likeliest loss: as the law says it, else the likeliest of its outcomes; nothing where these
/// are not finite.
[[nodiscard]] std::optional<SureLoss> sure_loss(const Law& law, const Directions& directions);

/// A bound of the total variation that is found at once; 1 where the law has none.
[[nodiscard]] double shown_at_most(const Law& law);

/// Whether that bound is the total variation itself.
[[nodiscard]] bool is_shown_exactly(const Law& law);

/// The probability with which one run is drawn; nothing for laws that are not on samples.
[[nodiscard]] std::optional<double> chance_of_draw(const Law& law);

/// The losses of `count` runs at once, but for those so rare that they have together about the
/// probability `negligible`; nothing for laws that have no such sum.
[[nodiscard]] std::optional<RepeatedLosses> repeated_losses(const Law& law, compose::Side side,
                                                            double count, double negligible);
[[nodiscard]] bool has_repeated_losses(const Law& law);

/// Finite pairs around so many runs of the law; only where there are some.
[[nodiscard]] bool has_enclosure(const Law& law, double runs);
[[nodiscard]] Enclosure enclosure_of(const Law& law, double runs);

/// What is asked of `count` runs in arithmetic of thirty digits, inside of what is `known`; nothing
/// where no formula tells.
[[nodiscard]] std::optional<Bracket> precise_form(const Law& law, double count, const Asked& asked,
                                                  Bracket known);

/// Pr[L ≤ x] and where the losses lie; nothing where only the profile tells.
struct LossCdf {
    LossRange range;
    std::function<Bracket(double)> at;
};
[[nodiscard]] std::optional<LossCdf> loss_cdf(const Law& law);

/// How outputs are drawn; nothing where a record is seen by chance only.
[[nodiscard]] std::optional<Draw> draw_of(const Law& law);

/// Whether every answer about one run of this law is attained, though not by one pair of
/// distributions.
[[nodiscard]] bool is_envelope(const Law& law);

[[nodiscard]] bool is_gaussian(const Law& law);
[[nodiscard]] bool is_gaussian(const std::optional<Law>& law);

/// How many records change together in a law on samples that counts them; 1 for all other laws.
[[nodiscard]] int people_of(const Law& law);

/// Whether a record is seen by chance only: on a Poisson sample or in a mixture.
[[nodiscard]] bool is_sampled(const Law& law);
[[nodiscard]] bool is_replaced_on_samples(const Law& law);

namespace analysis {

/// A law and how often it is drawn from.
struct RepeatedLaw {
    Law law;
    double count;
    friend bool operator==(const RepeatedLaw&, const RepeatedLaw&) = default;
};

/// Laws whose draws are independent and are all seen.
using Laws = std::vector<RepeatedLaw>;

/// The directions that differ for these laws. A composition costs the most that it costs in any.
[[nodiscard]] std::vector<Directions> all_directions(const Laws& laws);

/// All Gaussians among these laws as one, of √Σ n μ²; other laws are passed over.
[[nodiscard]] GaussianLaw one_gaussian(const Laws& laws);

/// The transforms of these laws together, with the neighbours in this order.
[[nodiscard]] inversion::Composition transforms_of(const Laws& laws, const Directions& directions);

}  // namespace analysis

}  // namespace mizan
