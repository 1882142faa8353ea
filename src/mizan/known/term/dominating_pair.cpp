// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/term/dominating_pair.hpp"

#include <algorithm>

#include "mizan/engine/finite_pair.hpp"
#include "mizan/group/group.hpp"
#include "mizan/loss/symmetric_points.hpp"

namespace mizan {

namespace {

/// How a pair of laws is made of a profile.
struct ProfileLimits {
    /// The attained pair keeps promises with this part of their δ, so that no rounding breaks one.
    static constexpr double surely = 1 - 1e-9;
    /// A profile that is known everywhere is asked at so many points. Between them the pair is a
    /// little worse than the profile.
    static constexpr int points = 257;
};

// Promises that all hold, as points of one profile, with this part of their deltas. Promises at a
// larger ε than finite pairs reach are left out; the others say enough.
std::vector<ProfilePoint> points_of(const std::vector<ApproxDP>& promises, double part) {
    std::vector<ProfilePoint> points;
    for (const auto& [epsilon, delta] : promises) {
        if (epsilon.value() <= analysis::farthest_loss) {
            points.push_back({epsilon.value(), part * delta.value()});
        }
    }
    std::ranges::stable_sort(points, [](const ProfilePoint& a, const ProfilePoint& b) {
        return a.epsilon != b.epsilon ? a.epsilon < b.epsilon : a.delta.upper < b.delta.upper;
    });
    points.erase(std::unique(points.begin(), points.end(),
                             [](const ProfilePoint& a, const ProfilePoint& b) {
                                 return a.epsilon == b.epsilon;
                             }),
                 points.end());
    return points;
}

void know_promises(KnownPart& part, const std::vector<ApproxDP>& promises) {
    const std::vector<ProfilePoint> points = points_of(promises, 1);
    if (!points.empty()) return know_pair(part, symmetric_dominating(points));
    const auto least = std::ranges::min_element(promises, {}, &ApproxDP::epsilon);
    part.failure = least->delta;
    know(part, PureDP{least->epsilon});
    part.worst = ResponseLaw{least->epsilon.value(), least->delta};
}

}  // namespace

void know_pair(KnownPart& part, std::vector<Outcome> worst) {
    Bracket only_p = 0, only_q = 0;
    for (const auto& [p, q, log_ratio] : worst) {
        if (log_ratio.lower == infinity) only_p += p;
        if (log_ratio.upper == -infinity) only_q += q;
    }
    ensure(only_p == only_q, "a pair shows one of its laws more often than the other");
    part.failure = Delta{std::clamp(only_p.upper, 0.0, 1.0)};
    // The outcomes given that the part does not fail.
    std::vector<Outcome> rest;
    double largest = 0;
    const Bracket kept = 1 - min(only_p, 1);
    if (kept.lower > 0) {
        for (const auto& [p, q, log_ratio] : worst) {
            if (log_ratio.lower == infinity || log_ratio.upper == -infinity) continue;
            rest.push_back({p / kept, q / kept, log_ratio});
            largest = std::max(largest, abs(log_ratio).upper);
        }
    } else {
        part.failure = Delta{1.0};
    }
    know(part, PureDP{Epsilon{largest}});
    if (!rest.empty() && largest < infinity) {
        const auto at_most_largest = [largest](Bracket found) {
            return Bracket(std::clamp(found.lower, 0.0, largest),
                           std::clamp(found.upper, 0.0, largest));
        };
        const RenyiCurve whole = analysis::renyi_of(rest);
        const RenyiCurve curve([=](Order order) { return at_most_largest(whole(order)); },
                               [=](Order order) { return at_most_largest(whole.nearly(order)); },
                               {});
        part.renyi = {RenyiDP{curve}, "", {"Mironov17 D3"}};
    }
    part.worst = PairLaw{std::move(worst), PairLaw::From::records};
}

void know_promises(KnownPart& part, const std::vector<ApproxDP>& promises, std::uint64_t people) {
    const std::vector<ProfilePoint> points = points_of(promises, ProfileLimits::surely);
    const bool are_all = std::ranges::all_of(promises, [](const ApproxDP& each) {
        return each.epsilon.value() <= analysis::farthest_loss;
    });
    if (are_all) {
        part.attained = PairLaw{symmetric_dominating(points), PairLaw::From::records};
    }
    if (people == 1) return know_promises(part, promises);
    std::vector<ApproxDP> together;
    for (const ApproxDP& promise : promises) together.push_back(grouped(promise, people));
    know_promises(part, together);
}

void know_profile(KnownPart& part, const std::function<Bracket(Epsilon)>& profile,
                  std::uint64_t people) {
    const double never = profile(Epsilon{analysis::farthest_loss}).upper;
    const double reach =
        analysis::reach_of([&](Epsilon epsilon) { return max(0, profile(epsilon) - never); });
    const auto points = mizan::points_of([&](double epsilon) { return profile(Epsilon{epsilon}); },
                                         reach, ProfileLimits::points);
    if (people == 1) return know_pair(part, symmetric_dominating(points));
    std::vector<ApproxDP> together;
    for (const auto& [epsilon, delta] : points) {
        together.push_back(
            grouped(ApproxDP{Epsilon{epsilon}, Delta{std::min(1.0, delta.upper)}}, people));
    }
    know_promises(part, together);
}

}  // namespace mizan
