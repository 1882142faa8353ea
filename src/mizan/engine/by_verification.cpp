// SPDX-License-Identifier: Apache-2.0
#include "mizan/engine/by_verification.hpp"

#include <cmath>
#include <optional>

#include "mizan/engine/by_inversion.hpp"

namespace mizan::analysis {

namespace {

bool is_narrow(Bracket x, double width = verified_width) {
    if (x.upper <= std::nextafter(x.lower, infinity)) return true;
    return x.upper < infinity && x.width() <= width * x.upper;
}

// The answer by a formula for this composition alone, if there is one.
std::optional<Bracket> by_precise_form(const Laws& laws, const Asked& asked, Bracket known) {
    if (laws.size() != 1) return std::nullopt;
    return precise_form(laws.front().law, laws.front().count, asked, known);
}

Bracket inverted_precisely(const Laws& laws, const Asked& asked) {
    Bracket worst = 0;
    for (inversion::Profile& profile : profiles(laws)) {
        worst = max(worst, asked.delta() ? profile.verified_epsilon(*asked.delta())
                                         : profile.verified_delta(asked.epsilon()->value()));
    }
    return worst;
}

}  // namespace

Verified by_verification(const Laws& laws, const Asked& asked, Bracket known) {
    constexpr double two_ulps = 4e-16;  // narrower than this the precise sums are seldom
    if (is_narrow(known, two_ulps)) return {known, ""};
    const auto formula = by_precise_form(laws, asked, known);
    const Bracket found = intersect(known, formula ? *formula : inverted_precisely(laws, asked));
    if (is_narrow(found)) return {found, "", true};
    return {found,
            "no sum of thirty digits over these laws is known to end within the limit of work",
            !(found == known)};
}

}  // namespace mizan::analysis
