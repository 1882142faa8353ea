// SPDX-License-Identifier: Apache-2.0
#include "mizan/divergence/mixed_normals.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/numeric/normal.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan {

namespace {

using Mixture = std::vector<ShiftedNormal>;

// In units of σ: log Σ p_i e^(s_i z - s_i²/2), which grows with z. Because the p_i are all of a
// law, it is also log(1 + Σ p_i (e^… - 1)), which is sharp where little is moved, or by little.
class LogRatio {
public:
    LogRatio(const Mixture& mixture, Bracket sigma) {
        for (const auto& [shift, probability] : mixture) {
            if (probability.upper == 0) continue;
            const Bracket s = shift / sigma;
            terms_.push_back({s, square(s) / 2, probability, log(probability)});
            const Term<Bracket>& exact = terms_.back();
            rough_.push_back({exact.shift.middle(), exact.half_square.middle(),
                              probability.middle(), plain::log(probability.middle())});
        }
    }

    [[nodiscard]] Bracket at(double z) const {
        Bracket growth = 0;
        std::vector<Bracket> logs;
        double most = -infinity;
        for (const auto& [shift, half_square, probability, log_probability] : terms_) {
            const Bracket exponent = shift * z - half_square;
            growth += probability * expm1(exponent);
            logs.push_back(log_probability + exponent);
            most = std::max(most, logs.back().upper);
        }
        if (std::isinf(most)) return Bracket::whole_line();
        Bracket sum = 0;
        for (const Bracket& each : logs) sum += exp(each - most);
        const Bracket found = most + log(sum);
        return growth.lower > -0.5 && growth.upper < infinity ? intersect(found, log1p(growth))
                                                              : found;
    }

    struct Rough {
        double value, slope;
    };
    // In plain doubles, for a search.
    [[nodiscard]] Rough near(double z) const {
        double most = -infinity, sum = 0, rise = 0, growth = 0;
        for (const auto& [shift, half_square, probability, log_probability] : rough_) {
            const double exponent = shift * z - half_square;
            growth += probability * plain::expm1(exponent);
            most = std::max(most, log_probability + exponent);
        }
        for (const auto& [shift, half_square, probability, log_probability] : rough_) {
            const double weight = plain::exp(log_probability + shift * z - half_square - most);
            sum += weight;
            rise += weight * shift;
        }
        const bool is_small = std::abs(growth) < 0.5;
        return {is_small ? plain::log1p(growth) : most + plain::log(sum), rise / sum};
    }

private:
    template <class Number>
    struct Term {
        Number shift, half_square, probability, log_probability;
    };
    std::vector<Term<Bracket>> terms_;
    std::vector<Term<double>> rough_;
};

constexpr double farthest_z = 1e9;

// About where a growing function is `level`, by Newton's steps between two ends that close in.
// Nothing rests on it but how sharp an answer is.
template <class Function>
double search(const Function& f, double level) {
    double low = -1, high = 1;
    while (low > -farthest_z && f(low).value > level) low *= 2;
    while (high < farthest_z && f(high).value < level) high *= 2;
    double z = low + (high - low) / 2;
    for (int step = 0; step < 100; ++step) {
        const auto [value, slope] = f(z);
        (value < level ? low : high) = z;
        double next = z + (level - value) / slope;
        if (!(low < next && next < high)) next = low + (high - low) / 2;
        if (std::abs(next - z) <= 1e-15 * (1 + std::abs(z))) break;
        z = next;
    }
    return z;
}

// Σ p_i Pr[Z > z - s_i].
Bracket mass_above(const Mixture& mixture, double sign, Bracket sigma, double z) {
    Bracket mass = 0;
    for (const auto& [shift, probability] : mixture) {
        mass += probability * normal::tail(z - sign * shift / sigma);
    }
    return mass;
}

// Σ p_i (Pr[Z > z - s_i] - Pr[Z > z]), or with z + t_j the same from below: what moving adds above
// z.
Bracket moved_above(const Mixture& mixture, double sign, Bracket sigma, double z) {
    Bracket mass = 0;
    for (const auto& [shift, probability] : mixture) {
        const Bracket s = shift / sigma, moved = z - sign * s;
        mass +=
            probability * (sign > 0 ? normal::between(moved, z, s) : normal::between(z, moved, s));
    }
    return mass;
}

// The loss at the far left has an end where only P is moved.
double least_loss(const MixedNormals& pair) {
    Bracket p_stays = 0, q = 0;
    for (const auto& [shift, probability] : pair.up) {
        if (shift == 0) p_stays += probability;
    }
    for (const auto& [shift, probability] : pair.down) {
        if (shift > 0 && probability.upper > 0) return -infinity;
        q += probability;
    }
    return (log(p_stays) - log(q)).lower;
}

}  // namespace

double MixedNormals::farthest() const {
    double most = 0;
    for (const Mixture* mixture : {&up, &down}) {
        for (const auto& [shift, probability] : *mixture) {
            if (probability.upper > 0) most = std::max(most, shift);
        }
    }
    return most;
}

// All outputs above a place where the loss is x ≤ ε form a test. It attains P - e^ε Q there, and
// the largest value is at most P - e^x Q.
Bracket MixedNormals::delta(Bracket sigma, double epsilon) const {
    const LogRatio of_p(up, sigma), of_q(down, sigma);
    const double near = search(
        [&](double z) {
            const auto [p, p_slope] = of_p.near(z);
            const auto [q, q_slope] = of_q.near(-z);
            return LogRatio::Rough{p - q, p_slope + q_slope};
        },
        epsilon);
    double place = -infinity, loss = std::min(least_loss(*this), epsilon);
    for (double away = 1e-14; away * (1 + std::abs(near)) < farthest_z; away *= 8) {
        const double z = near - away * (1 + std::abs(near));
        const Bracket there = of_p.at(z) - of_q.at(-z);
        if (there.upper > epsilon) continue;
        place = z;
        loss = there.lower;
        break;
    }
    const Bracket p = mass_above(up, 1, sigma, place), q = mass_above(down, -1, sigma, place);
    // P - Q without what both have in common, all of which is 1: little may be moved, or by little.
    const Bracket moved =
        place > -infinity ? moved_above(up, 1, sigma, place) + moved_above(down, -1, sigma, place)
                          : Bracket(0);
    const auto excess = [&](double at) {  // P - e^at Q
        return intersect(p - exp(Bracket(at)) * q, moved - expm1(Bracket(at)) * q);
    };
    const double certain = -expm1(Bracket(epsilon)).upper;  // all of both
    const double reached = std::clamp(std::max(excess(epsilon).lower, certain), 0.0, 1.0);
    const double limit = excess(loss).upper;
    const Bracket kept{reached, std::clamp(limit, reached, 1.0)};
    return min(1, lost + (1 - lost) * kept);
}

}  // namespace mizan
