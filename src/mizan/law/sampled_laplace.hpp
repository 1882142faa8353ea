// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/law/abilities.hpp"
#include "mizan/law/laplace.hpp"

namespace mizan {

/// Laplace noise on Poisson samples, with the record against without it.
struct SampledLaplaceLaw {
    double q;  ///< in (0, 1)
    Laplace mechanism;
    friend bool operator==(const SampledLaplaceLaw&, const SampledLaplaceLaw&) = default;

    static constexpr bool is_seen_by_chance = true;

    [[nodiscard]] static Asymmetry asymmetry() { return {Asymmetry::Of::record}; }
    void add_to(Parts& parts, double count) const;
    [[nodiscard]] Bracket largest_loss(const Directions& directions) const;

    [[nodiscard]] std::optional<analysis::ProfilePair> profiles() const;
    [[nodiscard]] std::optional<LaplaceLaw> whole() const { return LaplaceLaw{mechanism}; }
    [[nodiscard]] std::optional<TwoAtoms> two_atoms(const Directions& directions) const;
    [[nodiscard]] std::optional<EndAtom> end_atom(const Directions& directions) const;
    [[nodiscard]] double shown_at_most() const { return q; }
    [[nodiscard]] Enclosure cells(double runs) const;
    [[nodiscard]] bool has_cells(double runs) const;

    /// When finite pairs of cells take the place of the law. More cells and points are narrower and
    /// take longer.
    struct CellLimits {
        static constexpr double most_runs = 128;  ///< the sum of more is smooth, so that lines end
        static constexpr double most_loss = 32;   ///< cells of larger losses are too wide
        static constexpr double least_loss =
            1e-100;  ///< below, rounding moves a loss by more than a cell
        static constexpr double least_rest = 1e-9;  ///< the same for 1 - q
        static constexpr double most_cells =
            0x1p9;  ///< half the digits of a double, in milliseconds
        static constexpr double most_points = 0x1p13;  ///< of the sum of all runs
    };
};

}  // namespace mizan
