// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "mizan/program/leaf.hpp"

#include "leaf_instance.hpp"

namespace mizan::instances {

/// The instance that these genes mean. Throws NotExecutable for an event that has none.
[[nodiscard]] std::unique_ptr<LeafInstance> leaf_instance(const Leaf& leaf, const LeafScope& scope,
                                                          Genes& genes);

}  // namespace mizan::instances
