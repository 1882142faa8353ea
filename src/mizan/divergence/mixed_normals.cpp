// SPDX-License-Identifier: Apache-2.0
#include "mizan/divergence/mixed_normals.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mizan/numeric/normal.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan {

namespace {

using Mixture = std::vector<ShiftedNormal>;

// In units of σ: log Σ p_i e^(s_i z - s_i²/2), which grows with z.
Bracket log_ratio(const Mixture& mixture, Bracket sigma, double z) {
    Bracket sum = -infinity;
    for (const auto& [shift, probability] : mixture) {
        if (probability.upper == 0) continue;
        const Bracket s = shift / sigma;
        sum = log_add_exp(sum, log(probability) + s * (z - s / 2));
    }
    return sum;
}

// The same in plain doubles, for a search.
class RoughRatio {
public:
    RoughRatio(const Mixture& mixture, double sigma) {
        for (const auto& [shift, probability] : mixture) {
            if (probability.upper == 0) continue;
            shifts_.push_back(shift / sigma);
            logs_.push_back(std::log(probability.middle()) - shifts_.back() * shifts_.back() / 2);
        }
    }
    double operator()(double z) const {
        double most = -infinity, sum = 0;
        for (std::size_t i = 0; i < shifts_.size(); ++i) {
            most = std::max(most, logs_[i] + shifts_[i] * z);
        }
        for (std::size_t i = 0; i < shifts_.size(); ++i) {
            sum += std::exp(logs_[i] + shifts_[i] * z - most);
        }
        return most + std::log(sum);
    }

private:
    std::vector<double> shifts_, logs_;
};

// Σ p_i Pr[Z > z - s_i].
Bracket mass_above(const Mixture& mixture, double sign, Bracket sigma, double z) {
    Bracket mass = 0;
    for (const auto& [shift, probability] : mixture) {
        mass += probability * normal::tail(z - sign * shift / sigma);
    }
    return mass;
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

Bracket MixedNormals::delta(Bracket sigma, double epsilon) const {
    const auto loss = [&](double z) {
        return log_ratio(up, sigma, z) - log_ratio(down, sigma, -z);
    };
    const RoughRatio rough_up(up, sigma.middle()), rough_down(down, sigma.middle());
    const auto rough_loss = [&](double z) { return rough_up(z) - rough_down(-z); };
    // In plain doubles, about where it is ε.
    double low = -1, high = 1;
    constexpr double farthest_z = 1e9;
    while (low > -farthest_z && rough_loss(low) > epsilon) low *= 2;
    while (high < farthest_z && rough_loss(high) < epsilon) high *= 2;
    for (int step = 0; step < 64; ++step) {
        const double middle = low + (high - low) / 2;
        (rough_loss(middle) < epsilon ? low : high) = middle;
    }
    // And between which two it surely is.
    const auto beside = [&](double away, auto is_beyond) {
        for (double z = low; std::abs(z - low) < farthest_z; away *= 8) {
            z = low + away * (1 + std::abs(low));
            if (is_beyond(loss(z))) return z;
        }
        return std::copysign(infinity, away);
    };
    const double least = beside(-1e-14, [&](Bracket x) { return x.upper <= epsilon; });
    const double most = beside(1e-14, [&](Bracket x) { return x.lower >= epsilon; });
    const auto p_above = [&](double z) { return mass_above(up, 1, sigma, z); };
    const auto q_above = [&](double z) { return mass_above(down, -1, sigma, z); };
    const Bracket times = exp(Bracket(epsilon));
    const double reached = std::clamp(
        std::max((p_above(low) - times * q_above(low)).lower, -expm1(Bracket(epsilon)).upper), 0.0,
        1.0);
    const double limit = (p_above(least) - times * q_above(most)).upper;
    const Bracket kept{reached, std::clamp(limit, reached, 1.0)};
    return min(1, lost + (1 - lost) * kept);
}

}  // namespace mizan
