// SPDX-License-Identifier: Apache-2.0
#include "mizan/program/scheme.hpp"

namespace mizan {

void check(const Scheme& scheme) {
    std::visit([](const auto& each) { each.check(); }, scheme);
}

bool takes_nothing(const Scheme& scheme) {
    const auto ask = [](const auto& each) {
        if constexpr (requires { each.takes_nothing(); }) return each.takes_nothing();
        return false;
    };
    return std::visit(ask, scheme);
}

Scope scope_inside(const Scheme& scheme, const Scope& outside) {
    return std::visit([&](const auto& each) { return each.inside(outside); }, scheme);
}

}  // namespace mizan
