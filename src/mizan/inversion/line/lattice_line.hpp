// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "mizan/inversion/line/lattice.hpp"
#include "mizan/inversion/line/line.hpp"
#include "mizan/numeric/roots_of_unity.hpp"

namespace mizan::inversion {

/// δ(ε) of a composition whose losses lie on a lattice, by the nodes of one period.
///
/// Theorem    Mizan26 T4: one period is enough on a lattice
/// States     Let all finite losses be A + kH with whole k, x_m = A + mH and s_j = c + 2πij/(NH).
///            Then (1-e^{-H})/N Σ_{j<N} M(s_j) e^{-s_j x_{m+1}} / ((1-e^{-s_j H})(1-e^{-(s_j+1)H}))
///            equals Σ_l e^{clΛ} g(x_m + lΛ) with Λ = NH and the g of T1, so its distance from
///            g(x_m) is bounded as there; and between x_m and x_{m+1} δ is linear in e^ε. If losses
///            are off by at most ρ then δ(ε+ρ) ≤ true δ(ε) ≤ δ(ε-ρ)
/// Needs      M(c) < ∞, c > 0 or -1 < c < 0
/// Guarantee  exact; rounding and aliases are inside the bracket, and nothing is truncated
/// Source     Mizan26 (docs/proofs/lattice.md, with proof)
/// Test       LatticeLine.BracketsExactSums
class LatticeLine {
public:
    static constexpr std::size_t most_nodes = std::size_t{1} << 17;

    /// Nodes whose share is proven to be below `tolerance` are left out. Empty if the period takes
    /// too many nodes. `lattice` is that of `parts`.
    static std::optional<LatticeLine> along(const Lattice& lattice, const Composition& parts,
                                            const Contour& contour, double tolerance,
                                            std::size_t most = most_nodes);

    /// δ(ε) for any finite ε, negative ones too.
    [[nodiscard]] Bracket delta(double epsilon) const;

    /// The same in plain numbers, with the derivative: for searching.
    [[nodiscard]] Line::Estimate estimate(double epsilon) const;

    /// About where δ falls to `delta`, sought cell by cell, ever farther from the guess.
    [[nodiscard]] double near_root(double guess, double delta) const;

    [[nodiscard]] std::size_t nodes() const { return node_.size(); }

private:
    LatticeLine(const Lattice& lattice, const Composition& parts, const Contour& contour,
                std::size_t size);
    void take_nodes(const Lattice& lattice, double negligible);

    [[nodiscard]] Bracket point(std::int64_t m) const;  // x_m
    [[nodiscard]] double sum(std::int64_t m) const;     // of the nodes, turned by x_{m+1}
    [[nodiscard]] double computed_sum(std::int64_t m) const;
    [[nodiscard]] Bracket delta_at(std::int64_t m) const;
    [[nodiscard]] double estimate_at(std::int64_t m) const;
    [[nodiscard]] bool is_far(
        double epsilon) const;  // so many cells away that their number is no double

    double step_, offset_, doubt_, c_;
    Bracket infinite_mass_, log_moment_;  // d, K(c)
    Aliases aliases_;
    RootsOfUnity roots_;
    std::int64_t centre_ = 0;  // of k: the nodes hold its characteristic function around there

    // Φ_j / ((1-e^{-s_j H})(1-e^{-(s_j+1)H})) at the nodes j that count, twice for those that also
    // stand for N - j.
    std::vector<std::size_t> node_;
    std::vector<double> real_, imag_;
    double error_ = 0;  // of their sum, with all that was left out

    // Sums that were asked for, because a search asks for the same ones again. A line is used by
    // one thread, so that no lock is needed.
    struct Known {
        std::int64_t m;
        double sum;
    };
    mutable std::vector<Known> known_;
};

}  // namespace mizan::inversion
