// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/known/part/known_part.hpp"

namespace mizan::analysis {

/// A bound of the total variation of all outputs together, and so of δ at every ε.
///
/// Theorem    Mizan26 V1: what is seldom used is seldom shown
/// States     If the output has one law unless a record is used, which happens with probability q,
///            and then laws of total variation t, then its laws have total variation at most q t;
///            those of independent or adaptive releases together at most 1 - Π(1 - t_i). No δ(ε)
///            exceeds the total variation
/// Needs      nothing
/// Guarantee  upper bound; reached by what shows all when the record is used
/// Source     Mizan26 (docs/proofs/sampling.md, with proof)
/// Test       Metamorphic.WhatIsSeldomUsedIsSeldomShown
[[nodiscard]] double most_shown(const std::vector<KnownPart>& parts);

}  // namespace mizan::analysis
