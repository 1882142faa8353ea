// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/scheme/poisson.hpp"

#include "mizan/known/scheme/presence.hpp"
#include "mizan/program/bill.hpp"

namespace mizan {

void know(SchemeReading& reading, const Poisson& scheme) {
    know_pair_of_curve(reading.inside);
    const Inside& inside = reading.inside;
    KnownPart& part = reading.part;
    const Bracket q = scheme.probability;
    part.name = "sampled " + inside.promises.name;
    part.shown = reading.shown_of(q);
    reading.draws_each_of_group = true;
    if (reading.relation != Relation::replace_one) {
        sample_by_presence(part, inside, q, Record::removed, reading.extent);
    } else if (inside.promises.by_record) {
        sample_by_presence(part, inside.of_one_record(), q, Record::replaced, reading.extent);
    } else {
        sample_by_value(part, inside, q);
    }
    if (inside.beside == Beside::certain) part.attained.reset();
    // A replaced record is seen best if the data hold no others.
    if (reading.relation == Relation::replace_one) part.beside = Beside::nobody;
}

bool has_quick_laws(const Arrangement& arrangement) {
    const Bill& inside = *arrangement.inside;
    if (!std::holds_alternative<Poisson>(arrangement.scheme)) return false;
    if (arrangement.group_size > 1) return false;  // what a group costs follows from promises
    if (!inside.arrangements.empty() || inside.terms.size() != 1) return false;
    const Term& term = inside.terms.front();
    return term.count == 1 && (std::holds_alternative<Gaussian>(term.leaf) ||
                               std::holds_alternative<Laplace>(term.leaf));
}

}  // namespace mizan
