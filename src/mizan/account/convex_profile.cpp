// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/convex_profile.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mizan/account/least_of_convex.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/minimize.hpp"

namespace mizan::analysis {

namespace {

using Aim = inversion::Profile::Aim;

double relative_width(Bracket x) { return x.upper > 0 ? x.width() / x.upper : 0; }

/// Where δ is looked at, and how closely. Other numbers leave brackets wider or take more work;
/// none makes a bound untrue.
struct Search {
    /// To find a place takes few digits of δ, and lines that serve a wide range of ε.
    static constexpr Aim rough{.content = 1e-5, .is_patient = false};
    /// Relative width at which δ is aimed at the place that was found.
    static constexpr double fine = 1e-10;
    /// No ε beyond this and its negative is looked at.
    static constexpr double farthest = 1e4;
    /// The bottom of a valley is sought within this share of its width.
    static constexpr double rough_bottom = 0.02;
    /// The share of the spread of the loss within which the bottom is sought again, sharply.
    static constexpr double nearby = 0.02;
    /// The relative doubt about a value is taken to be in this range.
    static constexpr double least_doubt = 1e-13, most_doubt = 1e-4;
    /// Points around a place move apart by doubling, at most this often.
    static constexpr int most_rounds = 18;
    /// A round is in vain unless it makes the bracket narrower than this share of its width; so
    /// many rounds in vain end the search.
    static constexpr double progress = 0.9;
    static constexpr int patience = 3;
    /// A least value that is less narrow is sought by two places far to the right, with t twice as
    /// large at one as at the other.
    static constexpr double wide = 1e-6, doubling = 0.7;
    /// So many known values on each side of a place are used; farther ones do not narrow the
    /// bracket.
    static constexpr std::size_t points_on_a_side = 12;
    /// So many of the values on the right are certainly higher than the one at the place.
    static constexpr int higher_points = 2;
    /// So many atoms on each side of a place are taken into account; farther ones make no
    /// difference between places close to it.
    static constexpr std::ptrdiff_t kinks_on_a_side = 8;
    /// Two losses whose relative difference is smaller than this are taken for one.
    static constexpr double least_step = 1e-12;
    /// A value of δ is never taken to be narrower when the first step is chosen.
    static constexpr double least_width = 1e-16;
};

// Whether x is much less known than y. That happens beside an atom, where it blurs a smoothed line;
// at the atom itself the line is sharp.
bool is_much_wider(Bracket x, Bracket y) {
    // Widths below `narrow`, relatively, count as that much.
    constexpr double times = 30, narrow = 1e-10;
    return x.width() > times * std::max(y.width(), narrow * std::max(x.upper, y.upper));
}

// δ + t x at a known value.
Bracket raised(const KnownValues::Value& each, double x) { return each.delta + each.growth * x; }

}  // namespace

ConvexProfile::ConvexProfile(inversion::Profile profile, compose::Atoms atoms, double smoothing)
    : profile_{std::move(profile)},
      atoms_{std::move(atoms)},
      smoothing_{smoothing},
      infinity_mass_{profile_.delta(infinity)},
      spread_{std::clamp(profile_.spread(), 1e-9, 1e3)} {}

Bracket ConvexProfile::delta(double epsilon) {
    if (const Bracket* known = deltas_.find(epsilon)) return *known;
    const auto atom = std::ranges::lower_bound(
        atoms_, epsilon, {}, [](const compose::Atom& each) { return each.loss.lower; });
    const bool is_there = atom != atoms_.end() && atom->loss.lower == epsilon;
    const Bracket found = is_there ? profile_.delta(epsilon, *atom) : profile_.delta(epsilon);
    deltas_.insert(epsilon, found);
    return found;
}

double ConvexProfile::rough_delta(double epsilon) {
    const auto known = rough_.find(epsilon);
    if (known != rough_.end()) return known->second;
    return rough_.emplace(epsilon, profile_.delta(epsilon).middle()).first->second;
}

// Makes a line that is sharp at this place. If it is a smoothed line, it serves all places close to
// this one.
void ConvexProfile::look_finely(double near, double smoothing) {
    profile_.aim_at({.content = Search::fine, .smoothing = smoothing});
    if (relative_width(delta(near)) > Search::fine) profile_.aim_at(Search::rough);
}

Bracket ConvexProfile::at(double epsilon) {
    look_finely(epsilon, 2 * smoothing_);  // only one line is made here: it may take twice the work
    return delta(epsilon);
}

std::span<const compose::Atom> ConvexProfile::atoms_near(double epsilon) const {
    const auto next = std::ranges::lower_bound(
        atoms_, epsilon, {}, [](const compose::Atom& atom) { return atom.loss.lower; });
    const auto begin =
        std::max(atoms_.begin(), next - std::min(Search::kinks_on_a_side, next - atoms_.begin()));
    const auto end = next + std::min(Search::kinks_on_a_side, atoms_.end() - next);
    return {begin, end};
}

double ConvexProfile::rough_least(double x) {
    profile_.aim_at(Search::rough);
    const auto h = [&](double at) {
        return std::abs(at) > Search::farthest ? infinity : rough_delta(at) + plain::exp(at) * x;
    };
    epsilon_ = minimize::valley(h, epsilon_, spread_ / 4, Search::rough_bottom).bottom;
    return h(epsilon_);
}

Bracket ConvexProfile::least(double x) {
    (void)rough_least(x);
    look_finely(epsilon_, smoothing_);
    const auto h = [&](double at) {
        return std::abs(at) > Search::farthest ? Bracket(0, infinity)
                                               : delta(at) + exp(Bracket(at)) * x;
    };
    // How far the bottom may be from where it seems to be, given how little of h is known.
    const auto doubt = [&](double at) {
        return std::sqrt(
                   std::clamp(relative_width(h(at)), Search::least_doubt, Search::most_doubt)) *
               spread_;
    };
    const double nearby = Search::nearby * spread_;
    epsilon_ = minimize::valley([&](double at) { return h(at).middle(); }, epsilon_, nearby,
                                doubt(epsilon_) / (4 * nearby))
                   .bottom;
    // The search starts at the bottom, or at a lower kink near it. It takes points ever farther
    // away and ends when they stop narrowing the bracket.
    double centre = epsilon_;
    for (const compose::Atom& atom : atoms_near(epsilon_)) {
        const double kink = atom.loss.lower;
        if (!(std::abs(kink - epsilon_) < nearby)) continue;
        const Bracket there = h(kink), here = h(centre);
        if (there.upper < here.upper) centre = kink;
    }
    Bracket best(0, 1);
    double step = doubt(centre) / 4;
    for (int round = 0, vain = 0; round < Search::most_rounds && vain < Search::patience;
         ++round, step *= 2) {
        const Bracket here = h(centre), left = h(centre - step), right = h(centre + step);
        if (is_much_wider(left, here) || is_much_wider(right, here)) continue;
        const Bracket found = bounds_of_least(x, centre);
        vain = found.width() < Search::progress * best.width() ? 0 : vain + 1;
        best = intersect(best, found);
    }
    // Where h seems level, its left part may be lower than anything seen. Two places far to the
    // right, t being twice as large at one as at the other, show by convexity that it is not.
    if (!(best.width() < Search::wide)) {
        step = spread_ / 4;
        for (int round = 0; round < Search::most_rounds; ++round, step *= 2) {
            const Bracket here = h(centre), right = h(centre + step);
            if (!(right.lower > here.upper)) continue;
            (void)h(centre + step + Search::doubling);
            break;
        }
        best = intersect(best, bounds_of_least(x, centre));
    }
    return best;
}

// Known values around a place, from left to right: the nearest useful ones, and two on the right
// that are certainly higher than the value at the place, however far away they are.
std::vector<KnownValues::Value> ConvexProfile::values_around(double x, double around) {
    const Bracket in_the_middle = delta(around) + exp(Bracket(around)) * x;
    std::vector<KnownValues::Value> known;
    const auto is_useful = [&](const KnownValues::Value& each) {
        return !is_much_wider(raised(each, x), in_the_middle);
    };
    deltas_.before(around, [&](const KnownValues::Value& each) {
        if (is_useful(each)) known.push_back(each);
        return known.size() < Search::points_on_a_side;
    });
    std::ranges::reverse(known);
    const std::size_t most_points = known.size() + Search::points_on_a_side;
    int higher = 0;
    const auto is_none_wanted = [&](const KnownValues::Run& run) {
        if (known.size() < most_points) return false;
        return (run.most_lower + exp(Bracket(run.last)) * x).upper <= in_the_middle.upper;
    };
    deltas_.from(around, is_none_wanted, [&](const KnownValues::Value& each) {
        if (!is_useful(each)) return true;
        const bool is_near = known.size() < most_points;
        const bool is_higher = raised(each, x).lower > in_the_middle.upper;
        if (!is_near && is_higher) ++higher;
        if (is_near || is_higher) known.push_back(each);
        return higher < Search::higher_points;
    });
    return known;
}

Bracket ConvexProfile::bounds_of_least(double x, double around) {
    const std::vector<KnownValues::Value> known = values_around(x, around);
    compose::Atoms atoms;
    for (const compose::Atom& atom : atoms_near(around)) {
        const bool is_between =
            known.front().at < atom.loss.lower && atom.loss.upper < known.back().at;
        if (is_between) atoms.push_back(atom);
    }
    double most = 1;
    std::vector<ConvexPoint>
        points;  // values without those of the atoms; at t = 0 the function is 1
    points.push_back({-infinity, 1 - height_of(atoms, -infinity)});
    for (const KnownValues::Value& each : known) {
        const Bracket there = raised(each, x);
        most = std::min(most, there.upper);
        points.push_back({each.at, there - height_of(atoms, each.at)});
    }
    const LeastBounds bounds = least_of_convex(points, atoms);
    most = std::min(most, bounds.most);
    return {std::min(bounds.least, most), most};
}

Bracket ConvexProfile::exceeds(double loss) {
    look_finely(loss, smoothing_);
    return bounds_of_exceeding(loss);
}

Bracket ConvexProfile::roughly_exceeds(double loss) {
    profile_.aim_at(Aim{});
    const Bracket found = bounds_of_exceeding(loss);
    deltas_.clear();  // later questions need sharper values
    return found;
}

Bracket ConvexProfile::bounds_of_exceeding(double loss) {
    const std::span<const compose::Atom> atoms = atoms_near(loss);
    const auto rest = [&](double at) { return delta(at) - height_of(atoms, at); };
    Bracket beyond = 0;  // probability of the atoms above `loss`
    for (const auto& [mass, at] : atoms) {
        if (at.upper > loss) beyond += Bracket(at.lower > loss ? mass.lower : 0, mass.lower);
    }
    // The rest by Mizan26 P2: it exceeds a larger loss less often. The points move ever farther
    // apart until they stop narrowing the bracket.
    double least = 0, most = 1;
    double step =
        std::max(0.5 * std::sqrt(std::max(delta(loss).width(), Search::least_width) * spread_),
                 Search::least_step * std::abs(loss));
    double last = 0;
    for (int round = 0, vain = 0; round < Search::most_rounds && vain < Search::patience;
         ++round, step *= 2) {
        const Bracket here = delta(loss), left = delta(loss - step), right = delta(loss + step);
        const bool is_blurred = is_much_wider(left, here) || is_much_wider(right, here);
        const double width = most - least;
        for (const double near : {0.0, last}) {
            const double up = loss + near, higher = loss + step;
            const double down = loss - near, lower = loss - step;
            const Bracket at_up = rest(up), at_higher = rest(higher);
            const Bracket at_down = rest(down), at_lower = rest(lower);
            const Bracket from_above = at_up + (at_up - at_higher) / expm1(Bracket(higher) - up);
            const Bracket from_below =
                at_down + (at_lower - at_down) / -expm1(Bracket(lower) - down);
            least = std::max(least, from_above.lower);
            most = std::min(most, from_below.upper);
        }
        vain = is_blurred || most - least < Search::progress * width ? 0 : vain + 1;
        last = step;
    }
    const Bracket all = Bracket(least, std::max(least, most)) + beyond;
    ensure(all.lower <= 1, "a probability is at least more than 1");
    return {all.lower, std::clamp(all.upper, all.lower, 1.0)};
}

}  // namespace mizan::analysis
