// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/compose/repeated.hpp"
#include "mizan/numeric/binomial.hpp"

namespace mizan::compose {

/// Walks down the losses L_k = (2k-n)ε of n randomized responses and keeps what δ needs, in sums of
/// positive terms only. With w = e^(-2ε), P_k the probability of L_k, and k the lowest loss taken:
///
///     reached = Σ_{i≥k} P_i
///     shared  = Σ_{i≥k} P_i e^(L_(k-1) - L_i)       = w (P_k + shared before)
///     delta   = Σ_{i≥k} P_i (1 - e^(L_(k-1) - L_i)) = (1-w) reached + w (delta before)
///
/// so `delta` is the exact δ(L_(k-1)), and inside the cell from L_(k-1) to L_k
/// δ(ε) = reached - e^(ε - L_(k-1)) · shared.
class TailWalk {
public:
    /// Starts above every loss that matters for probabilities of about exp(log_level).
    TailWalk(Epsilon epsilon, Count count, double log_level);

    /// Takes the next lower loss; for counts above 2^34 a block of losses, known less precisely.
    void descend();

    [[nodiscard]] double lowest() const { return k_; }
    [[nodiscard]] Bracket loss_at(double k) const;
    [[nodiscard]] Bracket loss_below() const { return loss_at(k_ - 1); }
    [[nodiscard]] Bracket loss_above() const { return loss_at(k_ - 1 + step_); }
    [[nodiscard]] Bracket reached() const { return reached_; }
    [[nodiscard]] Bracket shared() const { return shared_; }
    [[nodiscard]] Bracket delta() const { return delta_; }

    /// Σ_{i≥k} P_i e^(L_k - L_i): `shared` seen from the upper end of the cell.
    [[nodiscard]] Bracket shared_above() const { return shared_above_; }

    /// Single losses are taken, not blocks.
    [[nodiscard]] bool is_exact() const { return step_ == 1; }

    /// Bounds the probability of all losses not taken yet.
    [[nodiscard]] double rest() const;

private:
    [[nodiscard]] Bracket next_mass();

    binomial::Law law_;
    double step_;          // losses per block: 1 unless the count is huge
    Bracket w_, one_w_;    // e^(-2ε step) and 1 - e^(-2ε step)
    Bracket w1_, one_w1_;  // the same for a single loss
    Bracket odds_;         // e^(-ε)
    double k_;
    Bracket mass_{0.0};
    int since_direct_ = 0;
    Bracket reached_{0.0}, shared_{0.0}, shared_above_{0.0}, delta_{0.0};
};

}  // namespace mizan::compose
