// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/own_release.hpp"

#include <cmath>
#include <map>

#include "mizan/account/profile_release.hpp"
#include "mizan/engine/finite_pair.hpp"
#include "mizan/group/group.hpp"

namespace mizan {

namespace {

using Points = std::map<double, Bracket>;  // δ by ε

void refuse(std::string_view name, const char* what, double epsilon) {
    throw InputError(std::string(name) + " has no privacy profile: its delta " + what +
                     " at epsilon " + shortest(epsilon));
}

// Three points in a row are on no convex falling function, whatever the brackets leave open.
void check(std::string_view name, const Points& points) {
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
            std::expm1(epsilon - first->first) / std::expm1(last->first - first->first);
        const double line =
            first->second.upper + share * (last->second.upper - first->second.upper);
        if (delta.lower > line + rounding * first->second.upper) {
            refuse(name, "bends down, as a function of exp(epsilon),", epsilon);
        }
    }
}

// A curve holds without exception, so nothing needs to fail.
void know_curve(Release& release, const RenyiCurve& curve, std::uint64_t people) {
    const double largest = curve(Order{infinity}).upper;
    if (largest < infinity) {
        know(release, grouped(PureDP{Epsilon{largest}}, people));
    } else {
        release.pure = {std::nullopt, release.name + " has no pure epsilon"};
        const std::string why_not = release.name + ": not known to follow from its Renyi curve";
        release.zcdp = {std::nullopt, why_not};
        release.cdp = {std::nullopt, why_not};
        release.gdp = {std::nullopt, why_not};
    }
    release.renyi = {RenyiDP{grouped(curve, people)}, "", {"Mironov17 D3"}};
    if (people > 1) cite(release.renyi.theorems, {"Mironov17 P11a"});
    release.failure = Delta{0.0};
}

}  // namespace

void know_own(Release& release, const OwnMechanism& mechanism, std::uint64_t people) {
    release.name = mechanism.name();
    Points seen;
    const auto profile = [&](Epsilon epsilon) {
        const Bracket delta = mechanism.delta(epsilon);
        seen.insert({epsilon.value(), delta});
        return delta;
    };
    know_profile(release, profile, people);
    const auto attained = analysis::finite_pair(profile, compose::Side::optimistic);
    check(mechanism.name(), seen);
    release.attained = PairLaw{attained, PairLaw::From::records};
    if (const auto curve = mechanism.renyi()) know_curve(release, *curve, people);
}

}  // namespace mizan
