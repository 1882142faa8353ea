// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/exact.hpp"

#include <algorithm>

#include "mizan/engine/attained.hpp"
#include "mizan/engine/compose_laws.hpp"
#include "mizan/engine/two_ends.hpp"
#include "mizan/numeric/work.hpp"

namespace mizan::analysis {

namespace {

// Whether this is one run of a law whose every single answer is attained, though by different
// pairs.
bool is_one_envelope(const Laws& laws) {
    return laws.size() == 1 && laws.front().count == 1 && is_envelope(laws.front().law);
}

Analysis analysis_of(const Composed& composed) {
    if (composed.asked.upper == infinity && composed.asked.lower < infinity) {
        return {"pld",
                std::nullopt,
                std::nullopt,
                {},
                "these laws could not be composed within the limit of work"};
    }
    return {"pld", composed.asked.upper, std::nullopt, composed.theorems, ""};
}

LowerBound lower_bound_of(const Composed& composed, std::string from) {
    if (composed.asked.lower > 0) return {composed.asked.lower, std::move(from)};
    return {0, composed.asked.upper == 0
                   ? "the releases whose laws are known attain nothing above 0"
                   : "nothing above 0 is known to be attained"};
}

// The lower end from the composition of all attained laws.
LowerBound lower_end(const TwoEnds& ends, const std::vector<KnownPart>& releases, const Laws& worst,
                     const Laws& attained) {
    if (attained.empty() && !releases.empty()) {
        return {0, "no release of this program has a law that is known exactly"};
    }
    if (!ends.below) {
        return lower_bound_of(*ends.above, is_one_envelope(worst)
                                               ? "the worst pair of laws at this point"
                                               : "the exact laws of all releases");
    }
    return lower_bound_of(*ends.below, attained.size() == releases.size()
                                           ? "mechanisms that keep all these promises"
                                           : "the exact laws of the releases that have one");
}

// The share of the work that is left, for each of these.
constexpr double some_work = 0.5;

// Raises the lower end to what some of the laws attain alone, where that is more.
void raise(LowerBound& lower, const TwoEnds& ends, const Laws& attained, const Asked& asked,
           double upper) {
    if (upper > 0 && !(lower.value > upper / 2)) {
        const double alone =
            within_share(some_work, [&] { return attained_alone(attained, asked); }).value_or(0);
        if (alone > lower.value) lower = {alone, "one run of one of the releases"};
    }
    const std::optional<Composed>& of_attained = ends.below ? ends.below : ends.above;
    if (upper > 0 && !attained.empty() && of_attained &&
        is_left_wide(*of_attained, wide_for_some)) {
        const double some =
            within_share(some_work, [&] { return attained_by_some(attained, asked); }).value_or(0);
        if (some > lower.value) lower = {some, "the releases with the most loss"};
    }
}

}  // namespace

Analysis by_worst_laws(const std::vector<KnownPart>& releases, const Question& question,
                       Patience patience) {
    const auto worst = worst_laws(releases);
    ensure(worst.has_value(), "a release has no worst law");
    Aim aim = of_the_worst;
    aim.is_patient = patience == Patience::usual;
    Analysis analysis = analysis_of(compose_laws(*worst, question, aim));
    for (const KnownPart& release : releases) cite(analysis.theorems, release.worst_by);
    return analysis;
}

Exact exact(const std::vector<KnownPart>& releases, const Question& question) {
    const Work step(0.8);  // what is left is for bounds by other ways
    // An answer that is wider, relatively, may become narrower with more work.
    constexpr double wide = 1e-4;
    const Laws worst = all_worst(releases);
    const Laws attained = attained_laws(releases);
    const auto missing =
        std::ranges::find_if(releases, [](const KnownPart& release) { return !release.worst; });
    const bool has_above = missing == releases.end();
    const bool is_tight = worst == attained || is_one_envelope(worst);
    const TwoEnds ends = two_ends(has_above ? &worst : nullptr, attained, is_tight, question);

    Exact result;
    result.is_tight = has_above && is_tight;
    if (ends.above) {
        result.is_left_wide = is_left_wide(*ends.above, wide);
        result.analysis = analysis_of(*ends.above);
        if (result.analysis.bound) {
            for (const KnownPart& release : releases) {
                cite(result.analysis.theorems, release.worst_by);
            }
        }
        result.unverified = ends.above->unverified;
    } else {
        result.analysis.name = "pld";
        result.analysis.why_not = missing->name + " has no known worst pair of laws";
        if (question.verify) result.unverified = result.analysis.why_not;
    }
    if (ends.below && result.unverified.empty()) result.unverified = ends.below->unverified;
    result.lower = lower_end(ends, releases, worst, attained);
    raise(result.lower, ends, attained, question, result.analysis.bound.value_or(infinity));
    return result;
}

}  // namespace mizan::analysis
