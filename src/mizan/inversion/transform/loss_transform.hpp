// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "mizan/compose/loss_law.hpp"
#include "mizan/numeric/bracket.hpp"
#include "mizan/numeric/precise.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

// The privacy loss L = log dP/dQ of one mechanism under P, in one direction, enters the engine only
// through its transform
//
//     M(s) = E_P[e^{sL}; L < inf],        K(s) = log M(s),
//
// on a vertical line Re s = c. There M(c + iω) = M(c) φ(ω) e^{iω·centre}, where φ is the
// characteristic function of the loss, centred, under the law tilted by e^{cL}. Composition
// multiplies transforms; so a mechanism that can name these few things composes with every other.

/// log φ of a whole composition at the nodes ω = first·step, (first + 1)·step, …, as a running sum.
/// For every node the true product Φ satisfies
///
///     |Φ - exp(real + i·imag)| ≤ exp(real) (exp(error) - 1).
///
/// A mechanism whose φ may be 0 there, so that its phase is lost, adds an upper bound of
/// count·log|φ| to `real`, nothing to `imag` and log 3 to `error`: that keeps the inequality.
struct LogNodes {
    std::span<double> real;
    std::span<double> imag;
    std::span<double> error;

    [[nodiscard]] std::size_t size() const { return real.size(); }
};

/// Φ of a few mechanisms at neighbouring nodes, not centred, as a running product with a bound of
/// its absolute error. Cheaper than logarithms, but good for a few dozen factors only.
struct ProductNodes {
    std::span<double> real;
    std::span<double> imag;
    std::span<double> error;
};

/// log Φ at the nodes 0, step, 2·step, … with the contract of LogNodes, to some thirty digits, and
/// K(c) as a running sum.
struct PreciseNodes {
    std::span<ComplexDoubleDouble> log;
    std::span<double> error;
    Precise& log_moment;
};

/// A number that is worked out to some thirty digits where somebody needs so many.
using Precisely = std::function<Precise()>;

/// Intervals of frequencies, of one size and equally far apart. All centres are ≥ radius.
struct Intervals {
    double first;  ///< centre of the first
    double step;   ///< from one centre to the next
    double radius;
};

/// Products of bounds stop here, so that they never round to 0.
inline constexpr double least_square = 1e-290;

/// What a line is made for.
struct LineUse {
    double highest_frequency;  ///< no node lies beyond it
    double accuracy;           ///< wanted bound of |error of φ| at every node, apart from rounding
    double runs = 1;           ///< of all parts of the composition together
    /// |Φ(ω)| of the composition is not much above e^{-ω²/2fall²}: far out, errors of φ count less.
    double fall = std::numeric_limits<double>::infinity();
    /// About how many nodes are asked for, where φ - 1 need not be known as well as possible; 0
    /// where nothing but the digits counts.
    double nodes = 0;
    /// Whether rounding counts more than the number of points.
    bool keeps_digits = false;
};

/// The loss of one mechanism on one line Re s = c. Made for that line and thrown away with it.
class TiltedLoss {
public:
    virtual ~TiltedLoss() = default;

    /// K(c).
    [[nodiscard]] virtual Bracket log_moment() const = 0;

    /// Told what the next nodes are asked for, where what the line was made for was a guess. False
    /// if it must be made anew; lines that are the same for every use are ready for all.
    [[nodiscard]] virtual bool expect(LineUse) { return true; }

    /// The number around which the loss is centred: near its tilted mean, but a plain double, so
    /// that the centre itself has no error.
    [[nodiscard]] virtual double centre() const = 0;

    /// Adds count·log φ(k·step) for k = first, first + 1, … to `sum`. Every k·step is an exact
    /// double, at most the frequency for which the line was made.
    virtual void add_log_characteristic(double step, std::size_t first, double count,
                                        LogNodes sum) const = 0;

    /// Multiplies `product` by φ(k·step) e^{ik·step·centre} for k = first, first + 1, …; false, and
    /// nothing done, where only add_log_characteristic is offered.
    [[nodiscard]] virtual bool multiply_characteristic(double step, std::size_t first,
                                                       ProductNodes product) const;

    /// Adds count·log φ(k·step) for k = 0, 1, …, at frequencies as high as wanted, and count·K(c)
    /// to `sum`; false, and nothing done, where that is not offered.
    [[nodiscard]] virtual bool add_precise_log_characteristic(double step, double count,
                                                              PreciseNodes sum) const;

    /// About how many additions one node takes, so that hopeless work is not begun.
    [[nodiscard]] virtual double work_per_node() const { return 8; }

    /// Whether a line made for higher frequencies would take no less.
    [[nodiscard]] virtual bool grows_dearer() const { return false; }

    /// Whether nodes at higher frequencies take so much more that each octave is worth a line of
    /// its own, also where none must be made anew.
    [[nodiscard]] virtual bool suits_octaves() const { return false; }

    /// An upper bound of log|φ(v)| that holds for all v ≥ ω at once. At most 0.
    [[nodiscard]] virtual double log_decay(double omega) const = 0;

    /// Multiplies every entry of `squares` by an upper bound of |φ(v)|^{2·count} that holds on a
    /// interval: on all v with |v - (first + k·step)| ≤ radius for entry k. Entries stay above
    /// `least_square`. What does not decay can still be shown to be small nearly everywhere.
    virtual void multiply_bound(const Intervals& intervals, double count,
                                std::span<double> squares) const;

    /// The largest radius at which these bounds are good; inf if they are no better than log_decay.
    [[nodiscard]] virtual double interval_radius() const;
};

/// K and its first two derivatives in plain numbers: good enough to choose a line, never a part of
/// a bound. Where K is infinite all are infinite.
struct Cumulants {
    double log_moment;
    double mean;
    double variance;
};

/// What is known of the law of a loss beyond the real axis: L = least + ℓ with ℓ > 0 and
/// dP = f(ℓ) dℓ, where f is analytic near every ray from 0 to a complex ℓ with Re ℓ > 0 and
/// |Im ℓ| = y < √2; and with ψ = |arg ℓ|, along that ray,
///
///     ∫ e^{-Re ℓ} |f(ℓ) dℓ|  ≤  e^{least + spread (ψ + y)²/2} / (1 - y²/2).
///
/// P and Q have the same null sets, so that E_P[e^{-L}] = 1.
struct Continuation {
    Bracket least;
    double spread;
};

/// One mechanism, one direction. Immutable; safe to share between threads.
class LossTransform {
public:
    virtual ~LossTransform() = default;

    /// P(L = inf). Mass of which it is not known whether its loss is infinite lies between the two
    /// ends; the transform may leave it out.
    [[nodiscard]] virtual Bracket infinite_mass() const = 0;

    /// An upper bound of every finite loss.
    [[nodiscard]] virtual double largest_loss() const { return infinity; }

    /// All finite losses with their probabilities, in any order; empty where there are infinitely
    /// many.
    [[nodiscard]] virtual compose::Atoms atoms() const { return {}; }

    /// Empty where none is known.
    [[nodiscard]] virtual std::optional<Continuation> continuation() const { return std::nullopt; }

    /// At least P(L > loss), for a loss above 0.
    [[nodiscard]] virtual double probability_above(double loss) const {
        return loss >= largest_loss() ? infinite_mass().upper : 1;
    }

    /// The loss of the same pair with P and Q exchanged: its transform at -1 - s is this one at s.
    /// Null where none is offered.
    [[nodiscard]] virtual std::shared_ptr<const LossTransform> reversed() const { return nullptr; }

    /// K(c) for real c ≥ -1; upper = inf where it is infinite or too large to tell.
    /// K(0) = log(1 - infinite_mass), and M(-1) is what Q gives to where P is not 0.
    [[nodiscard]] virtual Bracket log_moment(double c) const = 0;

    /// An upper bound of K(c), not far above it.
    [[nodiscard]] virtual double log_moment_bound(double c) const { return log_moment(c).upper; }

    [[nodiscard]] virtual Cumulants cumulants(double c) const = 0;

    /// About the c from which on rare large losses are all that counts in M(c), and K grows without
    /// measure: no search needs to begin beyond it.
    [[nodiscard]] virtual double steepest_tilt() const { return infinity; }

    /// Whether its lines offer add_precise_log_characteristic.
    [[nodiscard]] virtual bool is_precise() const { return false; }

    /// The line Re s = c, where c > -1 and c ≠ 0 and K(c) is finite.
    [[nodiscard]] virtual std::unique_ptr<TiltedLoss> tilt(double c, LineUse use) const = 0;
};

/// A mechanism, run `count` times (a whole number ≥ 1).
struct Part {
    std::shared_ptr<const LossTransform> loss;
    double count;
};

/// Independent runs one after the other, all in the same direction.
using Composition = std::vector<Part>;

}  // namespace mizan::inversion
