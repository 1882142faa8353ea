// SPDX-License-Identifier: Apache-2.0
#include "mizan/engine/finite_pair.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "mizan/compose/worst_losses.hpp"
#include "mizan/engine/by_enumeration.hpp"
#include "mizan/engine/by_inversion.hpp"

namespace mizan::analysis {

namespace {

using compose::Side;

/// When a finite pair is made in which way, and of how many points. More points are narrower and
/// take longer; no choice makes a bound untrue.
struct PairLimits {
    /// So many points that a composition of some thousand runs takes a few milliseconds, and fewer
    /// where each point takes an inversion over a long list of outcomes.
    static constexpr std::size_t most_points = 385, fewer_points = 65;
    /// No δ below this is told from 0: beyond the last point δ counts as no smaller than there.
    static constexpr double negligible_delta = 1e-30;
    /// Losses less likely than this are left out when losses are added up.
    static constexpr double negligible_mass = 1e-40;
    /// Relative width at which δ is aimed: sharper than the straight lines between points follow
    /// it.
    static constexpr double content = 1e-6;
    /// A Gaussian of this mu makes the transform fall to 0 before long.
    static constexpr double noticeable_mu = 1e-2;
    /// With a Gaussian of this mu, δ is next to 1 at every ε of interest.
    static constexpr double hopeless_mu = 64;
    /// Runs with so small a total variation together are not looked at any closer.
    static constexpr double rarely = 1e-26;
    /// With so large a sum of squares of total variations, δ is next to 1 at every ε of interest.
    static constexpr double hopeless_squares = 800;
    /// Up to so many runs without a noticeable Gaussian are added up on a lattice.
    static constexpr double few_runs = 128;
    /// A lattice has as many points as this number of products allows, within bounds.
    static constexpr double most_products = 0x1p22, fewest_on_lattice = 0x1p9,
                            most_on_lattice = 0x1p11;
    /// The reach of a profile is a power of 2 with an exponent in this range.
    static constexpr int least_exponent = -930, largest_exponent = 9;
    static_assert(farthest_loss == 1 << largest_exponent);
};

// These laws, in which one Gaussian takes the place of all Gaussians.
std::vector<RepeatedLaw> with_one_gaussian(const Laws& laws) {
    std::vector<RepeatedLaw> all;
    for (const RepeatedLaw& each : laws) {
        if (!is_gaussian(each.law)) all.push_back(each);
    }
    if (all.size() == laws.size() || (laws.size() == 1 && laws.front().count == 1)) return laws;
    const GaussianLaw gaussian = one_gaussian(laws);
    if (gaussian.mu.upper > 0 || all.empty()) all.push_back({gaussian, 1});
    return all;
}

// Whether a Gaussian among these laws makes their transform fall to 0 before long.
bool are_smooth(const Laws& laws) {
    return std::ranges::any_of(laws, [](const RepeatedLaw& each) {
        const auto* gaussian = std::get_if<GaussianLaw>(&each.law);
        return gaussian != nullptr && gaussian->mu.lower > PairLimits::noticeable_mu;
    });
}

// Whether a Gaussian among these laws has so little noise that δ is next to 1 at every ε of
// interest.
bool show_everything(const Laws& laws) {
    return std::ranges::any_of(laws, [](const RepeatedLaw& each) {
        const auto* gaussian = std::get_if<GaussianLaw>(&each.law);
        return gaussian != nullptr && gaussian->mu.upper > PairLimits::hopeless_mu;
    });
}

// A bracket of δ at every ε, from the total variation of each run alone, if that bracket is narrow
// enough by itself.
std::optional<Bracket> known_at_once(const Laws& laws) {
    Bracket sum = 0, squares = 0;
    for (const auto& [law, count] : laws) {
        const Bracket delta = profiles_of({{law, 1}}).there(Epsilon{0.0});
        sum += count * delta;
        squares += count * square(delta);
    }
    if (sum.upper <= PairLimits::rarely) return Bracket(0, std::max(0.0, sum.upper));
    // A run with total variation τ has a Hellinger affinity of at most √(1 - τ²). So the loss of
    // all runs is below x with a probability of at most e^(x/2 - Σ τ²/2), which is next to nothing
    // for every x of interest.
    if (squares.lower > PairLimits::hopeless_squares) return Bracket(0, 1);
    return std::nullopt;
}

bool are_few(const Laws& laws) {
    double runs = 0;
    for (const auto& [law, count] : laws) runs += count;
    return runs <= PairLimits::few_runs;
}

// One run of each law as outcomes, and how often it is run.
struct FiniteRuns {
    std::vector<Outcome> outcomes;
    double count;
};

std::vector<FiniteRuns> finite_runs(const Laws& laws, Side side) {
    std::vector<FiniteRuns> all;
    for (const auto& [law, count] : laws) {
        auto one = listed({{law, 1}}, {false, false});
        if (one.empty()) one = finite_pair(profiles_of({{law, 1}}), side);
        all.push_back({std::move(one), count});
    }
    return all;
}

// The losses of all runs, added up on a lattice.
compose::LossLaw added_up(const std::vector<FiniteRuns>& laws, bool backward, Side side) {
    double reach = 0, products = 0;
    std::vector<compose::Atoms> atoms;
    for (const auto& [outcomes, count] : laws) {
        atoms.push_back(compose::losses_of(backward ? reversed(outcomes) : outcomes));
        double farthest = 0;
        for (const auto& [probability, loss] : atoms.back()) {
            if (probability.upper > PairLimits::negligible_mass && abs(loss).upper < infinity) {
                farthest = std::max(farthest, abs(loss).upper);
            }
        }
        reach += count * farthest;
        products += count * static_cast<double>(atoms.back().size());
    }
    const double points = std::clamp(PairLimits::most_products / products,
                                     PairLimits::fewest_on_lattice, PairLimits::most_on_lattice);
    reach = compose::possible_reach(reach * (1 + 4 / points));
    compose::LossLaw law(
        side,
        {.spacing = reach / points, .reach = reach, .negligible = PairLimits::negligible_mass});
    for (std::size_t i = 0; i < laws.size(); ++i) law.compose(atoms[i], laws[i].count);
    return law;
}

ProfilePair jagged_profiles(const Laws& laws) {
    const auto above = finite_runs(laws, Side::pessimistic);
    const auto below = finite_runs(laws, Side::optimistic);
    const auto bracket = [&](bool backward) {
        return [most = added_up(above, backward, Side::pessimistic).profile(),
                least = added_up(below, backward, Side::optimistic).profile()](Epsilon epsilon) {
            return Bracket(std::max(0.0, least.delta(epsilon)), std::min(1.0, most.delta(epsilon)));
        };
    };
    return {bracket(false), bracket(true)};
}

}  // namespace

ProfilePair profiles_of(const Laws& given) {
    ensure(std::ranges::all_of(given, [](const auto& each) { return people_of(each.law) == 1; }),
           "a group has more than two directions");
    const std::vector<RepeatedLaw> laws = with_one_gaussian(given);
    if (laws.size() == 1 && laws.front().count == 1) {
        if (auto one = profiles_of_one_run(laws.front().law)) return *one;
    }
    const Directions forward{}, backward{.user_backward = true, .records_backward = true};
    if (auto all = listed(laws, forward); !all.empty()) return profiles_of(all);
    if (show_everything(laws)) {
        const auto anything = [](Epsilon) { return Bracket(0, 1); };
        return {anything, anything};
    }
    const bool runs_once = laws.size() == 1 && laws.front().count == 1;
    if (runs_once) {
        const std::vector<Outcome> all = outcomes_of(laws.front().law, forward);
        if (!all.empty()) return profiles_of(all);
    }
    if (const auto known = runs_once ? std::nullopt : known_at_once(laws)) {
        const auto everywhere = [delta = *known](Epsilon) { return delta; };
        return {.there = everywhere, .back = everywhere, .is_symmetric = true};
    }
    const bool is_smooth = are_smooth(laws);
    if (!runs_once && !is_smooth && are_few(laws)) return jagged_profiles(laws);
    constexpr inversion::Profile::Aim aim{.content = PairLimits::content,
                                          .negligible = PairLimits::negligible_delta,
                                          .is_patient = false};
    const auto inverted = [&](Directions directions) {
        return [profile = std::make_shared<inversion::Profile>(profile_of(laws, directions, aim))](
                   Epsilon epsilon) { return profile->delta(epsilon.value()); };
    };
    return {inverted(forward), inverted(backward), !is_smooth};
}

double reach_of(const Profile& profile) {
    // The probability of an infinite loss remains at every ε.
    const double negligible = std::max(PairLimits::negligible_delta,
                                       profile(Epsilon{farthest_loss}).upper * (1 + 0x1p-30));
    const auto reaches = [&](int exponent) {
        return profile(Epsilon{std::ldexp(1, exponent)}).upper > negligible;
    };
    // 2^too_short is reached, 2^enough is not.
    int enough = PairLimits::largest_exponent, step = 1;
    int too_short = enough - step;
    while (too_short > PairLimits::least_exponent && !reaches(too_short)) {
        enough = too_short;
        step *= 2;
        too_short -= step;
    }
    while (enough - too_short > 1) {
        const int middle = too_short + (enough - too_short) / 2;
        (reaches(middle) ? too_short : enough) = middle;
    }
    return std::ldexp(1, enough);
}

PairPoints points_of(const ProfilePair& profiles) {
    const std::size_t count =
        (profiles.is_costly ? PairLimits::fewer_points : PairLimits::most_points) / 2;
    // If all losses end at one place, this place is a point of the lattice, so that the finite pair
    // is exact there.
    const auto points = [&](const Profile& profile) {
        return mizan::points_of([&](double epsilon) { return profile(Epsilon{epsilon}); },
                                std::min(profiles.largest, reach_of(profile)), count);
    };
    auto there = points(profiles.there);
    auto back = profiles.is_symmetric ? there : points(profiles.back);
    return {std::move(there), std::move(back)};
}

std::vector<Outcome> finite_pair(const PairPoints& points, Side side) {
    return side == Side::pessimistic ? dominating(points.there, points.back)
                                     : dominated(points.there, points.back);
}

std::vector<Outcome> finite_pair(const ProfilePair& profiles, Side side) {
    if (side == Side::pessimistic) return finite_pair(points_of(profiles), side);
    // A lower bound that ends at the largest loss knows nothing of the interval before its last
    // point. Ever finer points around the largest loss know more.
    ProfilePair with_finer_points = profiles;
    with_finer_points.largest = infinity;
    return finite_pair(points_of(with_finer_points), side);
}

std::vector<Outcome> finite_pair(const Profile& both, Side side) {
    return finite_pair({.there = both, .back = both, .is_symmetric = true}, side);
}

RenyiCurve renyi_of(const std::vector<Outcome>& pair) {
    std::vector<std::vector<Outcome>> directions{pair};
    if (!is_symmetric(pair)) directions.push_back(reversed(pair));
    const auto shared =
        std::make_shared<const std::vector<std::vector<Outcome>>>(std::move(directions));
    const auto exactly = [shared](Order order) {
        Bracket most = 0;
        for (const auto& each : *shared) most = max(most, renyi_divergence(each, order));
        return most;
    };
    const auto nearly = [shared](Order order) {
        double most = 0;
        for (const auto& each : *shared) {
            most = std::max(most, nearly_renyi_divergence(each, order));
        }
        return Bracket(most);
    };
    return RenyiCurve(exactly, nearly, {});
}

}  // namespace mizan::analysis
