// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/divergence/finite.hpp"
#include "mizan/law/directions.hpp"

namespace mizan {

/// An explicit pair of finite output distributions. Pairs that the user wrote all have their first distribution at the
/// same neighbour, and so have the answers of records; but which neighbour that is for the ones and for the others is
/// not known. On a Poisson sample it is the neighbour that has the record, as with the answers of records.
struct PairLaw {
    std::vector<Outcome> pair;
    enum class From {
        user,
        records,
        group,  ///< the answers of all records of a group, which all change in the same direction
    } from = From::user;
    friend bool operator==(const PairLaw&, const PairLaw&) = default;

    [[nodiscard]] Asymmetry asymmetry() const;

    /// The pair with its neighbours in this order.
    [[nodiscard]] std::vector<Outcome> outcomes(const Directions& directions) const;
};

}  // namespace mizan
