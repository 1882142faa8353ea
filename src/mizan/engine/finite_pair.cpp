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

// As many points as a composition of some thousand runs takes in a few milliseconds; and where each
// of them takes an inversion over a long list of outcomes.
constexpr std::size_t most_points = 385, fewer_points = 65;

// Beyond the last point δ is taken for no less than there.
constexpr double negligible_delta = 1e-30;

// These laws with all Gaussians among them as one.
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

// Whether a Gaussian among them makes the lines of their transform fall to 0 before long.
bool are_smooth(const Laws& laws) {
    constexpr double noticeable = 1e-2;
    return std::ranges::any_of(laws, [](const RepeatedLaw& each) {
        const auto* gaussian = std::get_if<GaussianLaw>(&each.law);
        return gaussian != nullptr && gaussian->mu.lower > noticeable;
    });
}

// Whether a Gaussian among them shows all but everything at every ε that matters.
bool show_everything(const Laws& laws) {
    constexpr double hopeless = 64;
    return std::ranges::any_of(laws, [](const RepeatedLaw& each) {
        const auto* gaussian = std::get_if<GaussianLaw>(&each.law);
        return gaussian != nullptr && gaussian->mu.upper > hopeless;
    });
}

// What is known of many runs from the total variation of each alone, where that is all that
// matters.
std::optional<Bracket> known_at_once(const Laws& laws) {
    Bracket sum = 0, squares = 0;
    for (const auto& [law, count] : laws) {
        const Bracket delta = profiles_of({{law, 1}}).there(Epsilon{0.0});
        sum += count * delta;
        squares += count * square(delta);
    }
    // Of what is shown so rarely nothing more is asked.
    constexpr double rarely = 1e-26;
    if (sum.upper <= rarely) return Bracket(0, std::max(0.0, sum.upper));
    // A run with total variation τ has a Hellinger affinity of at most √(1 - τ²), so that the loss
    // of all of them is below x with a probability of at most e^(x/2 - Σ τ²/2): next to nothing for
    // every x that matters.
    constexpr double hopeless = 800;
    if (squares.lower > hopeless) return Bracket(0, 1);
    return std::nullopt;
}

bool are_few(const Laws& laws) {
    constexpr double few = 128;
    double runs = 0;
    for (const auto& [law, count] : laws) runs += count;
    return runs <= few;
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

// All runs added up on a lattice of losses.
compose::LossLaw added_up(const std::vector<FiniteRuns>& laws, bool backward, Side side) {
    double reach = 0, products = 0;
    std::vector<compose::Atoms> atoms;
    for (const auto& [outcomes, count] : laws) {
        atoms.push_back(compose::losses_of(backward ? reversed(outcomes) : outcomes));
        double farthest = 0;
        for (const auto& [probability, loss] : atoms.back()) {
            if (probability.upper > 1e-40 && abs(loss).upper < infinity) {
                farthest = std::max(farthest, abs(loss).upper);
            }
        }
        reach += count * farthest;
        products += count * static_cast<double>(atoms.back().size());
    }
    // As many points as a fixed number of products allows.
    constexpr double most_products = 0x1p22, fewest_points = 0x1p9, most_points_here = 0x1p11;
    const double points = std::clamp(most_products / products, fewest_points, most_points_here);
    reach = std::clamp(reach * (1 + 4 / points), 1e-300, 1e300);
    compose::LossLaw law(side, {.spacing = reach / points, .reach = reach, .negligible = 1e-40});
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
    // Better known than straight lines between some points can tell.
    constexpr inversion::Profile::Aim aim{
        .content = 1e-6, .negligible = negligible_delta, .is_patient = false};
    const auto inverted = [&](Directions directions) {
        return [profile = std::make_shared<inversion::Profile>(profile_of(laws, directions, aim))](
                   Epsilon epsilon) { return profile->delta(epsilon.value()); };
    };
    return {inverted(forward), inverted(backward), !is_smooth};
}

double reach_of(const Profile& profile) {
    constexpr double farthest = 512;
    // What is shown altogether stays, however far one goes.
    const double negligible =
        std::max(negligible_delta, profile(Epsilon{farthest}).upper * (1 + 0x1p-30));
    const auto reaches = [&](int exponent) {
        return profile(Epsilon{std::ldexp(1, exponent)}).upper > negligible;
    };
    // 2^too_short is reached, 2^enough is not.
    int enough = 9, step = 1;
    int too_short = enough - step;
    while (too_short > -930 && !reaches(too_short)) {
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
    const std::size_t count = (profiles.is_costly ? fewer_points : most_points) / 2;
    // Where all losses end at one point, it is one of the lattice: what happens there is told
    // exactly.
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
    // From below nothing is told of the interval before the last point: ever finer ones around the
    // end of the losses tell more than one that ends there.
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
