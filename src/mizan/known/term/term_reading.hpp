// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "mizan/convert/pure_to_gdp.hpp"
#include "mizan/known/part/known_part.hpp"
#include "mizan/program/bill.hpp"
#include "mizan/program/program.hpp"

namespace mizan {

/// The theorems behind the numbers that a mechanism computes itself.
struct Sources {
    std::initializer_list<const char*> pure, renyi, zcdp, cdp;
};

/// One term of a program while it is read. Each family of events has a file beside this one, with a
/// function `know(TermReading&, const Event&)` that fills in the name, the promises and the laws of
/// `part`.
struct TermReading {
    /// Begins to fill in `to`, which has only its count so far.
    TermReading(const Term& term, Extent how_much, KnownPart& to);

    /// Fills in every definition that follows from `definition`.
    void know_implied(const Definition& definition);

    /// Fills in every definition that follows, for the whole group, from a promise about one
    /// record.
    void know_promise(const Definition& one);

    /// Fills in all that a mechanism computes itself: pure ε, Rényi curve, zCDP, CDP.
    template <class Mechanism>
    void know_all(const Mechanism& mechanism, const Sources& sources);

    void know_gdp(Bracket mu, std::initializer_list<const char*> sources);

    /// Cites these theorems before all others, and for the worst law.
    void cite_first(const std::vector<std::string>& keys);

    /// Cites a promise that holds for a group by a chain of neighbours.
    void cite_chain(const char* key);

    std::uint64_t people;  ///< records that change together
    double size;           ///< the same number
    /// how far one record moves the answer; 1 is what noise multipliers are relative to
    double units;
    Extent extent;
    KnownPart& part;
};

template <class Mechanism>
void TermReading::know_all(const Mechanism& mechanism, const Sources& sources) {
    if (extent == Extent::laws) return;
    const double epsilon = mechanism.pure_epsilon().upper;
    part.pure.theorems.assign(sources.pure.begin(), sources.pure.end());
    part.renyi.theorems.assign(sources.renyi.begin(), sources.renyi.end());
    part.zcdp.theorems.assign(sources.zcdp.begin(), sources.zcdp.end());
    part.cdp.theorems.assign(sources.cdp.begin(), sources.cdp.end());
    if (epsilon < infinity) {
        part.pure.value = PureDP{Epsilon{epsilon}};
        part.gdp = {GDP{Mu{pure_to_gdp(*part.pure.value).upper}}, "", {"DRS19 P2.4"}};
    } else {
        part.pure.why_not = part.name + " has no pure epsilon";
        part.gdp.why_not = part.name + " is not Gaussian private for any mu";
    }
    part.renyi.value =
        RenyiDP{RenyiCurve([mechanism](Order order) { return mechanism.renyi(order); })};
    part.zcdp.value = ZCDP{Rho{mechanism.zcdp_rho().upper}};
    part.cdp.value = mechanism.cdp();
}

}  // namespace mizan
