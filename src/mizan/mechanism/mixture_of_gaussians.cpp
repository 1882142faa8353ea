// SPDX-License-Identifier: Apache-2.0
#include "mizan/mechanism/mixture_of_gaussians.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "mizan/numeric/normal.hpp"

namespace mizan {

MixtureOfGaussians::MixtureOfGaussians(NoiseScale standard_deviation,
                                       std::vector<double> sensitivities,
                                       std::vector<double> sampling_probs)
    : standard_deviation_{standard_deviation},
      sensitivities_{std::move(sensitivities)},
      probs_{std::move(sampling_probs)} {
    if (sensitivities_.size() != probs_.size()) {
        throw InputError("sensitivities and sampling_probs must be equally many, got " +
                         std::to_string(sensitivities_.size()) + " and " +
                         std::to_string(probs_.size()));
    }
    for (const double s : sensitivities_) {
        if (!(s >= 0 && s < infinity)) {
            throw DomainError("sensitivities", "finite and at least 0", s);
        }
    }
}

Bracket MixtureOfGaussians::farthest() const {
    double most = 0;
    for (std::size_t i = 0; i < sensitivities_.size(); ++i) {
        if (probs_.weights()[i] > 0) most = std::max(most, sensitivities_[i]);
    }
    if (most == 0) return 0;
    const double sigma = standard_deviation_.value();
    return sigma == 0 ? Bracket(infinity) : most / Bracket(sigma);
}

Bracket MixtureOfGaussians::delta(double epsilon) const {
    const Bracket sigma = standard_deviation_.value();
    // In units of σ: log Σ p_i e^(s_i z - s_i²/2), which grows with z.
    const auto loss = [&](double z) {
        Bracket sum = -infinity;
        for (std::size_t i = 0; i < sensitivities_.size(); ++i) {
            if (probs_.weights()[i] == 0) continue;
            const Bracket s = sensitivities_[i] / sigma;
            sum = log_add_exp(sum, log(probs_[i]) + s * (z - s / 2));
        }
        return sum;
    };
    std::vector<double> shifts, logs;
    for (std::size_t i = 0; i < sensitivities_.size(); ++i) {
        if (probs_.weights()[i] == 0) continue;
        shifts.push_back(sensitivities_[i] / sigma.middle());
        logs.push_back(std::log(probs_.weights()[i]) - shifts.back() * shifts.back() / 2);
    }
    const auto rough_loss = [&](double z) {
        double most = -infinity, sum = 0;
        for (std::size_t i = 0; i < shifts.size(); ++i) {
            most = std::max(most, logs[i] + shifts[i] * z);
        }
        for (std::size_t i = 0; i < shifts.size(); ++i) {
            sum += std::exp(logs[i] + shifts[i] * z - most);
        }
        return most + std::log(sum);
    };
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
    const auto above = [&](double z) -> std::pair<Bracket, Bracket> {
        Bracket p = 0;
        for (std::size_t i = 0; i < sensitivities_.size(); ++i) {
            p += probs_[i] * normal::tail(z - sensitivities_[i] / sigma);
        }
        return {p, normal::tail(Bracket(z))};
    };
    const Bracket times = exp(Bracket(epsilon));
    const auto [p, q] = above(low);
    const double reached =
        std::clamp(std::max((p - times * q).lower, -expm1(Bracket(epsilon)).upper), 0.0, 1.0);
    const double limit = (above(least).first - times * above(most).second).upper;
    return {reached, std::clamp(limit, reached, 1.0)};
}

Bracket MixtureOfGaussians::renyi(Order order) const {
    const Bracket far = farthest();
    if (far.upper == 0) return 0;
    if (order.value() == infinity || far.lower == infinity) return infinity;
    const Bracket sigma = standard_deviation_.value(), alpha = order.value(), above_1 = alpha - 1;
    Bracket sum = order.value() == 1 ? Bracket(0) : Bracket(-infinity);
    for (std::size_t i = 0; i < sensitivities_.size(); ++i) {
        if (probs_.weights()[i] == 0) continue;
        const Bracket half = square(sensitivities_[i] / sigma) / 2;
        if (order.value() == 1) {
            sum += probs_[i] * half;
        } else {
            sum = log_add_exp(sum, log(probs_[i]) + above_1 * alpha * half);
        }
    }
    const Bracket found = order.value() == 1 ? sum : max(0, sum / above_1);
    return {0, std::min(found.upper, (alpha * square(far) / 2).upper)};
}

}  // namespace mizan
