// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/known/known_part.hpp"
#include "mizan/mechanism/own_mechanism.hpp"

namespace mizan {

/// Fills in what is known of a mechanism of the user's own, for groups of this many. Throws InputError
/// if no privacy profile passes through its brackets: if they rise, or bend down as functions of e^ε.
void know_own(KnownPart& part, const OwnMechanism& mechanism, std::uint64_t people);

}  // namespace mizan
