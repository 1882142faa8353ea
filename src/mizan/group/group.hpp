// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mizan/definition/definition.hpp"
#include "mizan/group/promises.hpp"
#include "mizan/group/renyi.hpp"

namespace mizan {

/// A guarantee for a group and the theorems behind it.
struct GroupGuarantee {
    Definition result;
    std::vector<std::string> theorems;
};

/// The sharpest known guarantee for a group, in the same notion; concentrated privacy becomes
/// zero-concentrated, the only form in which its group privacy is known for all mechanisms.
///
/// Theorem    Mironov17 IIIc: stable maps
/// States     g is c-stable ⇒ f∘g promises for one person what f promises for c people
/// Needs      neighbours A, B give a chain g(A) = D_0, ..., D_c = g(B) of neighbours or equals
/// Guarantee  as the rule for the group
/// Source     Mironov17 section III, before Proposition 2 (arXiv:1702.07476v3)
/// Test       Group.AStableMapCostsNoMoreThanAGroup
///            GroupRenyi.TheTypedDefinitionOfStableMapsPromisesTooMuch
/// Erratum    The definition of c-stable is typed backwards, see Mironov17 P2.
[[nodiscard]] GroupGuarantee grouped(const Definition& definition, std::uint64_t size);

}  // namespace mizan
