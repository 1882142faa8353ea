// SPDX-License-Identifier: Apache-2.0
#include "mizan/mechanism/mixture_of_gaussians.hpp"

#include <algorithm>
#include <string>
#include <utility>

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

double MixtureOfGaussians::largest_sensitivity() const {
    double most = 0;
    for (std::size_t i = 0; i < sensitivities_.size(); ++i) {
        if (probs_.weights()[i] > 0) most = std::max(most, sensitivities_[i]);
    }
    return most;
}

Bracket MixtureOfGaussians::probability(double sensitivity) const {
    Bracket sum = 0;
    for (std::size_t i = 0; i < sensitivities_.size(); ++i) {
        if (sensitivities_[i] == sensitivity) sum += probs_[i];
    }
    return min(sum, 1);
}

Bracket MixtureOfGaussians::farthest() const {
    const double most = largest_sensitivity();
    if (most == 0) return 0;
    const double sigma = standard_deviation_.value();
    return sigma == 0 ? Bracket(infinity) : most / Bracket(sigma);
}

Bracket MixtureOfGaussians::moves() const {
    Bracket sum = 0;
    for (std::size_t i = 0; i < sensitivities_.size(); ++i) {
        if (sensitivities_[i] > 0) sum += probs_[i];
    }
    return min(sum, 1);
}

bool MixtureOfGaussians::moves_surely() const {
    double only = -1;
    for (std::size_t i = 0; i < sensitivities_.size(); ++i) {
        if (probs_.weights()[i] == 0 || sensitivities_[i] == only) continue;
        if (only >= 0) return false;
        only = sensitivities_[i];
    }
    return true;
}

MixedNormals MixtureOfGaussians::pair() const {
    MixedNormals pair{{}, {{0, 1}}};
    for (std::size_t i = 0; i < sensitivities_.size(); ++i) {
        pair.up.push_back({sensitivities_[i], probs_[i]});
    }
    return pair;
}

Bracket MixtureOfGaussians::delta(double epsilon) const {
    return pair().delta(standard_deviation_.value(), epsilon);
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

Bracket MixtureOfGaussians::renyi_at_once(Order order) const {
    const Bracket sigma = standard_deviation_.value(), alpha = order.value(), above_1 = alpha - 1;
    const auto grown = [&](double s) { return above_1 * square(s / sigma) / 2; };
    Bracket norm = -infinity;
    for (std::size_t i = 0; i < sensitivities_.size(); ++i) {
        if (probs_.weights()[i] == 0) continue;
        norm = log_add_exp(norm, log(probs_[i]) + grown(sensitivities_[i]));
    }
    const double most = largest_sensitivity();
    const Bracket stretch = alpha / above_1, least = log(probability(most)) + grown(most);
    return {std::max(0.0, (stretch * least).lower), std::max(0.0, (stretch * norm).upper)};
}

double MixtureOfGaussians::renyi_of_added(Order order) const {
    const Bracket sigma = standard_deviation_.value();
    double least = infinity;
    for (const double s : sensitivities_) {
        const Bracket moved = order.value() * square(s / sigma) / 2;
        least = std::min(least, (moved - log(probability(s))).upper);
    }
    return least;
}

}  // namespace mizan
