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

/// Places beside order 1 at which a Rényi curve is evaluated in place of its limit. The nearer a
/// place, the closer the value to the limit, but the larger the rounding of K(c) next to c.
inline constexpr double orders_beside_one[] = {1e-4, 1e-5, 1e-6, 1e-7, 1e-8};

}  // namespace analysis

// What laws return where a plain number would not do. All of these describe one run.

/// The largest finite loss, with its probability and that of an infinite loss.
struct EndAtom {
    Bracket loss, mass, infinite = 0;
};

/// A loss that a run nearly always has, and the probability of all other losses.
struct SureLoss {
    Bracket loss, others;
};

/// Two losses with their probabilities. The rest of the probability belongs to other losses.
struct TwoAtoms {
    Bracket high, high_mass, low, low_mass;
    bool is_symmetric = false;  ///< low is -high exactly, not only as a bracket
};

/// The answer to a question, by a formula.
struct ClosedForm {
    Bracket asked;
    std::vector<std::string> theorems;
    bool may_cancel = false;  ///< the formula may lose the digits that inversion keeps
};

/// The range of the loss: all of it, or the part within some deviations of its mean.
struct LossRange {
    static constexpr double deviations = 6;  ///< losses beyond have a probability of about 1e-9
    double low, high;
    bool is_infinite = false;  ///< the loss is surely infinite
};

/// A loss with the density height·e^{(x-end)/2} on [-end, end], and perhaps with atoms.
struct SpreadLosses {
    Bracket end, height;
    compose::Atoms atoms;

    /// The probability of losses between `from` and `to`, both in units of `end`, without atoms.
    [[nodiscard]] Bracket between(Bracket from, Bracket to) const {
        const Bracket middle = end * ((from + to) / 2), width = end * (to - from);
        return 4 * height * exp((middle - end) / 2) * sinh(width / 4);
    }
};

/// Finite pairs above and below a law, for some number of runs.
struct Enclosure {
    std::vector<Outcome> above;  ///< at least as bad as the law
    std::vector<Outcome> below;  ///< at most as bad
};

/// The losses of many runs together.
struct RepeatedLosses {
    compose::Atoms of_one;  ///< one run that does not fail
    compose::Atoms of_all;  ///< all runs, where none fails
    Bracket failure;        ///< the probability that some run fails, so that everything is shown
};

/// The distribution of an output: N(shift, 1) against N(0, 1), Laplace noise of scale 1 moved by
/// `shift`, or a list.
struct NormalDraw {
    double shift;
};
struct LaplaceDraw {
    double shift;
};
/// Why outputs cannot be drawn.
struct NoDraw {
    std::string reason;
};
using Draw = std::variant<NormalDraw, LaplaceDraw, std::vector<Outcome>, NoDraw>;

/// Outcomes that always tell the neighbours apart.
[[nodiscard]] inline std::vector<Outcome> everything_shown() {
    return {{1, 0, infinity}, {0, 1, -infinity}};
}

/// The duties of a law: its transform, its largest loss in each order of the neighbours, and what
/// it depends on of that order. A law that lacks one of them does not compile.
template <class L>
concept IsLaw = std::equality_comparable<L> &&
    requires(const L& law, Parts& parts, double count, const Directions& directions) {
    law.add_to(parts, count);
    { law.largest_loss(directions) } -> std::same_as<Bracket>;
    { law.asymmetry() } -> std::same_as<Asymmetry>;
};

// The abilities. Where a law lacks one, its transform answers, or another method.
// abilities_test.cpp has the table of all laws and abilities. It and law_test.cpp compare each with
// what answers in its place.

/// δ(ε) of one run, in both orders of the neighbours.
template <class L>
concept HasProfile = requires(const L& law, Epsilon epsilon) {
    { law.delta(epsilon) } -> std::same_as<Bracket>;
};
/// δ(ε) of one run in each order of the neighbours, without inversion.
template <class L>
concept HasProfiles = requires(const L& law) {
    { law.profiles() } -> std::same_as<std::optional<analysis::ProfilePair>>;
};
/// The answer to a question about one run, by a formula.
template <class L>
concept HasClosedForm = requires(const L& law, const Asked& asked) {
    { law.closed_form(asked) } -> std::same_as<std::optional<ClosedForm>>;
};
/// The law that a run has when it is drawn, and the probability q of that; empty if this is no such
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
/// All atoms of the loss; empty if they are too many.
template <class L>
concept HasLosses = requires(const L& law, const Directions& directions) {
    { law.losses(directions) } -> std::same_as<std::optional<PrivacyLoss>>;
};
/// Two atoms of the loss, which may have other values too.
template <class L>
concept HasTwoAtoms = requires(const L& law, const Directions& directions) {
    { law.two_atoms(directions) } -> std::same_as<std::optional<TwoAtoms>>;
};
/// The atom at the largest finite loss; empty if that loss has no probability of its own.
template <class L>
concept HasEndAtom = requires(const L& law, const Directions& directions) {
    { law.end_atom(directions) } -> std::same_as<std::optional<EndAtom>>;
};
/// The likeliest loss; empty if no loss has a probability of its own.
template <class L>
concept HasSureLoss = requires(const L& law, const Directions& directions) {
    { law.sure_loss(directions) } -> std::same_as<std::optional<SureLoss>>;
};
/// The loss of one run by its density.
template <class L>
concept HasSpreadLosses = requires(const L& law) {
    { law.spread_losses() } -> std::same_as<SpreadLosses>;
};
/// A bound of the total variation that takes no work.
template <class L>
concept HasQuickBound = requires(const L& law) {
    { law.shown_at_most() } -> std::same_as<double>;
};
/// Whether that bound is the total variation itself.
template <class L>
concept HasExactQuickBound = HasQuickBound<L> && requires {
    requires L::is_quick_bound_exact;
};
/// The losses of many runs together, on one side of the truth.
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
/// The answer about `count` runs in arithmetic of thirty digits, inside of what is known already.
template <class L>
concept HasPreciseForm = requires(const L& law, double count, const Asked& asked, Bracket known) {
    { law.precisely(count, asked, known) } -> std::same_as<std::optional<Bracket>>;
};
/// Whether the known upper bound of the Rényi curve is the divergence exactly.
template <class L>
concept HasExactRenyiCurve = requires(const L& law) {
    { law.has_exact_renyi_curve() } -> std::same_as<bool>;
};
/// Every law of this kind has a list of outcomes.
template <class L>
concept IsFinite = requires {
    requires L::is_finite;
};
/// Whether every single answer about one run is attained, though not all by one pair of
/// distributions.
template <class L>
concept IsEnvelope = requires {
    requires L::is_envelope;
};
/// Whether the output depends on a record by chance only: on a Poisson sample, or in a mixture.
template <class L>
concept IsSeenByChance = requires {
    requires L::is_seen_by_chance;
};
/// Several records change together, and each is drawn for itself.
template <class L>
concept CountsPeople = requires(const L& law) {
    { law.people } -> std::convertible_to<int>;
};
/// The distribution of an output, for the composition game.
template <class L>
concept HasDraw = requires(const L& law) {
    { law.draw() } -> std::same_as<Draw>;
};

}  // namespace mizan
