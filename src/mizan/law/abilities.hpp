// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "mizan/compose/loss_law.hpp"
#include "mizan/divergence/finite.hpp"
#include "mizan/law/asked.hpp"
#include "mizan/law/directions.hpp"
#include "mizan/law/parts.hpp"
#include "mizan/law/profile_pair.hpp"
#include "mizan/loss/privacy_loss.hpp"

namespace mizan {

namespace analysis {

/// How near to order 1 a Rényi curve is looked at in place of its limit there: the nearer, the
/// closer to it, but the larger a rounding of K(c) is next to c.
inline constexpr double orders_beside_one[] = {1e-4, 1e-5, 1e-6, 1e-7, 1e-8};

}  // namespace analysis

// What laws answer with, where a plain number would not do. All are about one run.

/// The largest finite loss, with its probability and that of an infinite loss.
struct EndAtom {
    Bracket loss, mass, infinite = 0;
};

/// A loss that a run nearly always has, and the probability of all others.
struct SureLoss {
    Bracket loss, others;
};

/// Two losses with their probabilities. What these leave of 1 belongs to other losses.
struct TwoAtoms {
    Bracket high, high_mass, low, low_mass;
    bool is_symmetric = false;  ///< low is -high, and not only its bracket
};

/// The answer to a question, by a formula.
struct ClosedForm {
    Bracket asked;
    std::vector<std::string> theorems;
    bool may_cancel = false;  ///< the formula may lose the digits that inversion keeps
};

/// Where the loss lies: all of it, or all within some deviations of its mean.
struct LossRange {
    static constexpr double deviations = 6;  ///< beyond, losses have a probability of about 1e-9
    double low, high;
    bool is_infinite = false;  ///< the loss is surely infinite
};

/// Finite pairs around a law, for some number of runs.
struct Enclosure {
    std::vector<Outcome> above;  ///< at least as bad as the law
    std::vector<Outcome> below;  ///< at most as bad
};

/// The losses of many runs together.
struct RepeatedLosses {
    compose::Atoms of_one;  ///< one run that does not fail
    compose::Atoms of_all;  ///< all runs, where none fails
    Bracket failure;        ///< the probability that one fails, so that everything is shown
};

/// How outputs are drawn: from N(shift, 1) against N(0, 1), from Laplace noise of scale 1 moved by
/// `shift`, or from a list.
struct NormalDraw {
    double shift;
};
struct LaplaceDraw {
    double shift;
};
/// Why they are not.
struct NoDraw {
    std::string reason;
};
using Draw = std::variant<NormalDraw, LaplaceDraw, std::vector<Outcome>, NoDraw>;

/// Outcomes that tell the neighbours apart.
[[nodiscard]] inline std::vector<Outcome> everything_shown() {
    return {{1, 0, infinity}, {0, 1, -infinity}};
}

/// The duties: a law that lacks one does not compile. Its transform, its largest loss in each order
/// of the neighbours, and what it depends on of that order.
template <class L>
concept IsLaw = std::equality_comparable<L> &&
    requires(const L& law, Parts& parts, double count, const Directions& directions) {
    law.add_to(parts, count);
    { law.largest_loss(directions) } -> std::same_as<Bracket>;
    { law.asymmetry() } -> std::same_as<Asymmetry>;
};

// The abilities. A law that lacks one is answered for by its transform, or by another method;
// law_test.cpp holds the table of who has which, and compares each with what answers in its place.

/// δ(ε) of one run, in both orders of the neighbours.
template <class L>
concept HasProfile = requires(const L& law, Epsilon epsilon) {
    { law.delta(epsilon) } -> std::same_as<Bracket>;
};
/// δ(ε) of one run in each order, where that is known without inversion.
template <class L>
concept HasProfiles = requires(const L& law) {
    { law.profiles() } -> std::same_as<std::optional<analysis::ProfilePair>>;
};
/// What is asked of one run, by a formula.
template <class L>
concept HasClosedForm = requires(const L& law, const Asked& asked) {
    { law.closed_form(asked) } -> std::same_as<std::optional<ClosedForm>>;
};
/// The law of a run that is not on a sample, drawn with probability q; nothing if this is no such
/// law.
template <class L>
concept HasWhole = requires(const L& law) {
    { law.q } -> std::convertible_to<double>;
    law.whole();
};
/// The least false-negative rate of a test at a false-positive rate.
template <class L>
concept HasTradeoff = requires(const L& law, Probability rate) {
    { law.tradeoff(rate) } -> std::same_as<Bracket>;
};
/// A lower bound of the Rényi divergence in its first direction, or in the worse one.
template <class L>
concept HasRenyi = requires(const L& law, Order order) {
    { law.renyi_from_below(order) } -> std::same_as<double>;
};
/// Pr[L ≤ x], and where the losses lie.
template <class L>
concept HasLossCdf = requires(const L& law, double loss) {
    { law.loss_range() } -> std::same_as<LossRange>;
    { law.loss_cdf(loss) } -> std::same_as<Bracket>;
};
/// All outcomes of both distributions; empty where they are too many to list.
template <class L>
concept HasOutcomes = requires(const L& law, const Directions& directions) {
    { law.outcomes(directions) } -> std::same_as<std::vector<Outcome>>;
};
/// The law of the loss, atom by atom; nothing where the atoms are too many.
template <class L>
concept HasLosses = requires(const L& law, const Directions& directions) {
    { law.losses(directions) } -> std::same_as<std::optional<PrivacyLoss>>;
};
/// Two atoms of the loss, which may have other values too.
template <class L>
concept HasTwoAtoms = requires(const L& law, const Directions& directions) {
    { law.two_atoms(directions) } -> std::same_as<std::optional<TwoAtoms>>;
};
/// The atom in which the losses end; nothing where the largest losses have no probability of their
/// own.
template <class L>
concept HasEndAtom = requires(const L& law, const Directions& directions) {
    { law.end_atom(directions) } -> std::same_as<std::optional<EndAtom>>;
};
/// The likeliest loss; nothing where no loss has a probability of its own.
template <class L>
concept HasSureLoss = requires(const L& law, const Directions& directions) {
    { law.sure_loss(directions) } -> std::same_as<std::optional<SureLoss>>;
};
/// A bound of the total variation that is found at once.
template <class L>
concept HasQuickBound = requires(const L& law) {
    { law.shown_at_most() } -> std::same_as<double>;
};
/// That bound is the total variation itself.
template <class L>
concept HasExactQuickBound = HasQuickBound<L> && requires {
    requires L::is_quick_bound_exact;
};
/// The losses of many runs at once, on one side of the truth.
template <class L>
concept HasRepeatedLosses = requires(const L& law, compose::Side side, double count) {
    { law.repeated_losses(side, count, count) } -> std::same_as<RepeatedLosses>;
};
/// The probability with which a run is drawn at all.
template <class L>
concept HasChance = requires(const L& law) {
    { law.q } -> std::convertible_to<double>;
};
/// Finite pairs around the law, for laws whose transform hardly decays.
template <class L>
concept HasCells = requires(const L& law, double runs) {
    { law.has_cells(runs) } -> std::same_as<bool>;
    { law.cells(runs) } -> std::same_as<Enclosure>;
};
/// What is asked of `count` runs in arithmetic of thirty digits, inside of what is known already.
template <class L>
concept HasPreciseForm = requires(const L& law, double count, const Asked& asked, Bracket known) {
    { law.precisely(count, asked, known) } -> std::same_as<std::optional<Bracket>>;
};
/// The curve that is known of the law as an upper bound is its divergence exactly.
template <class L>
concept HasExactRenyiCurve = requires(const L& law) {
    { law.has_exact_renyi_curve() } -> std::same_as<bool>;
};
/// Every law of this kind has a list of outcomes.
template <class L>
concept IsFinite = requires {
    requires L::is_finite;
};
/// Every answer about one run is attained, though not by one pair of distributions.
template <class L>
concept IsEnvelope = requires {
    requires L::is_envelope;
};
/// A record is seen by chance only: on a Poisson sample or in a mixture.
template <class L>
concept IsSeenByChance = requires {
    requires L::is_seen_by_chance;
};
/// Several records change together, and each is drawn for itself.
template <class L>
concept CountsPeople = requires(const L& law) {
    { law.people } -> std::convertible_to<int>;
};
/// How outputs are drawn, for the composition game.
template <class L>
concept HasDraw = requires(const L& law) {
    { law.draw() } -> std::same_as<Draw>;
};

}  // namespace mizan
