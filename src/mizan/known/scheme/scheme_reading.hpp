// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mizan/divergence/mixed_normals.hpp"
#include "mizan/known/part/inside.hpp"
#include "mizan/program/bill.hpp"
#include "mizan/program/program.hpp"

namespace mizan {

/// What is run under a scheme, while it is read. Each scheme has a file beside this one, with a
/// function `know(SchemeReading&, const Scheme&)` that says what is known of one run for one
/// record: its name, its promises and its laws. arrangement.cpp adds what follows for groups and
/// for many runs, which is the same for all schemes.
struct SchemeReading {
    // Given before `know` is called:
    Inside inside;  ///< of one run
    const Bill& run;
    /// Reads a scheme inside of this one.
    KnownPart (*known_inside)(const Arrangement&);
    Relation relation;
    Count group_size;  ///< records that change together
    Count leaving;     ///< records of the group that may be missing
    Extent extent;

    // Filled in by `know`:
    KnownPart part = {};
    double runs = 1;  ///< how often `part` runs in one run of the scheme
    /// Whether the records of a group are drawn independently, so that the group moves a sum by how
    /// many of them are in the sample.
    bool draws_each_of_group = false;
    /// Laws of a whole group, if they are known directly and not by chains of neighbours.
    std::optional<Law> worst_of_group = {}, attained_of_group = {};

    /// A bound of the total variation if the record is used with probability `used`. A replaced
    /// record is removed and added, so it counts twice.
    [[nodiscard]] double shown_of(Bracket used) const;
    /// The same bound of `part`, for the whole group.
    [[nodiscard]] double shown_of_group() const;

    /// A finite pair that one run of everything inside attains, or that is better than what it
    /// attains.
    [[nodiscard]] std::vector<Outcome> attained_pair() const;

    /// Fills in all definitions that follow from Gaussian privacy, which these theorems prove.
    void know_moved(double mu, const std::vector<std::string>& theorems);
};

/// The worst law of all mechanisms that show anything with at most this probability.
[[nodiscard]] ResponseLaw shown_at_most(double probability);

/// A pair that dominates `pair` and whose losses lie on a lattice.
[[nodiscard]] PairLaw on_lattice(const std::vector<Outcome>& pair);

/// Whether cells of the line tell enough of noise that moves by mu standard deviations.
[[nodiscard]] bool is_seen_in_cells(double mu);

/// A pair for Gaussian noise on sums: each place that holds the record moves the sum by mu standard
/// deviations, and the adversary only sees in which cell of the line the sum lies. It is no worse
/// than the noise itself.
[[nodiscard]] PairLaw attained_in_cells(const std::vector<ShiftedNormal>& sums, double mu);

/// The fraction part / whole.
[[nodiscard]] Bracket share(Count part, Count whole);

}  // namespace mizan
