// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mizan/inversion/line/line.hpp"
#include "mizan/numeric/precise.hpp"

namespace mizan::inversion {

/// δ(ε), ε ≥ 0, of n equal randomized responses that fail with probability δ₀ each, to some thirty
/// digits (KOV15 T3.3). With r = e^{-ε₀}, K is Binomial(n, 1/(1+r)), the loss is (2K - n)ε₀, and
///
///     δ(ε) = 1 - (1-δ₀)^n (1 - E[(1 - e^{ε-L})₊]).
///
/// The probabilities come from the one that is most likely by their ratios (n-k)/((k+1)r), and are
/// divided by their sum.
class PreciseResponses {
public:
    /// Empty if n is so large that the sum takes too long, or ε₀ that it underflows.
    static std::optional<PreciseResponses> build(Precise epsilon0, double failure, double count);

    [[nodiscard]] Bracket delta(double epsilon) const;
    [[nodiscard]] Line::Estimate estimate(double epsilon) const;

private:
    PreciseResponses() = default;

    // P(L > ε) and E[e^{-L}; L > ε], up to the same factor as total_.
    struct Tail {
        Precise probability, discounted;
    };
    [[nodiscard]] Tail tail(double epsilon) const;

    // P(K = k + 1) / P(K = k).
    [[nodiscard]] Precise rise(double k) const;

    Precise epsilon0_, shrink_;  // ε₀, r
    double count_ = 0, mode_ = 0;
    Precise total_;   // of all probabilities, the likeliest being 1
    Precise finite_;  // (1-δ₀)^n
};

}  // namespace mizan::inversion
