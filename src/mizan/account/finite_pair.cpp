// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/finite_pair.hpp"

#include <algorithm>

#include "mizan/account/enumerated.hpp"
#include "mizan/account/inverted.hpp"
#include "mizan/convert/gdp_to_approximate.hpp"
#include "mizan/loss/profile_points.hpp"
#include "mizan/sampling/poisson.hpp"

namespace mizan::analysis {

namespace {

using compose::Side;

// As many points as a composition of some thousand runs takes in a few milliseconds; and where each
// of them takes an inversion over a long list of outcomes.
constexpr std::size_t most_points = 385, fewer_points = 49;

// The profile of (P, Q) at -ε from that of (Q, P) at ε.
Bracket turned(Bracket delta, double epsilon) {
    return -expm1(Bracket(-epsilon)) + exp(Bracket(-epsilon)) * delta;
}

// The profile of one run of a law that is alike in both directions.
struct OneRun {
    Epsilon epsilon;

    std::optional<Bracket> operator()(const GaussianLaw& law) const {
        return Bracket(gdp_to_delta(GDP{Mu{law.mu.lower}}, epsilon).lower,
                       gdp_to_delta(GDP{Mu{law.mu.upper}}, epsilon).upper);
    }
    std::optional<Bracket> operator()(const LaplaceLaw& law) const {
        return law.mechanism.delta(epsilon);
    }
    std::optional<Bracket> operator()(const BoundedRangeLaw& law) const {
        return law.mechanism.delta(epsilon);
    }
    template <class Noise>
    std::optional<Bracket> operator()(const DiscreteLaw<Noise>& law) const {
        return law.mechanism.delta(epsilon);
    }
    template <class Other>
    std::optional<Bracket> operator()(const Other&) const {
        return std::nullopt;
    }
};

std::vector<Outcome> through(const std::function<Bracket(double)>& profile, double reach,
                             std::size_t count, Side side) {
    const auto points = points_of(profile, -reach, reach, count);
    return side == Side::pessimistic ? dominating(points) : dominated(points);
}

bool is_one_symmetric_run(const std::vector<RepeatedLaw>& laws) {
    return laws.size() == 1 && laws.front().count == 1 &&
           std::visit(OneRun{Epsilon{1}}, laws.front().law).has_value();
}

// One run on a Poisson sample of what itself has a closed form.
std::optional<std::vector<Outcome>> sampled_pair(const Law& law, Side side) {
    if (const auto* gaussian = std::get_if<SampledGaussianLaw>(&law)) {
        if (is_replaced_on_samples(law)) return std::nullopt;
        const Law whole = GaussianLaw{1 / Bracket(gaussian->sigma), gaussian->sigma};
        return poisson_sampled(finite_pair({{whole, 1}}, side), gaussian->q);
    }
    if (const auto* laplace = std::get_if<SampledLaplaceLaw>(&law)) {
        return poisson_sampled(finite_pair({{LaplaceLaw{laplace->mechanism}, 1}}, side),
                               laplace->q);
    }
    return std::nullopt;
}

}  // namespace

double reach_of(const std::function<Bracket(Epsilon)>& profile) {
    constexpr double farthest = 512, negligible = 1e-30;
    double reach = 1;
    if (profile(Epsilon{reach}).upper <= negligible) {
        while (reach > 1e-280 && profile(Epsilon{reach / 2}).upper <= negligible) reach /= 2;
        return reach;
    }
    while (reach < farthest && profile(Epsilon{reach}).upper > negligible) reach *= 2;
    return reach;
}

std::vector<Outcome> finite_pair(const std::function<Bracket(double)>& profile, double reach,
                                 Side side) {
    return through(profile, reach, most_points, side);
}

std::vector<Outcome> symmetric_pair(const std::function<Bracket(Epsilon)>& profile, double reach,
                                    Side side) {
    return finite_pair(
        [&](double epsilon) {
            return epsilon >= 0 ? profile(Epsilon{epsilon})
                                : turned(profile(Epsilon{-epsilon}), -epsilon);
        },
        reach, side);
}

std::vector<Outcome> finite_pair(const std::vector<RepeatedLaw>& laws, Side side) {
    const Directions forward{false, false};
    if (is_one_symmetric_run(laws)) {
        const auto profile = [&](Epsilon epsilon) {
            return *std::visit(OneRun{epsilon}, laws.front().law);
        };
        return symmetric_pair(profile, reach_of(profile), side);
    }
    if (laws.size() == 1 && laws.front().count == 1) {
        if (auto sampled = sampled_pair(laws.front().law, side)) return *sampled;
    }
    if (auto all = listed(laws, forward); !all.empty()) return all;
    const bool is_long = std::ranges::any_of(laws, [](const RepeatedLaw& each) {
        const auto* pair = std::get_if<PairLaw>(&each.law);
        return pair != nullptr && pair->pair.size() > 64;
    });
    inversion::Profile there = profile_of(laws, forward), back = profile_of(laws, {true, true});
    const auto larger = [&](Epsilon epsilon) {
        return max(there.delta(epsilon.value()), back.delta(epsilon.value()));
    };
    const auto profile = [&](double epsilon) {
        return epsilon >= 0 ? there.delta(epsilon) : turned(back.delta(-epsilon), -epsilon);
    };
    return through(profile, reach_of(larger), is_long ? fewer_points : most_points, side);
}

}  // namespace mizan::analysis
