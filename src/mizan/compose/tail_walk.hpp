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
///
/// The sums are kept twice, from lower and from upper ends of w and 1-w, in plain doubles and in
/// units of P at the top. Seen from the lowest loss, whose probability is computed afresh whenever
/// a sum is read, the terms of each sum become less certain with every step after they were added:
/// in units u = 2^-53 by 3 and the doubt of e^-ε for their ratio to P_k, and by the roundings of
/// the sum (one for reached, two for shared, three for delta and four that reach it through
/// `reached`). The members `…_error_` add this up; m 2^-1070 after m steps pays for products that
/// underflow.
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

    /// The sums at the current loss.
    struct Sums {
        Bracket reached, shared, delta;
        Bracket
            shared_above;  ///< Σ_{i≥k} P_i e^(L_k - L_i): `shared` from the upper end of the cell
        Bracket delta_above;  ///< δ at the upper end of the cell
        double rest;          ///< bounds the probability of all losses not taken yet
    };
    [[nodiscard]] Sums sums() const;

    /// Single losses are taken, not blocks.
    [[nodiscard]] bool is_exact() const { return step_ == 1; }

    /// What lies below cannot be seen in a double any more.
    [[nodiscard]] bool nothing_left() const;

    /// About the current delta, never known to be on either side of it.
    [[nodiscard]] double rough_delta() const { return delta_.high * rough_unit_; }

private:
    // Below and above a number, before the roundings are charged.
    struct Ends {
        double low, high;

        explicit Ends(double x) : low{x}, high{x} {}
        explicit Ends(Bracket x) : low{x.lower}, high{x.upper} {}
        friend Ends operator+(Ends a, const Ends& b) {
            a.low += b.low;
            a.high += b.high;
            return a;
        }
        friend Ends operator*(Ends a, const Ends& b) {
            a.low *= b.low;
            a.high *= b.high;
            return a;
        }
    };

    [[nodiscard]] Ends next_block();
    [[nodiscard]] Bracket ratio_below() const;  // of P, from the lowest loss to the next

    binomial::Law law_;
    double step_;       // losses per block: 1 unless the count is huge
    Ends w_, one_w_;    // e^(-2ε step) and 1 - e^(-2ε step)
    Ends w1_, one_w1_;  // the same for a single loss, or for any loss of a block
    Bracket odds_;      // e^(-ε)
    // P_k follows from P_(k+1), unless e^-ε is near underflow or losses are taken in blocks.
    bool by_ratio_;
    double rough_odds_, drift_;  // the middle of e^-ε, and what P_k loses in units u per step
    double k_, steps_ = 0;
    double rough_unit_ = 1;
    double mass_ = 1;      // of the lowest loss, by ratios; or
    Bracket bottom_{0.0};  // afresh
    Ends reached_{0.0}, shared_{0.0}, shared_above_{0.0}, delta_{0.0}, delta_above_{0.0};
    double reached_error_ = 0, delta_error_ = 0, delta_above_error_ = 0;
    double shared_error_ = 0, shared_above_error_ = 0;
};

/// About log Pr[K = k], in plain numbers.
[[nodiscard]] double rough_log_mass(binomial::Law law, double k);

}  // namespace mizan::compose
