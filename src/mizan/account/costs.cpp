// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/costs.hpp"

#include <algorithm>

#include "mizan/account/analyses.hpp"
#include "mizan/account/best_bound.hpp"
#include "mizan/account/chain_of_neighbours.hpp"
#include "mizan/account/exact.hpp"
#include "mizan/known/scheme/poisson.hpp"
#include "mizan/known/whole/known_parts.hpp"
#include "mizan/program/bill.hpp"

namespace mizan::analysis {

Costs::Costs(const Program& program, Relation relation, Count group_size)
    : terms_{bill(ProgramDocument{relation, group(group_size, program)})},
      // Laws that are quick to compose answer most questions; then nothing else is read of the
      // parts.
      extent_{std::ranges::all_of(terms_.arrangements, has_quick_laws) ? Extent::laws
                                                                       : Extent::everything},
      parts_{known_parts(terms_, Groups::by_their_sums, extent_)} {}

Bracket Costs::at(const Question& question) {
    BestBound best(question);
    if (const auto seldom = by_most_shown(parts_, question)) best.consider(*seldom);
    if (best.bound == 0) return 0;
    const Exact exact = analysis::exact(parts_, question);
    best.consider(exact.analysis);
    if (best.is_open(exact.lower)) {
        if (extent_ == Extent::laws && !everything_) everything_ = known_parts(terms_);
        const std::vector<KnownPart>& parts = everything_ ? *everything_ : parts_;
        for (const Analysis& analysis : all_below(best.bound, parts, question)) {
            best.consider(analysis);
        }
        if (exact.is_left_wide) {
            if (const auto other = at_smaller_delta(parts, question, best)) best.consider(*other);
        }
    }
    if (best.is_open(exact.lower)) {
        if (const auto chain = by_chain_of_neighbours(terms_, question)) best.consider(*chain);
    }
    return best.above(exact.lower);
}

}  // namespace mizan::analysis
