// SPDX-License-Identifier: Apache-2.0
#include "mizan/engine/two_ends.hpp"

#include <algorithm>

#include "mizan/engine/compose_laws.hpp"
#include "mizan/numeric/work.hpp"

namespace mizan::analysis {

namespace {

// When an answer is composed again with a finer aim. Finer numbers take more time. Coarser ones
// leave each end wider next to the gap between the two.
struct Sharpening {
    static constexpr double digits = 20;            // so many times finer an aim reaches a width
    static constexpr double next_aim = 100;         // times finer than an aim that was missed
    static constexpr double few_digits = 1e-6;      // an aim finer than this has tried every line
    static constexpr double few_runs = 100;         // lines of fewer do not end, or end early
    static constexpr double share_of_gap = 0.05;    // so wide an end does not show next to the gap
    static constexpr double very_wide = 0.1;        // next to so wide an end few digits are enough
    static constexpr double share_of_work = 0.5;    // of what is left, for one attempt
    static constexpr double share_of_first = 0.75;  // for the first, which is that of the upper end
};

double runs_of(const Laws& laws) {
    double runs = 0;
    for (const auto& [law, count] : laws) runs += count;
    return runs;
}

// A composition and the aim with which it was made.
struct Attempt {
    const Laws& laws;
    const Asked& asked;
    Aim aim;
    Inversion inversion;
    Composed found = compose_laws(laws, asked, aim, inversion);

    [[nodiscard]] double width() const {
        if (found.asked.is_exact()) return 0;
        return found.asked.upper < infinity ? found.asked.width() / found.asked.upper : infinity;
    }

    // Composes again if the answer is wider than `enough`, unless work ran out or the same aim was
    // tried before.
    void sharpen(double enough, bool is_patient = true) {
        enough = std::max(enough, asked.width);
        if (found.is_closed) return;
        const bool is_finite = found.asked.upper < infinity;
        const bool is_hopeless = is_finite
                                     ? found.is_exhausted && aim.content < Sharpening::few_digits
                                     : runs_of(laws) < Sharpening::few_runs;
        double content =
            is_finite ? std::max(Aim{}.content, enough / Sharpening::digits) : of_the_worst.content;
        // An answer that is wider than its aim takes a finer aim.
        if (aim.content > Sharpening::few_digits) {
            content = std::min(content, aim.content / Sharpening::next_aim);
        }
        if (width() <= enough || is_hopeless || content > aim.content / 2) return;
        aim = {.content = content, .begin = aim.begin, .is_patient = is_patient};
        const Work step(Sharpening::share_of_work);
        Composed again = compose_laws(laws, asked, aim, inversion);
        const Bracket both = intersect(found.asked, again.asked);
        if (again.asked.upper <= found.asked.upper) found = std::move(again);
        found.asked = both;
    }
};

// Sharpens both until each is narrow next to the gap between them. The one with the coarser aim
// comes first: it may show a gap next to which the other is narrow already.
void sharpen_both(Attempt& above, Attempt& below) {
    constexpr double narrow = Sharpening::digits * of_the_worst.content;
    constexpr double share = Sharpening::share_of_gap;
    const auto enough = [&] {
        const double worst = above.found.asked.lower, gap = worst - below.found.asked.upper;
        return std::max(narrow, gap > 0 && gap <= worst ? share * gap / worst : 0);
    };
    // If the attained end lies far below the worst, the answer is wide in any case, and more work
    // on one end would not make it narrow.
    const bool is_patient = below.found.asked.upper > above.found.asked.lower / 2;
    // If work left one end wide, few digits of the other are enough.
    const double left_wide = above.found.is_exhausted ? above.width() : 0;
    below.sharpen(std::max(enough(), left_wide > Sharpening::very_wide ? share * left_wide : 0),
                  is_patient);
    above.sharpen(narrow);
    below.sharpen(std::max(enough(), above.found.is_exhausted ? share * above.width() : 0),
                  is_patient);
}

Attempt attempt(const Laws& laws, const Asked& asked, Aim aim, Inversion::Ends ends,
                double share = Sharpening::share_of_work) {
    const Work step(share);
    return {laws, asked, aim, Inversion(laws, ends)};
}

// Both ends where the worst laws and the attained ones differ.
TwoEnds apart(const Laws& worst, const Laws& attained, const Asked& asked) {
    TwoEnds ends;
    Attempt upper =
        attempt(worst, asked, of_the_worst, Inversion::Ends::upper, Sharpening::share_of_first);
    if (upper.found.asked.upper > 0) {
        // The attained laws cost no more than the worst ones; the search for their epsilon begins
        // there.
        Aim aim = of_the_attained;
        if (asked.delta()) aim.begin = upper.found.asked.upper;
        Attempt lower = attempt(attained, asked, aim, Inversion::Ends::both);
        sharpen_both(upper, lower);
        ends.below = std::move(lower.found);
    }
    ends.above = std::move(upper.found);
    return ends;
}

}  // namespace

TwoEnds two_ends(const Laws* worst, const Laws& attained, bool is_tight, const Asked& asked) {
    const bool has_above = worst != nullptr, is_both = has_above && is_tight;
    const bool has_below = !attained.empty() && !is_both;
    if (has_above && has_below && !asked.verify) return apart(*worst, attained, asked);
    // If only one of them is known, the answer is wide, and few digits are enough.
    const bool is_rough = !is_both && !asked.verify;
    TwoEnds ends;
    if (has_above) {
        const Work step(has_below ? Sharpening::share_of_first : 1);
        ends.above = compose_laws(*worst, asked, is_rough ? of_the_worst : Aim{});
    }
    if (has_below) ends.below = compose_laws(attained, asked, is_rough ? of_the_attained : Aim{});
    return ends;
}

}  // namespace mizan::analysis
