// SPDX-License-Identifier: Apache-2.0
#include "mizan/sampling/replaced_places.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/convert/gdp_to_approximate.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/numeric/normal.hpp"
#include "mizan/units/doubles.hpp"
#include "mizan/units/error.hpp"

namespace mizan {

std::vector<Places> places_without_replacement(double draws, double records, double group) {
    if (!(0 <= draws && draws <= records)) {
        throw DomainError("sample size", "at most the size of the dataset", draws);
    }
    if (!(group <= most_together)) throw DomainError("group", "at most 64 records", group);
    // One record of the group after the other is in the sample or is not.
    std::vector<Bracket> often{1};
    for (double asked = 0; asked < std::min(group, records); ++asked) {
        often.emplace_back(0);
        for (std::size_t drawn = often.size() - 1;; --drawn) {
            const auto is_drawn = [&](double before) {
                const Bracket left = max(0, Bracket(draws) - before);
                return min(1, left / (Bracket(records) - asked));
            };
            const auto number = static_cast<double>(drawn);
            often[drawn] = often[drawn] * (1 - is_drawn(number));
            if (drawn == 0) break;
            often[drawn] += often[drawn - 1] * is_drawn(number - 1);
        }
    }
    std::vector<Places> all;
    for (std::size_t k = 0; k < often.size(); ++k) {
        if (often[k].upper > 0) all.push_back({static_cast<double>(k), often[k]});
    }
    return all;
}

// Places cost the more, the more of them there are. So what rounding leaves open is given to the
// largest number: of a law whose numbers are at least as often at least as large, all is known
// exactly.
ReplacedPlaces::ReplacedPlaces(const std::vector<Places>& places, double mu) {
    std::vector<Places> from_the_largest = places;
    std::ranges::stable_sort(from_the_largest, std::ranges::greater{}, &Places::number);
    double at_least = 0;  // how often there are so many
    for (const auto& [number, probability] : from_the_largest) {
        if (number == 0 || probability.upper == 0) continue;
        const double more = at_least;
        at_least = std::min(1.0, (Bracket(more) + probability.upper).upper);
        const double apart = (number * Bracket(mu)).upper;
        const Bracket often = Bracket(at_least) - more;
        if (apart == infinity) {
            lost_ += often;
        } else {
            parts_.push_back({apart, often});
        }
    }
    never_ = 1 - Bracket(at_least);
}

// The sum is concave as a function of m = Φ(-z), the probability of a test where nobody of the
// group is drawn. Its slope there, divided by e^ε, is Σ Pr[K = k] t_k with
//
//     t_k = e^(zkμ - (kμ)²/2 - ε) - 1      where w = z - kμ,
//           e^-ε - e^(-zkμ - (kμ)²/2)      where w = z,           and 0 between,
//
// and t_0 = e^-ε - 1. It grows with z.
Bracket ReplacedPlaces::slope(double z, double epsilon) const {
    const Bracket x = epsilon;
    Bracket sum = never_ * expm1(-x);
    for (const auto& [apart, often] : parts_) {
        const Bracket half_square = square(Bracket(apart)) / 2, far = z * Bracket(apart);
        const Bracket right = far - half_square - x, left = x - far - half_square;
        // At a corner it is 0, whatever rounding says.
        if (right.upper > 0) sum += often * max(0, expm1(right));
        if (left.upper > 0) sum += often * min(0, exp(-x) * -expm1(left));
    }
    return sum;
}

// The same in plain doubles: what makes it grow, what makes it fall, and the derivatives of both.
struct ReplacedPlaces::Slope {
    double up = 0, down = 0, up_growth = 0, down_growth = 0;

    [[nodiscard]] double newton_step() const {  // on log(up / down), which is nearly straight
        return plain::log(down / up) / (up_growth / up - down_growth / down);
    }
};

ReplacedPlaces::Slope ReplacedPlaces::slope_near(double z, double epsilon) const {
    const double shrunk = plain::exp(-epsilon);
    Slope slope{.down = never_.middle() * -plain::expm1(-epsilon)};
    for (const auto& [apart, often] : parts_) {
        const double half_square = apart * apart / 2, far = z * apart;
        const double right = far - half_square - epsilon, left = epsilon - far - half_square;
        if (right > 0) {
            const double rise = often.middle() * plain::exp(right);
            slope.up += rise;
            slope.down += often.middle();
            slope.up_growth += rise * apart;
        } else if (left > 0) {
            const double fall = often.middle() * shrunk * plain::exp(left);
            slope.down += fall - often.middle() * shrunk;
            slope.down_growth -= fall * apart;
        }
    }
    return slope;
}

// Σ Pr[K = k] T_k(z), where Φ(-w) - e^ε Φ(-w-kμ) is written as what lies between less (e^ε - 1)
// times what lies beyond.
Bracket ReplacedPlaces::height(double z, double epsilon) const {
    constexpr double close = 0.1;  // where the difference of two tails would cancel
    const Bracket x = epsilon, excess = expm1(x);
    Bracket sum = -(excess * never_ * normal::tail(z));
    for (const auto& [apart, often] : parts_) {
        const Bracket best = x / apart - Bracket(apart) / 2;
        const Bracket w = min(max(best, z - Bracket(apart)), z), end = w + apart;
        const Bracket beyond = normal::tail(end);
        const Bracket between =
            apart < close ? normal::between(w, end, apart) : normal::tail(w) - beyond;
        sum += often * (between - excess * beyond);
    }
    return sum;
}

double ReplacedPlaces::at_every_place(Epsilon epsilon) const {
    Bracket sum = lost_;
    for (const auto& [apart, often] : parts_) {
        sum += often * Bracket(gdp_to_delta_at_most(GDP{Mu{apart}}, epsilon));
    }
    return std::min(sum.upper, 1.0);
}

double ReplacedPlaces::delta(Epsilon at) const {
    const double epsilon = at.value();
    // The search for the place goes out to here; if the place lies beyond, all places answer.
    constexpr double farthest = 1e9;
    const auto falls = [&](double z) {  // in m
        const Slope slope = slope_near(z, epsilon);
        return slope.up < slope.down;
    };
    double low = -1, high = 1;
    while (low > -farthest && !falls(low)) low *= 2;
    while (high < farthest && falls(high)) high *= 2;
    if (low <= -farthest || high >= farthest || epsilon > largest_exponent) {
        return at_every_place(at);
    }
    double near = high;
    for (int step = 0; step < 100; ++step) {
        const Slope slope = slope_near(near, epsilon);
        (slope.up < slope.down ? low : high) = near;
        double next = near + slope.newton_step();
        if (!(low < next && next < high)) next = low + (high - low) / 2;
        if (std::abs(next - near) <= 1e-13 * (1 + std::abs(near))) break;
        near = next;
    }
    // Where it is certain to fall in m, no larger m has more, and a smaller one at most as much as
    // the tangent says.
    for (double away = 1e-13; away < 1; away *= 16) {
        const double z = near - away * (1 + std::abs(near));
        const Bracket fall = -(exp(Bracket(epsilon)) * slope(z, epsilon));
        if (!(fall.lower >= 0)) continue;
        const Bracket most = height(z, epsilon) + fall * normal::tail(z) + lost_;
        // So far out that tails are no doubles, and e^ε times their rounding is.
        constexpr double far_out = 37;
        const double limit = z > far_out ? at_every_place(at) : 1;
        return std::clamp(most.upper, 0.0, limit);
    }
    return at_every_place(at);
}

}  // namespace mizan
