// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/term/distribution_pair.hpp"

#include <algorithm>

#include "mizan/divergence/finite.hpp"
#include "mizan/engine/finite_pair.hpp"
#include "mizan/group/group.hpp"
#include "mizan/loss/subgaussian.hpp"

namespace mizan {

namespace {

// Whether the pair is the same after both distributions change places and its outcomes are renamed.
bool is_own_reverse(const DistributionPair& leaf) {
    std::vector<std::pair<double, double>> there, back;
    for (std::size_t i = 0; i < leaf.p().size(); ++i) {
        there.emplace_back(leaf.p().weights()[i], leaf.q().weights()[i]);
        back.emplace_back(leaf.q().weights()[i], leaf.p().weights()[i]);
    }
    std::ranges::sort(there);
    std::ranges::sort(back);
    return there == back;
}

}  // namespace

void know(TermReading& reading, const DistributionPair& leaf) {
    KnownPart& part = reading.part;
    const bool is_one = reading.size == 1;
    part.name = "pair";
    const auto forward = outcomes(leaf.p(), leaf.q());
    const auto backward = outcomes(leaf.q(), leaf.p());
    const double epsilon = max(max_divergence(forward), max_divergence(backward)).upper;
    if (epsilon < infinity) {
        reading.know_promise(PureDP{Epsilon{epsilon}});
    } else {
        const std::string reason = "pair: some outcome has probability 0 on one side only";
        part.pure.why_not = part.zcdp.why_not = part.cdp.why_not = part.gdp.why_not = reason;
    }
    part.renyi = {
        RenyiDP{grouped(analysis::renyi_of(forward), reading.people)}, "", {"Mironov17 D3"}};
    if (reading.people > 1) cite(part.renyi.theorems, {"Mironov17 P11a"});
    if (is_one && epsilon < infinity && reading.extent == Extent::everything) {
        const auto both = subgaussian_indistinguishability(PrivacyLoss(leaf.p(), leaf.q()));
        part.cdp = {CDP{Mu{both.mean.upper}, Tau{both.tau.upper}}, "", {"DR16 D8"}};
    }
    // If a pair is its own reverse, it does not matter which distribution has the record.
    const auto from = is_own_reverse(leaf) ? PairLaw::From::records : PairLaw::From::user;
    if (is_one) part.worst = PairLaw{forward, from};
    part.attained = PairLaw{forward, from};
}

}  // namespace mizan
