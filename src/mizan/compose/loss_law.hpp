// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "mizan/compose/repeated.hpp"

namespace mizan::compose {

/// One output of a mechanism and its probability under both inputs.
struct Outcome {
    Bracket p;
    Bracket q;
};

/// All outputs of a mechanism on an ordered pair of inputs. Outcomes with the same p/q may be
/// merged; q = 0 is an infinite loss. For the other direction swap p and q.
using Pair = std::vector<Outcome>;

/// The same pair with the roles of the inputs exchanged.
[[nodiscard]] Pair reversed(Pair pair);

/// The worst pair for an (ε,δ)-DP mechanism: with probability δ all is revealed, else randomized
/// response with ε.
[[nodiscard]] Pair worst_pair(ApproxDP guarantee);

/// The worst pair of `count` such mechanisms without their failures, its outcomes grouped by loss;
/// all outcomes together that have a smaller probability than `negligible` are left out at either
/// end. The probability left out on top is returned as an outcome with infinite loss.
[[nodiscard]] Pair worst_pair(Epsilon epsilon, Count count, double negligible);

/// Which side of the truth a law errs on.
enum class Side {
    pessimistic,  ///< never less private than said: δ is an upper bound
    optimistic,   ///< never more private than said: δ is a lower bound
};

/// How fine a law is kept.
struct Resolution {
    double spacing;     ///< of the losses; rounded down to a power of 2
    double negligible;  ///< probability that may be cut off the tails in each step
    static Resolution of(double range, double points, double negligible);
};

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

    /// Runs one more mechanism, whose pair does not depend on the earlier outputs (or is the worst
    /// for all of them).
    void compose(const Pair& pair);

    /// A true bound on δ(ε) = sup_S P(S) - e^ε Q(S) of everything composed, in the direction of
    /// `side`.
    [[nodiscard]] double delta(Epsilon epsilon) const;

    /// A true bound on the smallest ε with δ(ε) ≤ delta, in the direction of `side`.
    [[nodiscard]] double epsilon(Delta delta) const;

    /// How many lattice points are in use.
    [[nodiscard]] std::size_t size() const { return p_.size(); }

private:
    struct Tap;
    [[nodiscard]] std::vector<Tap> taps(const Pair& pair, double& infinite) const;
    [[nodiscard]] double loss(std::size_t i) const;
    void cut_tails();
    [[nodiscard]] double rounding_error() const;
    [[nodiscard]] double guess_epsilon(double delta) const;

    Side side_;
    double spacing_;
    double negligible_;
    std::int64_t first_ = 0;      // lattice index of p_[0]
    std::vector<double> p_{1.0};  // probability under P at each lattice point
    // Probability under Q times e^loss of the lattice point. Pessimistically it equals p_.
    std::vector<double> scaled_q_{1.0};
    double infinite_ = 0;   // probability under P of an infinite loss
    double roundings_ = 0;  // a bound on the roundings that any of the numbers went through
};

}  // namespace mizan::compose
