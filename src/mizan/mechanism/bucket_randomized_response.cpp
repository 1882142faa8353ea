// SPDX-License-Identifier: Apache-2.0
#include "mizan/mechanism/bucket_randomized_response.hpp"

#include <cmath>
#include <variant>

#include "mizan/mechanism/largest_slope.hpp"
#include "mizan/mechanism/swap_pair.hpp"
#include "mizan/mechanism/uniform_pair.hpp"

namespace mizan {

Replacement::Replacement(Relation relation) : relation_{relation} {
    if (relation == Relation::add_or_remove_one) {
        throw Refused(
            "randomized_response(noise_parameter, num_buckets) answers for each record: it has no "
            "meaning under add_or_remove_one",
            "use replace_one or replace_special");
    }
}

namespace {

Bracket probability_of_truth(const BucketRandomizedResponse& response) {
    const Bracket p = response.noise_parameter.value(), k = response.num_buckets.value();
    return min(1 - p + p / k, 1);
}

std::variant<SwapPair, UniformPair> worst_pair(const BucketRandomizedResponse& response) {
    const double p = response.noise_parameter.value(), k = response.num_buckets.value();
    if (k == 1 || p == 1) return SwapPair::equal();
    if (response.relation.relation() == Relation::replace_special) return UniformPair(p, k);
    const Bracket truth = 1 - Bracket(p), light = p / Bracket(k);
    // log1p keeps small differences, the difference of logarithms the small probabilities.
    const Bracket loss = p < 0.5 ? log(k * truth + p) - log(p) : log1p(k * truth / p);
    return SwapPair{min(truth + light, 1), light, truth, loss};
}

}  // namespace

Bracket BucketRandomizedResponse::pure_epsilon() const { return renyi(Order{infinity}); }

Bracket BucketRandomizedResponse::delta(Epsilon epsilon) const {
    return std::visit([&](const auto& pair) { return pair.delta(epsilon); }, worst_pair(*this));
}

Bracket BucketRandomizedResponse::epsilon(Delta delta) const {
    return std::visit([&](const auto& pair) { return pair.epsilon(delta); }, worst_pair(*this));
}

Bracket BucketRandomizedResponse::renyi(Order order) const {
    return std::visit([&](const auto& pair) { return pair.renyi(order); }, worst_pair(*this));
}

Bracket BucketRandomizedResponse::zcdp_rho() const {
    return largest_slope(RenyiCurve([this](Order order) { return renyi(order); }));
}

CDP BucketRandomizedResponse::cdp() const {
    const auto pair = worst_pair(*this);
    return {.mu = Mu{renyi(Order{1.0}).upper},
            .tau = std::visit([](const auto& of) { return of.tau(); }, pair)};
}

Bracket BucketRandomizedResponse::tradeoff(Probability false_positive) const {
    return std::visit([&](const auto& pair) { return pair.tradeoff(false_positive); },
                      worst_pair(*this));
}

Bracket BucketRandomizedResponse::loss_cdf(double loss) const {
    return std::visit([&](const auto& pair) { return pair.loss_cdf(loss); }, worst_pair(*this));
}

Bracket BucketRandomizedResponse::output_cdf(double output) const {
    const double k = num_buckets.value(), p = noise_parameter.value();
    if (output < 0) return 0;
    if (output >= k - 1) return 1;
    return min(probability_of_truth(*this) + std::floor(output) * (p / Bracket(k)), 1);
}

}  // namespace mizan
