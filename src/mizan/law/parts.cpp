// SPDX-License-Identifier: Apache-2.0
#include "mizan/law/parts.hpp"

#include <algorithm>

#include "mizan/inversion/transform/gaussian_loss.hpp"
#include "mizan/inversion/transform/response_loss.hpp"

namespace mizan {

void Parts::add_gaussian(Bracket mu, inversion::Precisely precisely, double count) {
    mu_squared_ += count * square(mu);
    gaussians_.push_back({std::move(precisely), count});
}

void Parts::add_shown(Bracket probability, double count) {
    add(std::make_shared<inversion::ResponseLoss>(0, probability), count);
}

std::size_t Parts::lists_with_packets() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(places_, [](const auto& place) { return place.first.has_packets; }));
}

inversion::Composition Parts::finish() && {
    add_if_finite(mu_squared_, 1, [&] {
        // Shared, because every line of the transform has a copy of this function.
        auto precisely =
            [gaussians = std::make_shared<const std::vector<RepeatedMu>>(std::move(gaussians_))] {
                Precise sum;
                for (const auto& [each, count] : *gaussians) {
                    const Precise mu = each();
                    sum = sum + count * (mu * mu);
                }
                return sum;
            };
        add(std::make_shared<inversion::GaussianLoss>(mu_squared_, std::move(precisely)), 1);
    });
    return std::move(parts_);
}

}  // namespace mizan
