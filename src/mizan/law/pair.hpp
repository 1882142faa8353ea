// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/divergence/finite.hpp"
#include "mizan/law/abilities.hpp"

namespace mizan {

/// An explicit pair of finite output distributions. All pairs that the user wrote have their first
/// distribution at the same neighbour. All answers of records have theirs at the same neighbour,
/// too, but whether that is the same one as for the user's pairs is not known. On a Poisson sample
/// the first distribution belongs to the neighbour with the record.
struct PairLaw {
    std::vector<Outcome> pair;
    enum class From {
        user,
        records,
        group,  ///< the answers of all records of a group, which all change in the same direction
    } from = From::user;
    friend bool operator==(const PairLaw&, const PairLaw&) = default;

    static constexpr bool is_finite = true, is_quick_bound_exact = true;

    [[nodiscard]] Asymmetry asymmetry() const;
    void add_to(Parts& parts, double count) const;
    [[nodiscard]] Bracket largest_loss(const Directions& directions) const;

    [[nodiscard]] Bracket tradeoff(Probability rate) const;
    [[nodiscard]] double renyi_from_below(Order order) const;
    [[nodiscard]] std::vector<Outcome> outcomes(const Directions& directions) const;
    [[nodiscard]] std::optional<PrivacyLoss> losses(const Directions& directions) const;
    [[nodiscard]] std::optional<TwoAtoms> two_atoms(const Directions& directions) const;
    [[nodiscard]] std::optional<EndAtom> end_atom(const Directions& directions) const;
    [[nodiscard]] double shown_at_most() const;
    [[nodiscard]] Draw draw() const { return pair; }
};

}  // namespace mizan
