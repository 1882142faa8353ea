// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/term/own_mechanism.hpp"

#include <cmath>
#include <map>

#include "mizan/engine/finite_pair.hpp"
#include "mizan/group/group.hpp"
#include "mizan/known/term/dominating_pair.hpp"
#include "mizan/numeric/exponential.hpp"

namespace mizan {

namespace {

using Points = std::map<double, Bracket>;  // δ by ε

void refuse(std::string_view name, const char* what, double epsilon) {
    throw InputError(std::string(name) + " has no privacy profile: its delta " + what +
                     " at epsilon " + shortest(epsilon));
}

// Refuses brackets of three points in a row that no convex falling function passes through.
void check(std::string_view name, const Points& points) {
    // The user's function may round: a point may lie off by this share of δ.
    constexpr double rounding = 1e-9;
    double least = 1;
    for (const auto& [epsilon, delta] : points) {
        if (delta.lower > least * (1 + rounding)) refuse(name, "rises", epsilon);
        least = std::min(least, delta.upper);
    }
    if (points.size() < 3) return;
    auto first = points.begin();
    for (auto last = std::next(first, 2); last != points.end(); ++first, ++last) {
        const auto& [epsilon, delta] = *std::next(first);
        const double share =
            plain::expm1(epsilon - first->first) / plain::expm1(last->first - first->first);
        const double line =
            first->second.upper + share * (last->second.upper - first->second.upper);
        if (delta.lower > line + rounding * first->second.upper) {
            refuse(name, "bends down, as a function of exp(epsilon),", epsilon);
        }
    }
}

// A curve holds for all outputs, so that nothing needs to fail.
void know_curve(KnownPart& part, const RenyiCurve& curve, std::uint64_t people) {
    const double largest = curve(Order{infinity}).upper;
    if (largest < infinity) {
        know(part, grouped(PureDP{Epsilon{largest}}, people));
    } else {
        part.pure = {std::nullopt, part.name + " has no pure epsilon"};
        const std::string why_not = part.name + ": not known to follow from its Renyi curve";
        part.zcdp = {std::nullopt, why_not};
        part.cdp = {std::nullopt, why_not};
        part.gdp = {std::nullopt, why_not};
    }
    part.renyi = {RenyiDP{grouped(curve, people)}, "", {"Mironov17 D3"}};
    if (people > 1) cite(part.renyi.theorems, {"Mironov17 P11a"});
    part.failure = Delta{0.0};
}

}  // namespace

void know(TermReading& reading, const OwnMechanism& leaf) {
    KnownPart& part = reading.part;
    part.name = leaf.name();
    Points seen;
    const auto profile = [&](Epsilon epsilon) {
        const Bracket delta = leaf.delta(epsilon);
        seen.insert({epsilon.value(), delta});
        return delta;
    };
    know_profile(part, profile, reading.people);
    const auto attained = analysis::finite_pair(profile, compose::Side::optimistic);
    check(leaf.name(), seen);
    part.attained = PairLaw{attained, PairLaw::From::records};
    if (const auto curve = leaf.renyi()) know_curve(part, *curve, reading.people);
    reading.cite_chain("Mizan26 C5");
}

}  // namespace mizan
