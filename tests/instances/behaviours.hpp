// SPDX-License-Identifier: Apache-2.0
// Code that does something else than was declared, as `account` names it.
#pragma once

#include <optional>

#include "builder.hpp"

namespace mizan::instances {

/// The behaviour that `account` calls so; none if the name is new.
[[nodiscard]] std::optional<Behaviour> behaviour_named(const std::string& name);

/// The law of what such code shows on either of two neighbours, which `draw` makes for a number of
/// records. Programs are one scheme, run once or several times, without another scheme in it; else
/// NotExecutable is thrown.
[[nodiscard]] std::function<Law(bool second)> behaving(
    const Program& program, const Reading& reading, Behaviour behaviour, Genes& genes,
    Builder& builder, const std::function<Neighbours(std::optional<int>)>& draw);

}  // namespace mizan::instances
