// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "mizan/compose/repeated.hpp"

namespace mizan::compose {

/// A possible privacy loss log(p/q) and the probability p of meeting it. May be +inf.
struct Atom {
    Bracket probability;
    Bracket loss;
};

/// The law of a privacy loss. Losses may repeat and need no order.
using Atoms = std::vector<Atom>;

/// Which side of the truth a law errs on.
enum class Side {
    pessimistic,  ///< never more private than the truth: δ is an upper bound
    optimistic,   ///< never less private than the truth: δ is a lower bound
};

/// How fine a law is kept, and how far it reaches.
struct Resolution {
    Positive spacing;        ///< of the losses; rounded down to a power of 2
    Positive reach;          ///< losses beyond ± reach are not told apart
    NonNegative negligible;  ///< probability that may be cut off either tail in each step
};

/// Lengths on a lattice are kept between these, so that products of a few of them are doubles.
inline constexpr double shortest_length = 1e-300, longest_length = 1e300;
[[nodiscard]] inline double possible_reach(double reach) {
    return std::clamp(reach, shortest_length, longest_length);
}

/// The law of a composed privacy loss on a lattice of losses, kept on one side of the truth.
///
/// An outcome (p, q) that falls between two lattice points is, pessimistically, split onto both so
/// that p and q are preserved: the original pair is a post-processing of the split one.
/// Optimistically, outcomes that fall near the same lattice point are merged into one, their p and
/// their q added: this is a post-processing of the original. Both errors are of second order in the
/// spacing. Rounding is counted and charged when the law is evaluated; see loss_law.cpp.
class LossLaw {
public:
    /// The law of a mechanism that reveals nothing.
    LossLaw(Side side, Resolution resolution);

    /// Runs one more mechanism, or as many of the same kind, whose loss has this law whatever the
    /// earlier outputs are (or is dominated by it for all of them).
    void compose(const Atoms& atoms, double runs = 1);

    /// A true bound on δ(ε) = sup_S P(S) - e^ε Q(S) of everything composed, in the direction of
    /// `side`.
    [[nodiscard]] double delta(Epsilon epsilon) const;

    /// A true bound on the smallest ε with δ(ε) ≤ delta, in the direction of `side`.
    [[nodiscard]] double epsilon(Delta delta) const;

    /// For many ε: what delta() sums up for each is added up once.
    class Profile;
    [[nodiscard]] Profile profile() const;

    /// How many lattice points are in use.
    [[nodiscard]] std::size_t size() const { return p_.size(); }

private:
    struct Tap;
    [[nodiscard]] std::vector<Tap> taps_of(const Atoms& atoms) const;
    [[nodiscard]] std::vector<Tap> merged(std::vector<Tap> taps) const;
    void compose_once(const std::vector<Tap>& taps);
    [[nodiscard]] double loss(std::size_t i) const;
    [[nodiscard]] double rounding_error() const;
    [[nodiscard]] double guess_epsilon(double delta) const;
    void cut_tails();

    Side side_;
    double spacing_;
    std::int64_t limit_;  // lattice indices lie in [-limit, limit]
    double negligible_;
    std::int64_t first_ = 0;      // lattice index of p_[0]
    std::vector<double> p_{1.0};  // probability under P at each lattice point
    // Probability under Q times e^loss of the lattice point. Pessimistically it equals p_ and is
    // not stored.
    std::vector<double> scaled_q_;
    double infinite_ = 0;   // probability under P of an infinite loss
    double roundings_ = 0;  // a bound on the roundings that any of these numbers went through
    double underflow_ = 1;  // a bound on what all of them lost to underflow, in least subnormals
};

/// δ of a law that is composed no further.
class LossLaw::Profile {
public:
    /// A true bound on the same side as that of the law, and nearly as sharp as its own.
    [[nodiscard]] double delta(Epsilon epsilon) const;

private:
    friend LossLaw;

    // Of a lattice point and all above it: their probability, Σ q_i e^l with l the loss of the
    // point, and pessimistically what the first exceeds the second by.
    struct Tail {
        double p = 0, scaled_q = 0, delta = 0;
    };
    [[nodiscard]] double at_least(std::size_t tail, double epsilon) const;

    Side side_ = Side::pessimistic;
    double spacing_ = 1, first_ = 0;  // the losses are (first + i) · spacing
    std::vector<Tail> tails_;
    double infinite_ = 0, error_ = 0, underflow_ = 0;
};

}  // namespace mizan::compose
