// SPDX-License-Identifier: Apache-2.0
#include "mizan/engine/two_ends.hpp"

#include <algorithm>

#include "mizan/engine/compose_laws.hpp"

namespace mizan::analysis {

namespace {

// When an answer is composed again. Finer numbers take more time; coarser ones leave the ends wider
// next to the gap between them.
struct Sharpening {
    static constexpr double digits = 20;          // an aim so many times finer reaches a width
    static constexpr double next_aim = 100;       // times finer than an aim that was missed
    static constexpr double few_digits = 1e-6;    // finer aims than this one have seen every line
    static constexpr double few_runs = 100;       // whose lines do not end, or end early
    static constexpr double share_of_gap = 0.05;  // a width that does not show next to the gap
    static constexpr double very_wide = 0.1;      // so wide that the other end needs few digits
};

double runs_of(const Laws& laws) {
    double runs = 0;
    for (const auto& [law, count] : laws) runs += count;
    return runs;
}

// What was composed, and how well that was tried.
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

    // Composes again what is wider than `enough`, unless it was the limit of work that stopped it,
    // or as much was tried before.
    void sharpen(double enough, bool is_patient = true) {
        if (found.is_closed) return;
        const bool is_finite = found.asked.upper < infinity;
        const bool is_hopeless = is_finite
                                     ? found.is_exhausted && aim.content < Sharpening::few_digits
                                     : runs_of(laws) < Sharpening::few_runs;
        double content =
            is_finite ? std::max(Aim{}.content, enough / Sharpening::digits) : of_the_worst.content;
        // What came out wider than it was aimed at takes a finer aim.
        if (aim.content > Sharpening::few_digits) {
            content = std::min(content, aim.content / Sharpening::next_aim);
        }
        if (width() <= enough || is_hopeless || content > aim.content / 2) return;
        aim = {.content = content, .begin = aim.begin, .is_patient = is_patient};
        Composed again = compose_laws(laws, asked, aim, inversion);
        const Bracket both = intersect(found.asked, again.asked);
        if (again.asked.upper <= found.asked.upper) found = std::move(again);
        found.asked = both;
    }
};

// Goes on until both are narrow next to the gap between them. The one that was looked at least
// comes first: it may show a gap, and that the other is narrow enough.
void sharpen_both(Attempt& above, Attempt& below) {
    constexpr double narrow = Sharpening::digits * of_the_worst.content;
    constexpr double share = Sharpening::share_of_gap;
    const auto enough = [&] {
        const double worst = above.found.asked.lower, gap = worst - below.found.asked.upper;
        return std::max(narrow, gap > 0 && gap <= worst ? share * gap / worst : 0);
    };
    // What lies far below the worst is one end of a wide answer, which more work would not make
    // narrow.
    const bool is_patient = below.found.asked.upper > above.found.asked.lower / 2;
    // Next to an end that work has left wide, few digits of the other are enough.
    const double left_wide = above.found.is_exhausted ? above.width() : 0;
    below.sharpen(std::max(enough(), left_wide > Sharpening::very_wide ? share * left_wide : 0),
                  is_patient);
    above.sharpen(narrow);
    below.sharpen(std::max(enough(), above.found.is_exhausted ? share * above.width() : 0),
                  is_patient);
}

// Both of laws that lie apart.
TwoEnds apart(const Laws& worst, const Laws& attained, const Asked& asked) {
    TwoEnds ends;
    Attempt upper{worst, asked, of_the_worst, Inversion(worst, Inversion::Ends::upper)};
    if (upper.found.asked.upper > 0) {
        // What is attained is no more than the worst.
        Aim aim = of_the_attained;
        if (asked.delta()) aim.begin = upper.found.asked.upper;
        Attempt lower{attained, asked, aim, Inversion(attained)};
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
    // Alone, each is one end of a wide answer.
    const bool is_rough = !is_both && !asked.verify;
    TwoEnds ends;
    if (has_above) ends.above = compose_laws(*worst, asked, is_rough ? of_the_worst : Aim{});
    if (has_below) ends.below = compose_laws(attained, asked, is_rough ? of_the_attained : Aim{});
    return ends;
}

}  // namespace mizan::analysis
