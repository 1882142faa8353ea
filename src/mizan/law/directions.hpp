// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace mizan {

/// Which of the two neighbours comes first, for each thing that a law may depend on: the pairs that
/// the user wrote, the records of laws of single records, and groups, of which `added` records are
/// only in the second neighbour and all others only in the first. A law that depends on none of
/// these is the same in both orders.
struct Directions {
    bool user_backward = false, records_backward = false;
    int added = 0;
};

/// What a law depends on when the two neighbours change places.
struct Asymmetry {
    enum class Of {
        nothing,        ///< both orders give the same law
        user_pair,      ///< which of the two distributions that the user wrote comes first
        record,         ///< whether the first neighbour is the one with the record
        group,          ///< the same of a group whose records all change in one direction
        counted_group,  ///< how many records of a group are in which neighbour
    } of = Of::nothing;
    int people = 1;               ///< records of a counted group
    bool is_lower_bound = false;  ///< of a counted group: the law costs no more than the group does
};

}  // namespace mizan
