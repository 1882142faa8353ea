// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/scheme/renyi_on_samples.hpp"

#include <algorithm>

#include "mizan/engine/finite_pair.hpp"
#include "mizan/inversion/normal_mixture/replaced_gaussian_renyi.hpp"
#include "mizan/inversion/normal_mixture/sampled_gaussian_renyi.hpp"
#include "mizan/inversion/transform/sampled_laplace_loss.hpp"
#include "mizan/sampling/poisson.hpp"

namespace mizan {

namespace {

RenyiCurve larger(const RenyiCurve& a, const RenyiCurve& b) {
    return RenyiCurve([a, b](Order order) { return max(a(order), b(order)); },
                      [a, b](Order order) { return std::max(a.nearly(order), b.nearly(order)); },
                      {});
}
RenyiCurve smaller(const RenyiCurve& a, const RenyiCurve& b) {
    return RenyiCurve([a, b](Order order) { return min(a(order), b(order)); },
                      [a, b](Order order) { return std::min(a.nearly(order), b.nearly(order)); },
                      {});
}

// The Rényi curve of Laplace noise on samples, by the transform of its loss, K(α - 1) = (α - 1)
// D_α, in the worse direction. `bound` serves where the transform does not: at order 1, at
// infinity, and at orders that would take long.
RenyiCurve sampled_laplace(double q, double scale, const RenyiCurve& bound) {
    using inversion::Direction, inversion::sampled_laplace_loss;
    const auto goes = sampled_laplace_loss(q, scale, Direction::remove);
    const auto comes = sampled_laplace_loss(q, scale, Direction::add);
    const auto is_left_to_the_bound = [](double c) {
        constexpr double long_enough = 2000;
        return c == 0 || c > long_enough;
    };
    const auto exactly = [=](Order order) {
        const double c = order.value() - 1;
        const Bracket limit(0, bound(order).upper);
        if (is_left_to_the_bound(c)) return limit;
        const Bracket exact = max(0, max(goes->log_moment(c), comes->log_moment(c)) / c);
        return Bracket(std::min(exact.lower, limit.upper), std::min(exact.upper, limit.upper));
    };
    const auto nearly = [=](Order order) -> Bracket {
        // With less noise almost all of the loss is at its ends, and plain numbers miss that.
        constexpr double little_noise = 0.05;
        if (scale < little_noise) return exactly(order);
        const double c = order.value() - 1, limit = bound.nearly(order);
        if (is_left_to_the_bound(c)) return limit;
        const double most = std::max(goes->cumulants(c).log_moment, comes->cumulants(c).log_moment);
        return std::min(std::max(0.0, most / c), limit);
    };
    return RenyiCurve(exactly, nearly, {});
}

Known<RenyiDP> known(RenyiCurve curve, std::vector<std::string> theorems) {
    return {RenyiDP{std::move(curve)}, "", std::move(theorems)};
}

}  // namespace

std::vector<Outcome> worst_response(Bracket epsilon) {
    if (epsilon.lower == infinity) return {{1, 0, infinity}, {0, 1, -infinity}};
    const Bracket even = 1 / (1 + exp(-epsilon)), odd = 1 / (1 + exp(epsilon));
    return {{even, odd, epsilon}, {odd, even, -epsilon}};
}

Known<RenyiDP> renyi_on_samples(const KnownPart& whole, Bracket q, Record record) {
    const Law* law = whole.worst ? &*whole.worst : nullptr;
    if (const auto* gaussian = law ? std::get_if<GaussianLaw>(law) : nullptr) {
        const Bracket mu = gaussian->mu;
        const Bracket sigma = gaussian->sigma ? Bracket(*gaussian->sigma)
                              : mu.upper == 0 ? Bracket(infinity)
                              : mu.lower > 0  ? 1 / mu
                                              : Bracket((1 / Bracket(mu.upper)).lower, infinity);
        if (record == Record::removed) {
            return known(RenyiCurve([q, sigma](std::span<const Order> orders) {
                             return inversion::sampled_gaussian_renyi(q, sigma, orders);
                         }),
                         {"MTZ19 T4"});
        }
        return known(RenyiCurve([q, sigma](Order order) {
                         return inversion::replaced_gaussian_renyi(q, sigma, order);
                     }),
                     {"Mizan26 S2", "Mizan26 S3"});
    }
    if (const auto* pair = law ? std::get_if<PairLaw>(law) : nullptr) {
        const std::vector<Outcome>& outcomes = pair->pair;
        const RenyiCurve curve = analysis::renyi_of(poisson_sampled(outcomes, q));
        if (pair->from != PairLaw::From::user) {
            if (!whole.renyi.value) return known(curve, {"ZDW22 T11"});
            return known(smaller(curve, poisson_sampled(whole.renyi.value->curve, q)),
                         {"ZDW22 T11", "Mizan26 S1"});
        }
        const RenyiCurve other = analysis::renyi_of(poisson_sampled(reversed(outcomes), q));
        return known(larger(curve, other), {"ZDW22 T11"});
    }
    if (const auto* noise = law ? std::get_if<DiscreteLaplaceLaw>(law) : nullptr) {
        const std::vector<Outcome> outcomes = listed_outcomes(noise->mechanism);
        if (!outcomes.empty()) {
            return known(analysis::renyi_of(poisson_sampled(outcomes, q)),
                         {"Mizan26 DL1", "ZDW22 T11"});
        }
    }
    const auto by_pure = [&](Bracket epsilon) {
        return analysis::renyi_of(poisson_sampled(worst_response(epsilon), q));
    };
    const auto* answer = law ? std::get_if<ResponseLaw>(law) : nullptr;
    if (answer != nullptr && answer->failure.value() == 0) {
        return known(by_pure(answer->epsilon), {"ZDW22 T11"});
    }
    if (!whole.renyi.value) return whole.renyi;
    const RenyiCurve by_curve = poisson_sampled(whole.renyi.value->curve, q);
    std::vector<std::string> theorems = whole.renyi.theorems;
    theorems.emplace_back("Mizan26 S1");
    if (!whole.pure.value) return known(by_curve, theorems);
    theorems.emplace_back("ZDW22 T11");
    const RenyiCurve bound = smaller(by_curve, by_pure(whole.pure.value->epsilon.value()));
    const auto* laplace = law ? std::get_if<LaplaceLaw>(law) : nullptr;
    if (laplace == nullptr || !q.is_exact()) return known(bound, theorems);
    const double scale = laplace->mechanism.noise_multiplier.value();
    const bool is_usual = 0 < scale && scale < infinity;
    return known(is_usual ? sampled_laplace(q.upper, scale, bound) : bound, theorems);
}

}  // namespace mizan
