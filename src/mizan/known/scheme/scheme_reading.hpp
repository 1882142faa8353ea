// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mizan/divergence/mixed_normals.hpp"
#include "mizan/known/part/inside.hpp"
#include "mizan/program/program.hpp"

namespace mizan {

/// What is run under a scheme, while it is read. Each scheme has a file beside this one, with a
/// function `know(SchemeReading&, const Scheme&)` that says what one run is, for one record: its
/// name, its promises and its laws. What follows for groups and for many runs is the same for all
/// schemes (arrangement.cpp).
struct SchemeReading {
    // What is given.
    Inside inside;  ///< of one run
    const Bill& run;
    /// Reads a scheme inside of this one.
    KnownPart (*known_inside)(const Arrangement&);
    Relation relation;
    Count group_size;  ///< records that are accounted for together
    Count leaving;     ///< records that may be there or not
    Extent extent;

    // What is found.
    KnownPart part = {};
    double runs = 1;  ///< of `part`, in one run of the scheme
    /// Each record of a group is drawn for itself, so that the group moves a sum by its number in
    /// the sample.
    bool draws_each_of_group = false;
    /// Laws of a whole group, where they are known by themselves and not by chains of neighbours.
    std::optional<Law> worst_of_group = {}, attained_of_group = {};

    /// A bound of the total variation of what shows a record that is used with probability `used`.
    /// A record that is replaced is removed and added.
    [[nodiscard]] double shown_of(Bracket used) const;
    /// The same bound of `part`, for the whole group.
    [[nodiscard]] double shown_of_group() const;

    /// A finite pair that is no worse than what one run of everything inside attains.
    [[nodiscard]] std::vector<Outcome> attained_pair() const;

    /// All definitions that follow from Gaussian privacy, which these theorems prove.
    void know_moved(double mu, const std::vector<std::string>& theorems);
};

/// The worst law of everything that shows anything with no more than this probability.
[[nodiscard]] ResponseLaw shown_at_most(double probability);

/// A pair that is no better than `pair` and whose losses lie on a lattice.
[[nodiscard]] PairLaw on_lattice(const std::vector<Outcome>& pair);

/// Whether cells of the line tell enough of noise that is moved by mu standard deviations.
[[nodiscard]] bool is_seen_in_cells(double mu);

/// Gaussian noise on sums, in which each place that holds the record moves the sum by mu standard
/// deviations, for whoever only sees in which cell of the line the sum lies: no worse than the
/// noise itself.
[[nodiscard]] PairLaw attained_in_cells(const std::vector<ShiftedNormal>& sums, double mu);

/// The share of `part` records in `whole`.
[[nodiscard]] Bracket share(Count part, Count whole);

}  // namespace mizan
