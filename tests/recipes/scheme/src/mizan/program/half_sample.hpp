// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/program/poisson.hpp"

namespace mizan {

/// On a sample, drawn afresh each time: every record throws a coin.
struct HalfSample {
    void check() const {}
    [[nodiscard]] Scope inside(const Scope& outside) const { return as_poisson().inside(outside); }
    [[nodiscard]] std::vector<std::string> assumes(const Scope&, bool) const {
        return {"half_sample: every record throws a fair coin for every sample, which nobody sees"};
    }

    [[nodiscard]] static Poisson as_poisson() { return Poisson{Bracket(0.5)}; }

    friend bool operator==(const HalfSample&, const HalfSample&) = default;
};

}  // namespace mizan
