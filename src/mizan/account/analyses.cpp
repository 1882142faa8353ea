// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/analyses.hpp"

#include <algorithm>
#include <functional>

#include "mizan/account/exact.hpp"
#include "mizan/compose/advanced.hpp"
#include "mizan/compose/basic.hpp"
#include "mizan/compose/cdp.hpp"
#include "mizan/compose/gdp.hpp"
#include "mizan/compose/renyi.hpp"
#include "mizan/compose/zcdp.hpp"
#include "mizan/convert/approximate_to_approximate.hpp"
#include "mizan/convert/gdp_to_approximate.hpp"
#include "mizan/convert/renyi_to_approximate.hpp"
#include "mizan/convert/zcdp_to_renyi.hpp"
#include "mizan/engine/by_responses.hpp"
#include "mizan/known/part/most_shown.hpp"
#include "mizan/numeric/root.hpp"

namespace mizan::analysis {

namespace {

using Theorems = std::vector<std::string>;

Analysis closed(std::string name, std::string why_not) {
    return {std::move(name), std::nullopt, std::nullopt, {}, std::move(why_not)};
}

// Collects what all parts promise under one definition; if some part does not, the reason of the
// first of them.
template <class Part, class T>
Known<std::vector<Part>> collect(const std::vector<KnownPart>& parts, Known<T> KnownPart::*member) {
    std::vector<Part> all;
    Theorems theorems;
    for (const KnownPart& part : parts) {
        const Known<T>& known = part.*member;
        if (!known.value) return {std::nullopt, known.why_not};
        all.push_back({*known.value, part.count});
        cite(theorems, known.theorems);
    }
    return {std::move(all), "", std::move(theorems)};
}

// The parts as (epsilon, delta) steps.
Known<compose::Steps> steps(const std::vector<KnownPart>& parts) {
    compose::Steps all;
    Theorems theorems;
    for (const KnownPart& part : parts) {
        if (!part.pure.value) return {std::nullopt, part.pure.why_not};
        all.push_back({ApproxDP{part.pure.value->epsilon, part.failure}, part.count});
        cite(theorems, part.pure.theorems);
    }
    return {std::move(all), "", std::move(theorems)};
}

// The failures of all parts alone: steps with epsilon 0.
compose::Steps failures(const std::vector<KnownPart>& parts) {
    compose::Steps all;
    for (const KnownPart& part : parts) {
        all.push_back({ApproxDP{Epsilon{0.0}, part.failure}, part.count});
    }
    return all;
}

// A bound on what is asked about the part of the composition that does not fail.
struct Bound {
    double value;
    std::optional<Order> order = std::nullopt;
};

// Asks `epsilon_at` or `delta_at` about the part that does not fail, and puts the failures back:
// the whole has delta 1 - (1 - F)(1 - d) where the part has d and F is the failures' share.
Bound with_failures(const std::vector<KnownPart>& parts, const Question& question,
                    const std::function<Bound(Delta)>& epsilon_at,
                    const std::function<Bound(Epsilon)>& delta_at) {
    const compose::Steps failing = failures(parts);
    if (question.delta()) {
        const double left = compose::slack(failing, *question.delta()).lower;
        if (left < 0) return {infinity};
        return epsilon_at(Delta{std::min(left, 1.0)});
    }
    Bound bound = delta_at(*question.epsilon());
    const Bracket share = compose::failure_probability(failing);
    bound.value = std::min(1.0, (share + (1 - share) * bound.value).upper);
    return bound;
}

// The best order of a Renyi curve.
Bound by_curve(const std::vector<KnownPart>& parts, const Question& question,
               const RenyiCurve& curve) {
    return with_failures(
        parts, question,
        [&](Delta delta) {
            const EpsilonAtOrder found = renyi_to_epsilon(curve, delta);
            return Bound{found.epsilon.value(), found.order};
        },
        [&](Epsilon epsilon) {
            const DeltaAtOrder found = renyi_to_delta(curve, epsilon);
            return Bound{found.delta.value(), found.order};
        });
}

// The Rényi curve of all parts together.
Known<RenyiCurve> zcdp_curve(const std::vector<KnownPart>& parts) {
    auto known = collect<compose::RepeatedZCDP>(parts, &KnownPart::zcdp);
    if (!known.value) return {std::nullopt, known.why_not};
    return {zcdp_to_renyi(compose::zcdp(*known.value)), "", std::move(known.theorems)};
}
Known<RenyiCurve> renyi_curve(const std::vector<KnownPart>& parts) {
    auto known = collect<compose::RepeatedRenyi>(parts, &KnownPart::renyi);
    if (!known.value) return {std::nullopt, known.why_not};
    return {compose::renyi(*known.value).curve, "", std::move(known.theorems)};
}

// Whether a curve may prove less than `bound`. The search for its best order evaluates some hundred
// sharp bounds. A plain estimate takes the place of most searches: in no test was it more than
// `doubt` times the sharp bound.
bool can_fall_below(double bound, const std::optional<RenyiCurve>& curve,
                    const Question& question) {
    constexpr double doubt = 100;
    if (!curve) return false;
    if (!question.epsilon()) return true;
    return estimated_delta(*curve, *question.epsilon()) <= doubt * bound;
}

// An analysis that gives `bound`. It cites the theorems in the order in which they are used: what
// each part promises, how the promises compose, what the sum says about the question.
Analysis open(std::string name, const std::vector<KnownPart>& parts, const Question& question,
              Bound bound, Theorems theorems, const Theorems& composed) {
    cite(theorems, composed);
    const double failing = compose::failure_probability(failures(parts)).lower;
    if (question.delta() && failing > question.delta()->value()) {
        return closed(std::move(name), "the releases fail altogether with probability " +
                                           shortest(failing) + ", more than the delta asked");
    }
    if (failing > 0) cite(theorems, {"KOV15 T3.3"});
    if (bound.order) cite(theorems, {*bound.order == Order{infinity} ? "MV16 T1.5" : "ALCKS20 T3"});
    return {std::move(name), bound.value, bound.order, std::move(theorems), ""};
}

// The optimal composition of (epsilon, delta) promises.
Analysis optimal_of_promises(const std::vector<KnownPart>& parts, const Question& question) {
    const auto known = steps(parts);
    if (!known.value) return closed("optimal", known.why_not);
    std::vector<RepeatedLaw> laws;
    for (const auto& [guarantee, count] : *known.value) {
        laws.push_back({ResponseLaw{guarantee.epsilon.value(), guarantee.delta}, count.value()});
    }
    // Seven digits are enough for a bound that is compared with those of other analyses.
    constexpr inversion::Profile::Aim aim{.content = 1e-7, .is_patient = false};
    const double bound = by_responses(laws, question, aim)->upper;
    return open("optimal", parts, question, {bound}, known.theorems,
                {laws.size() == 1 ? "KOV15 T3.3" : "MV16 T1.5"});
}

}  // namespace

std::optional<Analysis> by_most_shown(const std::vector<KnownPart>& parts,
                                      const Question& question) {
    const double shown = most_shown(parts);
    if (shown == 1 || (question.delta() && shown > question.delta()->value())) return std::nullopt;
    const double bound = question.delta() ? 0 : shown;
    return Analysis{"optimal", bound, std::nullopt, {"Mizan26 V1", "KOV15 T3.3"}, ""};
}

Analysis basic(const std::vector<KnownPart>& parts, const Question& question) {
    const auto known = steps(parts);
    if (!known.value) return closed("basic", known.why_not);
    const ApproxDP sum = compose::basic(*known.value);
    const double bound = question.delta() ? approximate_to_epsilon(sum, *question.delta()).upper
                                          : approximate_to_delta(sum, *question.epsilon()).upper;
    return open("basic", parts, question, {bound}, known.theorems, {"Notes T1"});
}

Analysis advanced(const std::vector<KnownPart>& parts, const Question& question) {
    const auto known = steps(parts);
    if (!known.value) return closed("advanced", known.why_not);
    const compose::Steps& all = *known.value;
    const auto epsilon_at = [&](double delta) {
        return compose::advanced(all, Delta{delta}).epsilon.value();
    };
    // The theorem gives epsilon at delta. The delta at an epsilon is the one at which that formula
    // falls to this epsilon.
    const double formula =
        question.delta()
            ? epsilon_at(question.delta()->value())
            : root::of_decreasing([&](double delta) { return Bracket(epsilon_at(delta)); },
                                  question.epsilon()->value(), {0, 1})
                  .upper;
    const Analysis sum = basic(parts, question);
    if (sum.bound && *sum.bound <= formula) {
        return open("advanced", parts, question, {*sum.bound}, known.theorems, {"Notes T1"});
    }
    return open("advanced", parts, question, {formula}, known.theorems, {"KOV15 T3.5"});
}

Analysis optimal(const std::vector<KnownPart>& parts, const Question& question) {
    Analysis found = optimal_of_promises(parts, question);
    const auto seldom = by_most_shown(parts, question);
    if (seldom && !(found.bound && *found.bound <= *seldom->bound)) return *seldom;
    return found;
}

Analysis cdp(const std::vector<KnownPart>& parts, const Question& question) {
    const auto known = collect<compose::RepeatedCDP>(parts, &KnownPart::cdp);
    if (!known.value) return closed("cdp", known.why_not);
    const RenyiCurve curve = compose::renyi(compose::cdp_adaptive(*known.value)).curve;
    return open("cdp", parts, question, by_curve(parts, question, curve), known.theorems,
                {"DR16 T3"});
}

Analysis zcdp(const std::vector<KnownPart>& parts, const Question& question) {
    const auto known = zcdp_curve(parts);
    if (!known.value) return closed("zcdp", known.why_not);
    return open("zcdp", parts, question, by_curve(parts, question, *known.value), known.theorems,
                {"BS16 L1.7"});
}

Analysis renyi(const std::vector<KnownPart>& parts, const Question& question) {
    const auto known = renyi_curve(parts);
    if (!known.value) return closed("renyi", known.why_not);
    return open("renyi", parts, question, by_curve(parts, question, *known.value), known.theorems,
                {"Mironov17 P1"});
}

Analysis gdp(const std::vector<KnownPart>& parts, const Question& question) {
    const auto known = collect<compose::RepeatedGDP>(parts, &KnownPart::gdp);
    if (!known.value) return closed("gdp", known.why_not);
    const GDP sum = compose::gdp(*known.value);
    const Bound bound = with_failures(
        parts, question, [&](Delta delta) { return Bound{gdp_to_epsilon(sum, delta).upper}; },
        [&](Epsilon epsilon) { return Bound{gdp_to_delta(sum, epsilon).upper}; });
    return open("gdp", parts, question, bound, known.theorems, {"DRS19 C3.3", "DRS19 C2.13"});
}

std::vector<Analysis> all(const std::vector<KnownPart>& parts, const Question& question) {
    return {basic(parts, question), advanced(parts, question), optimal(parts, question),
            cdp(parts, question),   zcdp(parts, question),     renyi(parts, question),
            gdp(parts, question)};
}

std::vector<Analysis> all_below(double bound, const std::vector<KnownPart>& parts,
                                const Question& question) {
    std::vector<Analysis> some{basic(parts, question), advanced(parts, question),
                               optimal(parts, question), cdp(parts, question),
                               gdp(parts, question)};
    if (can_fall_below(bound, zcdp_curve(parts).value, question)) {
        some.push_back(zcdp(parts, question));
    }
    if (can_fall_below(bound, renyi_curve(parts).value, question)) {
        some.push_back(renyi(parts, question));
    }
    return some;
}

}  // namespace mizan::analysis
