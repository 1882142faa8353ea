// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "mizan/mechanism/whole_sensitivity.hpp"
#include "mizan/numeric/bracket.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan {

// Gaussian noise on many sums at once, with one record in several of them: what counts is by how
// much it moves the vector of all sums. Steps may depend on the answers before.

/// Sums over binary trees, one leaf per step, with Gaussian noise on every node. Each record takes
/// part in at most one step of all trees.
class TreeAggregation {
public:
    static constexpr std::string_view name = "tree";
    /// What every answer takes for granted of it.
    static constexpr std::string_view assumes =
        "tree: noise_multiplier is standard deviation of a node / L2 sensitivity of a sum; no"
        " record is in two steps, and none moves to another step because of its neighbour";

    /// Throws InputError unless there is a tree and all counts of steps are whole.
    TreeAggregation(NoiseScale noise_multiplier, std::vector<double> step_counts);

    /// Standard deviation of the noise of each node / L2 sensitivity of a sum.
    [[nodiscard]] NoiseScale noise_multiplier() const { return noise_multiplier_; }
    [[nodiscard]] const std::vector<double>& step_counts() const { return step_counts_; }

    /// How far one record moves all nodes together, in units of the sensitivity of a sum.
    ///
    /// Theorem    KMS21 tree: tree aggregation by its sensitivity
    /// States     √(⌊log₂ n⌋ + 1) with n the most steps that a tree has: as many nodes hold a leaf
    /// Needs      no record in two steps
    /// Guarantee  exact
    /// Source     KMS21 Appendix D (arXiv:2103.00039)
    /// Test       MatrixMechanism.ATreeMovesByTheNodesAboveALeaf
    [[nodiscard]] Bracket sensitivity() const;

    friend bool operator==(const TreeAggregation&, const TreeAggregation&) = default;

private:
    NoiseScale noise_multiplier_;
    std::vector<double> step_counts_;
};

/// Sums over a lower-triangular Toeplitz matrix C: Cx + z with the contributions x of `steps` steps
/// and Gaussian noise z. A record takes part at most `participations` times, any two of them at
/// least `min_separation` steps apart, and its contributions have norm at most 1.
class MatrixMechanism {
public:
    static constexpr std::string_view name = "matrix_mechanism";
    /// What every answer takes for granted of it.
    static constexpr std::string_view assumes =
        "matrix_mechanism: noise_multiplier is standard deviation of a row / largest L2 norm "
        "of what one record adds to a step; the steps of a record are fixed in advance, "
        "min_separation apart";

    /// Row i of C is … c₂ c₁ c₀ 0 …, with c₀ at column i. Throws InputError unless there are
    /// coefficients and all are finite.
    MatrixMechanism(NoiseScale noise_multiplier, std::vector<double> coefficients,
                    WholeSensitivity steps, WholeSensitivity participations,
                    WholeSensitivity min_separation);

    /// Standard deviation of the noise of each row / largest norm of a contribution.
    [[nodiscard]] NoiseScale noise_multiplier() const { return noise_multiplier_; }
    [[nodiscard]] const std::vector<double>& coefficients() const { return coefficients_; }
    [[nodiscard]] WholeSensitivity steps() const { return steps_; }
    [[nodiscard]] WholeSensitivity participations() const { return participations_; }
    [[nodiscard]] WholeSensitivity min_separation() const { return min_separation_; }

    /// How far one record moves Cx, between what participations 0, b, 2b, … make of C and of the
    /// least matrix above |C| whose coefficients fall.
    ///
    /// A record adds Σ_i C_i u_i with columns C_i, vectors |u_i| ≤ 1 and i from a set of
    /// participations, of norm² Σ ⟨C_i, C_j⟩⟨u_i, u_j⟩ ≤ Σ |⟨C_i, C_j⟩|. Where the coefficients are
    /// not negative and fall, ⟨C_i, C_j⟩ = Σ_{s < n-j} c_s c_(s+j-i), i ≤ j, falls with j and with
    /// j - i, and of the l-th and m-th participation neither can be less than at 0, b, 2b, …: that
    /// set is the worst. More coefficients only add. Where no two columns overlap, the order of the
    /// coefficients does not matter.
    ///
    /// Theorem    KL24 T2: sensitivity of Toeplitz matrices
    /// States     ‖Σ_(j<k) C_(jb)‖, k = min(participations, ⌈n/b⌉), if c₀ ≥ c₁ ≥ … ≥ 0 or at most b
    ///            coefficients are given; else at most the same with cᵢ' = max_(j≥i) |c_j|
    /// Needs      participations at least b steps apart
    /// Guarantee  exact where stated, else an upper bound
    /// Source     KL24 Theorem 2 (arXiv:2405.13763), with the proof above
    /// Test       MatrixMechanism.SensitivityIsTheWorstOfAllParticipations
    [[nodiscard]] Bracket sensitivity() const;

    friend bool operator==(const MatrixMechanism&, const MatrixMechanism&) = default;

private:
    NoiseScale noise_multiplier_;
    std::vector<double> coefficients_;
    WholeSensitivity steps_, participations_, min_separation_;
};

}  // namespace mizan
