// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/part/inside.hpp"

#include <algorithm>

#include "mizan/compose/basic.hpp"
#include "mizan/convert/renyi_to_approximate.hpp"
#include "mizan/engine/finite_pair.hpp"
#include "mizan/known/part/guarantees.hpp"
#include "mizan/known/part/most_shown.hpp"
#include "mizan/mechanism/gaussian.hpp"

namespace mizan {

namespace {

using analysis::RepeatedLaw;
using compose::Side;

KnownPart one_gaussian(const std::vector<KnownPart>& parts) {
    KnownPart whole;
    const bool is_noise = std::ranges::all_of(
        parts, [](const KnownPart& part) { return part.name == Gaussian::name; });
    whole.name = is_noise ? Gaussian::name : "gdp";
    const Bracket mu = one_gaussian(*analysis::worst_laws(parts)).mu;
    know(whole, GDP{Mu{mu.upper}});
    cite(whole.gdp.theorems, {"DRS19 C3.3"});
    whole.worst = GaussianLaw{mu};
    for (const KnownPart& part : parts) cite(whole.worst_by, part.worst_by);
    const bool is_attained = std::ranges::all_of(
        parts, [](const KnownPart& part) { return is_gaussian(part.attained); });
    if (is_attained) whole.attained = one_gaussian(analysis::attained_laws(parts));
    whole.by_record =
        std::ranges::all_of(parts, [](const KnownPart& part) { return part.by_record; });
    return whole;
}

// What different parts promise together. If any of them fails, all count as failed.
KnownPart sum_of(std::vector<KnownPart> parts) {
    KnownPart whole;
    compose::Steps failures;
    for (KnownPart& part : parts) {
        whole.name += (whole.name.empty() ? "" : " + ") + part.name;
        failures.push_back({ApproxDP{Epsilon{0.0}, part.failure}, part.count});
        part.failure = Delta{0.0};
    }
    whole.failure = Delta{std::min(1.0, compose::failure_probability(failures).upper)};
    Guarantees all = guarantees(parts);
    whole.pure = std::move(all.pure);
    whole.renyi = std::move(all.renyi);
    whole.gdp = std::move(all.gdp);
    whole.zcdp.why_not = whole.cdp.why_not = whole.name + " run together";
    return whole;
}

}  // namespace

bool Inside::has_user_pair() const {
    const auto is_user_pair = [](const RepeatedLaw& each) {
        const auto* pair = std::get_if<PairLaw>(&each.law);
        return pair != nullptr && pair->from == PairLaw::From::user;
    };
    return (worst && std::ranges::any_of(*worst, is_user_pair)) ||
           std::ranges::any_of(attained, is_user_pair);
}

Inside Inside::of_one_record() const {
    Inside one = *this;
    const auto halve = [](Law& law) {
        auto& gaussian = std::get<GaussianLaw>(law);
        gaussian.mu = gaussian.mu / 2;
        if (gaussian.sigma) gaussian.sigma = 2 * *gaussian.sigma;
    };
    for (auto* law : {&one.promises.worst, &one.promises.attained}) {
        if (*law) halve(**law);
    }
    if (one.worst) {
        for (RepeatedLaw& each : *one.worst) halve(each.law);
    }
    for (RepeatedLaw& each : one.attained) halve(each.law);
    return one;
}

Inside together(std::vector<KnownPart> parts) {
    Inside inside;
    const double shown = analysis::most_shown(parts);
    for (const KnownPart& part : parts) {
        if (part.attained) inside.beside = std::max(inside.beside, part.beside);
    }
    const bool is_one = parts.size() == 1 && parts.front().count == 1;
    const bool all_gaussian =
        std::ranges::all_of(parts, [](const KnownPart& part) { return is_gaussian(part.worst); });
    if (is_one) {
        inside.promises = std::move(parts.front());
    } else if (all_gaussian) {
        inside.promises = one_gaussian(parts);
    }
    inside.promises.shown = shown;
    if (is_one || all_gaussian) {
        if (inside.promises.worst) inside.worst = {{*inside.promises.worst, 1}};
        inside.attained = analysis::attained_laws({inside.promises});
        return inside;
    }
    inside.worst = analysis::worst_laws(parts);
    inside.attained = analysis::attained_laws(parts);
    inside.promises = sum_of(std::move(parts));
    inside.promises.shown = shown;
    return inside;
}

// If only a Rényi curve is known, that curve proves a profile, and the profile belongs to a pair.
void know_pair_of_curve(Inside& inside) {
    KnownPart& whole = inside.promises;
    if (inside.worst || !whole.renyi.value) return;
    const Bracket failure = whole.failure.value();
    const RenyiProfile proved(whole.renyi.value->curve);
    const auto profile = [&](Epsilon epsilon) {
        const Bracket delta = proved.delta(epsilon).value();
        return Bracket(0, min(1, failure + (1 - failure) * delta).upper);
    };
    inside.worst = {
        {PairLaw{analysis::finite_pair(profile, Side::pessimistic), PairLaw::From::records}, 1}};
    whole.worst_by = whole.renyi.theorems;
    cite(whole.worst_by, {"ALCKS20 T3", "Mizan26 C3"});
}

KnownPart as_one(KnownPart part, double runs) {
    part.count = runs;
    const Inside all = together({std::move(part)});
    KnownPart whole = all.promises;
    if (all.worst && !whole.worst) {
        whole.worst =
            PairLaw{analysis::finite_pair(analysis::profiles_of(*all.worst), Side::pessimistic),
                    PairLaw::From::records};
    }
    return whole;
}

}  // namespace mizan
