// SPDX-License-Identifier: Apache-2.0
#include "mizan/program/repeat_and_select.hpp"

#include <cmath>

#include "mizan/units/error.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan {

void RepeatAndSelect::check() const {
    if (!(shape > -1)) throw DomainError("shape", "above -1", shape);
    const bool is_mean = shape == infinity ? mean > 0 : mean >= 1;
    if (!is_mean || mean == infinity) {
        throw DomainError(
            "mean", shape == infinity ? "a finite number above 0" : "a finite number of at least 1",
            mean);
    }
}

Scope RepeatAndSelect::inside(const Scope& outside) const { return outside; }

std::vector<std::string> RepeatAndSelect::assumes(const Scope&, bool) const {
    return {
        "repeat_and_select: the number of runs is drawn at random and not shown; only the best "
        "result is, by an order that does not look at the data"};
}

std::optional<Count> RepeatAndSelect::runs_instead() const {
    if (mean > static_cast<double>(max_count)) return std::nullopt;
    return static_cast<Count>(std::ceil(mean));
}

}  // namespace mizan
