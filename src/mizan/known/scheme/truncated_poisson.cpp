// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/scheme/truncated_poisson.hpp"

#include <algorithm>

#include "mizan/known/scheme/presence.hpp"
#include "mizan/sampling/sampled_shift.hpp"
#include "mizan/sampling/truncated_poisson.hpp"

namespace mizan {

namespace {

/// Beyond these, doubles cannot tell the losses apart. Another sample or another noise that costs
/// no less takes the place of the one asked for.
struct TruncatedPoissonLimits {
    static constexpr double most_noise = 1e9;  ///< more noise costs no more than this much
    static constexpr double rarest = 1e-30;    ///< rarer samples cost no more than twice this rate
};

// Refuses questions that have no analysis.
void check(const SchemeReading& reading) {
    const KnownPart& whole = reading.inside.promises;
    const bool is_measured = reading.relation != Relation::replace_one || whole.by_record;
    if (!is_gaussian(whole.worst) || !is_measured) {
        throw Refused("truncated Poisson samples are accounted for gaussian noise only",
                      "poisson takes every program");
    }
    if (reading.leaving > 1 && reading.relation == Relation::add_or_remove_one) {
        throw Refused(
            "truncated_poisson_gaussian is accounted for one record more or less at a time, "
            "because dataset_size changes with every record",
            "use replace_one for groups");
    }
}

}  // namespace

void know(SchemeReading& reading, const TruncatedPoisson& scheme) {
    check(reading);
    KnownPart& part = reading.part;
    part.name = "truncated sampled " + reading.inside.promises.name;
    const auto records = static_cast<double>(scheme.dataset_size);
    const auto limit = static_cast<double>(scheme.truncated_batch_size);
    const double q = scheme.sampling_probability;
    part.shown = q;  // the others are drawn alike
    const bool is_replaced = reading.relation == Relation::replace_one;
    // A replaced record is seen best if the data hold no others.
    if (is_replaced) part.beside = Beside::nobody;
    const Inside one = is_replaced ? reading.inside.of_one_record() : reading.inside;
    part.attained = attained_by_presence(one, kept_in_truncated_poisson(records, q, limit),
                                         is_replaced ? Record::replaced : Record::removed);
    const Bracket mu = std::get<GaussianLaw>(*one.promises.worst).mu;
    if (mu.upper == 0) {
        know(part, PureDP{Epsilon{0.0}});
        part.worst = GaussianLaw{0};
        return;
    }
    // A record moves the sum by no more than two, whatever is drawn.
    reading.know_moved((2 * mu).upper, {"Mizan26 S4"});
    if (mu.upper == infinity) {
        part.worst = shown_at_most(part.shown);
        return;
    }
    using Limits = TruncatedPoissonLimits;
    const double often = q < Limits::rarest ? 2 * Limits::rarest : q;
    const double noise = std::min((1 / Bracket(mu.upper)).lower, Limits::most_noise);
    part.worst =
        on_lattice(dominating(truncated_poisson(records, often, limit, reading.relation), noise));
    part.worst_by = {"Mizan26 S4", "Mizan26 C3"};
}

}  // namespace mizan
