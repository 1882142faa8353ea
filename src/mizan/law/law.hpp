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

// What any law says of one run. Each function uses the ability of the law if it has one
// (abilities.hpp), and otherwise what answers in its place.

[[nodiscard]] Asymmetry asymmetry_of(const Law& law);
[[nodiscard]] Bracket largest_loss(const Law& law, const Directions& directions);

/// δ(ε) in both orders of the neighbours; empty for laws that only have their transform.
[[nodiscard]] std::optional<analysis::ProfilePair> profiles_of_one_run(const Law& law);

/// The answer to a question, by a formula; empty if there is none.
[[nodiscard]] std::optional<ClosedForm> closed_form(const Law& law, const Asked& asked);

/// A run that is drawn with probability q, and what it is when it is drawn.
struct OnSample {
    double q;
    Law whole;
};
[[nodiscard]] std::optional<OnSample> on_sample(const Law& law);

/// The least false-negative rate at a false-positive rate; empty if the law has no formula for it.
[[nodiscard]] std::optional<Bracket> tradeoff(const Law& law, Probability rate);
[[nodiscard]] bool has_tradeoff(const Law& law);

/// The Rényi divergence from below: by the law's own curve, else by its transform with the
/// neighbours in the first order.
[[nodiscard]] double renyi_from_below(const Law& law, Order order);

/// Whether the known upper bound of the Rényi curve is the divergence exactly.
[[nodiscard]] bool has_exact_renyi_curve(const Law& law);

/// All outcomes; empty if they are infinitely many, or too many to list.
[[nodiscard]] std::vector<Outcome> outcomes_of(const Law& law, const Directions& directions);

/// Whether a law of this kind always has a list of outcomes.
[[nodiscard]] bool is_finite(const Law& law);

/// All atoms of the loss; empty if they are not known.
[[nodiscard]] std::optional<PrivacyLoss> losses_of(const Law& law, const Directions& directions);

[[nodiscard]] std::optional<TwoAtoms> two_atoms(const Law& law, const Directions& directions);
[[nodiscard]] std::optional<EndAtom> end_atom(const Law& law, const Directions& directions);

/// The likeliest loss: from the law itself, else from its list of outcomes; empty if there is no
/// list.
[[nodiscard]] std::optional<SureLoss> sure_loss(const Law& law, const Directions& directions);

/// The loss of one run by its density; empty if the law has no such density.
[[nodiscard]] std::optional<SpreadLosses> spread_losses(const Law& law);

/// A bound of the total variation that takes no work; 1 if the law has none.
[[nodiscard]] double shown_at_most(const Law& law);

/// Whether that bound is the total variation itself.
[[nodiscard]] bool is_shown_exactly(const Law& law);

/// The probability with which one run is drawn; nothing for laws that are not on samples.
[[nodiscard]] std::optional<double> chance_of_draw(const Law& law);

/// The losses of `count` runs together. Losses are left out that have a probability of about
/// `negligible` together. Empty for laws without such a sum.
[[nodiscard]] std::optional<RepeatedLosses> repeated_losses(const Law& law, compose::Side side,
                                                            double count, double negligible);
[[nodiscard]] bool has_repeated_losses(const Law& law);

/// Whether the law has finite pairs around it for so many runs; and these pairs, if it has.
[[nodiscard]] bool has_enclosure(const Law& law, double runs);
[[nodiscard]] Enclosure enclosure_of(const Law& law, double runs);

/// The answer about `count` runs in arithmetic of thirty digits, inside of what is `known`; empty
/// if there is no formula for it.
[[nodiscard]] std::optional<Bracket> precise_form(const Law& law, double count, const Asked& asked,
                                                  Bracket known);

/// Pr[L ≤ x] and the range of the losses; empty if only the profile is known.
struct LossCdf {
    LossRange range;
    std::function<Bracket(double)> at;
};
[[nodiscard]] std::optional<LossCdf> loss_cdf(const Law& law);

/// The distribution of an output; a reason if the output depends on a record by chance only.
[[nodiscard]] std::optional<Draw> draw_of(const Law& law);

/// Whether every single answer about one run of this law is attained, though not all by one pair of
/// distributions.
[[nodiscard]] bool is_envelope(const Law& law);

[[nodiscard]] bool is_gaussian(const Law& law);
[[nodiscard]] bool is_gaussian(const std::optional<Law>& law);

/// How many records change together in a law on samples that counts them; 1 for all other laws.
[[nodiscard]] int people_of(const Law& law);

/// Whether the output depends on a record by chance only: on a Poisson sample, or in a mixture.
[[nodiscard]] bool is_sampled(const Law& law);
[[nodiscard]] bool is_replaced_on_samples(const Law& law);

namespace analysis {

/// A law and how often it is drawn from.
struct RepeatedLaw {
    Law law;
    double count;
    friend bool operator==(const RepeatedLaw&, const RepeatedLaw&) = default;
};

/// Laws that are drawn from independently; the adversary sees all draws.
using Laws = std::vector<RepeatedLaw>;

/// The directions in which these laws differ. A composition costs the most of what it costs in any
/// of them.
[[nodiscard]] std::vector<Directions> all_directions(const Laws& laws);

/// All Gaussians among these laws as one, with mu = √Σ n μ². Other laws are ignored.
[[nodiscard]] GaussianLaw one_gaussian(const Laws& laws);

/// The transforms of these laws together, with the neighbours in this order.
[[nodiscard]] inversion::Composition transforms_of(const Laws& laws, const Directions& directions);

}  // namespace analysis

}  // namespace mizan
