// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/term/promise.hpp"

#include "mizan/group/group.hpp"
#include "mizan/known/term/dominating_pair.hpp"
#include "mizan/loss/privacy_loss.hpp"

namespace mizan {

void know(TermReading& reading, const ApproxDP& leaf) {
    KnownPart& part = reading.part;
    part.name = leaf.delta.value() == 0 ? "pure" : "approximate";
    const ApproxDP together = grouped(leaf, reading.people);
    part.failure = together.delta;
    reading.know_implied(PureDP{together.epsilon});
    if (reading.people > 1) {
        reading.cite_first({leaf.delta.value() == 0 ? "Mironov17 IIIa" : "DR14 T2.2a"});
    }
    part.worst = ResponseLaw{together.epsilon.value(), together.delta};
    part.attained = ResponseLaw{leaf.epsilon.value(), leaf.delta};
}

void know(TermReading& reading, const ZCDP& leaf) {
    reading.part.name = "zcdp";
    reading.know_promise(leaf);
    reading.part.attained = GaussianLaw{reading.size * sqrt(2 * Bracket(leaf.rho.value()))};
}

void know(TermReading& reading, const CDP& leaf) {
    reading.part.name = "cdp";
    reading.know_promise(leaf);
    const Bracket mu = min(leaf.tau.value(), sqrt(2 * Bracket(leaf.mu.value())));
    reading.part.attained = GaussianLaw{reading.size * mu};
}

void know(TermReading& reading, const GDP& leaf) {
    reading.part.name = "gdp";
    reading.know_promise(leaf);
    reading.part.worst = reading.part.attained =
        GaussianLaw{reading.size * Bracket(leaf.mu.value())};
}

void know(TermReading& reading, const RenyiPoints& leaf) {
    reading.part.name = "renyi";
    reading.know_promise(RenyiDP{RenyiCurve::through(leaf.points())});
}

void know(TermReading& reading, const PrivacyProfile& leaf) {
    reading.part.name = "profile";
    know_promises(reading.part, leaf.points(), reading.people);
    reading.cite_chain("Mizan26 C5");
}

void know(TermReading& reading, const TradeoffPoints& leaf) {
    reading.part.name = "tradeoff";
    const std::vector<Outcome> pair = tradeoff_dominating(leaf.points());
    if (reading.people == 1) {
        know_pair(reading.part, pair);
    } else {
        const PrivacyLoss there(pair), back(reversed(pair));
        know_profile(
            reading.part,
            [&](Epsilon epsilon) { return max(there.delta(epsilon), back.delta(epsilon)); },
            reading.people);
    }
    reading.cite_chain("Mizan26 C6");
}

}  // namespace mizan
