// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/scheme/repeat_and_select.hpp"

#include <algorithm>

#include "mizan/sampling/repeat_and_select.hpp"

namespace mizan {

namespace {

// The best of many runs has no pair that is quickly found. But ranks may be drawn at random, and
// then the best run is any of the runs.
void know_attained(SchemeReading& reading, const RepeatAndSelect& scheme) {
    const Inside& inside = reading.inside;
    KnownPart& part = reading.part;
    if (inside.attained.empty() || inside.has_user_pair()) return;
    const bool is_one = inside.attained.size() == 1 && inside.attained.front().count == 1;
    if (!is_one && scheme.shape < infinity) {
        part.attained = inside.attained.front().law;
        part.attained_runs = inside.attained.front().count;
    } else if (is_one) {
        const auto best = best_of_several(reading.attained_pair(), scheme.mean, scheme.shape);
        if (!best.empty()) part.attained = PairLaw{best, PairLaw::From::records};
    }
}

}  // namespace

void know(SchemeReading& reading, const RepeatAndSelect& scheme) {
    const auto& [mean, shape] = scheme;
    const KnownPart& whole = reading.inside.promises;
    KnownPart& part = reading.part;
    part.name = "best of several " + whole.name;
    const std::string why_not = part.name + ": not known to follow";
    part.zcdp.why_not = part.cdp.why_not = part.gdp.why_not = why_not;
    part.pure.why_not = whole.pure.why_not;
    part.renyi.why_not = whole.renyi.why_not;
    part.failure = Delta{std::min(1.0, (mean * Bracket(whole.failure.value())).upper)};
    part.shown = std::min(1.0, (mean * Bracket(whole.shown)).upper);
    if (whole.pure.value) {
        const ApproxDP best =
            repeat_and_select(ApproxDP{whole.pure.value->epsilon, whole.failure}, mean, shape);
        know(part, PureDP{best.epsilon});
        part.pure.theorems.insert(part.pure.theorems.begin(), "PS22 T2a");
    }
    if (whole.renyi.value) {
        part.renyi = {RenyiDP{repeat_and_select(whole.renyi.value->curve, mean, shape)}, "",
                      whole.renyi.theorems};
        cite(part.renyi.theorems, {shape == infinity ? "PS22 T6" : "PS22 T2"});
    }
    know_attained(reading, scheme);
}

}  // namespace mizan
