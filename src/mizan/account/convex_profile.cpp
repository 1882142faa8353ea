// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/convex_profile.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/minimize.hpp"

namespace mizan::analysis {

namespace {

using Aim = inversion::Profile::Aim;

double relative_width(Bracket x) { return x.upper > 0 ? x.width() / x.upper : 0; }

// To find a place few digits do, of lines that serve far around.
constexpr Aim rough_aim{.content = 1e-5, .is_patient = false};

// Farther out no place is looked at.
constexpr double farthest = 1e4;

// How often the places that are looked at move apart.
constexpr int most_rounds = 18;

// Beside an atom, where that blurs a smoothed line, and not on it.
bool is_much_wider(Bracket x, Bracket y) {
    constexpr double times = 30, narrow = 1e-10;
    return x.width() > times * std::max(y.width(), narrow * std::max(x.upper, y.upper));
}

// More kinks than these make no difference between places that are close together.
constexpr std::ptrdiff_t kinks_on_a_side = 8;

// (t - t₁)/(t₂ - t₁) where t = e^ε at each of these places, of which the first may be -∞.
Bracket share_of_way(double at, double first, double second) {
    if (first == -infinity) return exp(Bracket(at) - second);
    return expm1(Bracket(at) - first) / expm1(Bracket(second) - first);
}

// The sum of (p - t q)₊ over some atoms, for every loss that they may have.
Bracket height_of(std::span<const compose::Atom> atoms, double epsilon) {
    Bracket sum = 0;
    for (const auto& [mass, loss] : atoms) {
        if (epsilon < loss.upper) sum += max(0, mass.lower * -expm1(Bracket(epsilon) - loss));
    }
    return sum;
}

// The same for the least loss of each, so that the kinks are known exactly; at most the sum.
double least_height_of(std::span<const compose::Atom> atoms, double epsilon) {
    Bracket sum = 0;
    for (const auto& [mass, loss] : atoms) {
        if (epsilon < loss.lower) sum += mass.lower * -expm1(Bracket(epsilon) - loss.lower);
    }
    return sum.lower;
}

// A convex function of t = e^ε at a place.
struct Point {
    double at;
    Bracket value;
};

// The line through the upper end at `from` and the lower end at `through`, beyond which the
// function is above it.
double continued(const Point& from, const Point& through, double at) {
    const Bracket rise = Bracket(through.value.lower) - from.value.upper;
    return (from.value.upper + rise * share_of_way(at, from.at, through.at)).lower;
}

// A straight piece, by its values at both ends.
struct Piece {
    double left, right;
};

// The least of the larger of two pieces over the same places.
double lowest_of_larger(Piece a, Piece b) {
    const double at_ends = std::min(std::max(a.left, b.left), std::max(a.right, b.right));
    // Their differences may be so small that a product of them is no double.
    const bool is_a_above = a.left >= b.left && a.right >= b.right;
    const bool is_b_above = a.left <= b.left && a.right <= b.right;
    if (is_a_above || is_b_above) return at_ends;
    const Bracket gap = Bracket(b.left) - a.left, change = Bracket(a.right) - a.left;
    const Bracket share = gap / (change - (Bracket(b.right) - b.left));
    const double crossing = (a.left + change * share).lower;
    return std::min(at_ends, std::max(crossing, std::min(a.left, a.right)));
}

// The points of a convex function on one side of a place, the nearest first, and the lines through
// them that are below it on the other side: for each of the nearest the steepest.
class Side {
public:
    explicit Side(std::vector<Point> points) {
        constexpr std::size_t most_lines = 3;
        for (std::size_t i = 0; i + 1 < points.size() && i < most_lines; ++i) {
            const auto rise_to = [&](const Point& from) {
                return (points[i].value.lower - from.value.upper) /
                       std::abs(plain::exp(from.at - points[i].at) - 1);
            };
            const auto steepest = std::max_element(
                points.begin() + static_cast<std::ptrdiff_t>(i) + 1, points.end(),
                [&](const Point& x, const Point& y) { return rise_to(x) < rise_to(y); });
            lines_.emplace_back(*steepest, points[i]);
        }
    }

    [[nodiscard]] std::vector<Piece> pieces(double left, double right) const {
        std::vector<Piece> all;
        for (const auto& [from, through] : lines_) {
            all.push_back({continued(from, through, left), continued(from, through, right)});
        }
        return all;
    }

private:
    std::vector<std::pair<Point, Point>> lines_;
};

// δ + t x at a known value.
Bracket raised(const KnownValues::Value& each, double x) { return each.delta + each.growth * x; }

// Whether the function, being convex, grows beyond the last point.
bool grows_at_last(const std::vector<Point>& points) {
    const Point& last = points.back();
    return std::any_of(points.begin(), points.end() - 1,
                       [&](const Point& each) { return each.value.upper <= last.value.lower; });
}

// Two neighbouring places and the kinks between them.
std::vector<double> ends_between(double left, double right, std::span<const compose::Atom> atoms) {
    std::vector<double> ends{left};
    for (const compose::Atom& atom : atoms) {
        const double kink = atom.loss.lower;
        if (ends.back() < kink && kink < right) ends.push_back(kink);
    }
    ends.push_back(right);
    return ends;
}

// An upper bound of the least value at the kinks between two neighbouring points: without the
// atoms, the function is below the line from the one to the other.
double most_at_kinks(const Point& left, const Point& right, std::span<const double> ends,
                     std::span<const compose::Atom> atoms) {
    double most = infinity;
    for (const double kink : ends.subspan(1, ends.size() - 2)) {
        const Bracket share = share_of_way(kink, left.at, right.at);
        const Bracket rise = Bracket(right.value.upper) - left.value.upper;
        const Bracket rest = left.value.upper + rise * share;
        most = std::min(most, (rest + height_of(atoms, kink)).upper);
    }
    return most;
}

// A lower bound of the function, the atoms included, between two neighbouring points: it is above
// the lines that come from both sides.
double least_between(const Side& before, const Side& after, const std::vector<double>& ends,
                     std::span<const compose::Atom> atoms) {
    const Piece none{-infinity, -infinity};
    double least = infinity;
    for (std::size_t k = 0; k + 1 < ends.size(); ++k) {
        const double low = ends[k], high = ends[k + 1];
        const auto lines_before = before.pieces(low, high);
        const auto lines_after = after.pieces(low, high);
        const double height_low = least_height_of(atoms, low);
        const double height_high = least_height_of(atoms, high);
        const auto with_atoms = [&](Piece piece) {
            return Piece{(Bracket(piece.left) + height_low).lower,
                         (Bracket(piece.right) + height_high).lower};
        };
        double here = 0;
        for (const Piece& a : lines_before.empty() ? std::vector{none} : lines_before) {
            for (const Piece& b : lines_after.empty() ? std::vector{none} : lines_after) {
                if (a.left == -infinity && b.left == -infinity) continue;
                here = std::max(here, lowest_of_larger(with_atoms(a), with_atoms(b)));
            }
        }
        least = std::min(least, here);
    }
    return least;
}

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

// A smoothed line that is best at this place then serves all that are close to it.
void ConvexProfile::look_finely(double near, double smoothing) {
    constexpr double fine = 1e-10;
    profile_.aim_at({.content = fine, .smoothing = smoothing});
    if (relative_width(delta(near)) > fine) profile_.aim_at(rough_aim);
}

Bracket ConvexProfile::at(double epsilon) {
    look_finely(epsilon, 2 * smoothing_);  // one line is all that is made
    return delta(epsilon);
}

std::span<const compose::Atom> ConvexProfile::atoms_near(double epsilon) const {
    const auto next = std::ranges::lower_bound(
        atoms_, epsilon, {}, [](const compose::Atom& atom) { return atom.loss.lower; });
    const auto begin =
        std::max(atoms_.begin(), next - std::min(kinks_on_a_side, next - atoms_.begin()));
    const auto end = next + std::min(kinks_on_a_side, atoms_.end() - next);
    return {begin, end};
}

double ConvexProfile::rough_least(double x) {
    profile_.aim_at(rough_aim);
    const auto h = [&](double at) {
        return std::abs(at) > farthest ? infinity : rough_delta(at) + plain::exp(at) * x;
    };
    epsilon_ = minimize::valley(h, epsilon_, spread_ / 4, 0.02).bottom;
    return h(epsilon_);
}

Bracket ConvexProfile::least(double x) {
    (void)rough_least(x);
    look_finely(epsilon_, smoothing_);
    const auto h = [&](double at) {
        return std::abs(at) > farthest ? Bracket(0, infinity) : delta(at) + exp(Bracket(at)) * x;
    };
    // What the doubt about h leaves open of the place.
    const auto doubt = [&](double at) {
        return std::sqrt(std::clamp(relative_width(h(at)), 1e-13, 1e-4)) * spread_;
    };
    const double nearby = 0.02 * spread_;
    epsilon_ = minimize::valley([&](double at) { return h(at).middle(); }, epsilon_, nearby,
                                doubt(epsilon_) / (4 * nearby))
                   .bottom;
    // Around the bottom, or a kink that is lower: ever farther, until that tells no more.
    double centre = epsilon_;
    for (const compose::Atom& atom : atoms_near(epsilon_)) {
        const double kink = atom.loss.lower;
        if (!(std::abs(kink - epsilon_) < nearby)) continue;
        const Bracket there = h(kink), here = h(centre);
        if (there.upper < here.upper) centre = kink;
    }
    Bracket best(0, 1);
    double step = doubt(centre) / 4;
    for (int round = 0, vain = 0; round < most_rounds && vain < 3; ++round, step *= 2) {
        const Bracket here = h(centre), left = h(centre - step), right = h(centre + step);
        if (is_much_wider(left, here) || is_much_wider(right, here)) continue;
        const Bracket found = bounds_of_least(x, centre);
        vain = found.width() < 0.9 * best.width() ? 0 : vain + 1;
        best = intersect(best, found);
    }
    // Where h is level as far as can be told, two places far to the right, where t is twice as
    // large at the one as at the other, show that it was no lower before.
    constexpr double wide = 1e-6, doubling = 0.7;
    if (!(best.width() < wide)) {
        step = spread_ / 4;
        for (int round = 0; round < most_rounds; ++round, step *= 2) {
            const Bracket here = h(centre), right = h(centre + step);
            if (!(right.lower > here.upper)) continue;
            (void)h(centre + step + doubling);
            break;
        }
        best = intersect(best, bounds_of_least(x, centre));
    }
    return best;
}

// Known values around a place, from left to right: the nearest useful ones, and two on the right
// that are certainly higher than the place, however far they are.
std::vector<KnownValues::Value> ConvexProfile::values_around(double x, double around) {
    constexpr std::size_t on_a_side = 12;  // farther ones tell nothing more
    constexpr int wanted_higher = 2;
    const Bracket in_the_middle = delta(around) + exp(Bracket(around)) * x;
    std::vector<KnownValues::Value> known;
    const auto is_useful = [&](const KnownValues::Value& each) {
        return !is_much_wider(raised(each, x), in_the_middle);
    };
    deltas_.before(around, [&](const KnownValues::Value& each) {
        if (is_useful(each)) known.push_back(each);
        return known.size() < on_a_side;
    });
    std::ranges::reverse(known);
    const std::size_t most_points = known.size() + on_a_side;
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
        return higher < wanted_higher;
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
    std::vector<Point> points;  // of what is left without the atoms; at t = 0 all is 1
    points.push_back({-infinity, 1 - height_of(atoms, -infinity)});
    for (const KnownValues::Value& each : known) {
        const Bracket there = raised(each, x);
        most = std::min(most, there.upper);
        points.push_back({each.at, there - height_of(atoms, each.at)});
    }
    double least = grows_at_last(points) ? points.back().value.lower : 0;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        const std::vector<double> ends = ends_between(points[i].at, points[i + 1].at, atoms);
        most = std::min(most, most_at_kinks(points[i], points[i + 1], ends, atoms));
        const Side before({points.rend() - static_cast<std::ptrdiff_t>(i) - 1, points.rend()});
        const Side after({points.begin() + static_cast<std::ptrdiff_t>(i) + 1, points.end()});
        least = std::min(least, least_between(before, after, ends, atoms));
    }
    return {std::min(least, most), most};
}

Bracket ConvexProfile::exceeds(double loss) {
    look_finely(loss, smoothing_);
    return bounds_of_exceeding(loss);
}

Bracket ConvexProfile::roughly_exceeds(double loss) {
    profile_.aim_at(Aim{});
    const Bracket found = bounds_of_exceeding(loss);
    deltas_.clear();  // they can be known better
    return found;
}

Bracket ConvexProfile::bounds_of_exceeding(double loss) {
    const std::span<const compose::Atom> atoms = atoms_near(loss);
    const auto rest = [&](double at) { return delta(at) - height_of(atoms, at); };
    Bracket beyond = 0;  // the atoms
    for (const auto& [mass, at] : atoms) {
        if (at.upper > loss) beyond += Bracket(at.lower > loss ? mass.lower : 0, mass.lower);
    }
    // Mizan26 P2 for the rest, which exceeds a larger loss less often: ever farther, until that
    // tells no more.
    double least = 0, most = 1;
    double step = std::max(0.5 * std::sqrt(std::max(delta(loss).width(), 1e-16) * spread_),
                           1e-12 * std::abs(loss));
    double last = 0;
    for (int round = 0, vain = 0; round < most_rounds && vain < 3; ++round, step *= 2) {
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
        vain = is_blurred || most - least < 0.9 * width ? 0 : vain + 1;
        last = step;
    }
    const Bracket all = Bracket(least, std::max(least, most)) + beyond;
    ensure(all.lower <= 1, "a probability is at least more than 1");
    return {all.lower, std::clamp(all.upper, all.lower, 1.0)};
}

}  // namespace mizan::analysis
