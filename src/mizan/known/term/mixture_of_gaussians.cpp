// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/term/mixture_of_gaussians.hpp"

#include <algorithm>

#include "mizan/inversion/normal_mixture/mixture_pair_loss.hpp"
#include "mizan/inversion/normal_mixture/sampled_gaussian_renyi.hpp"
#include "mizan/sampling/poisson.hpp"

namespace mizan {

namespace {

/// When the law of the mixture is composed, and when a simpler one takes its place.
struct MixtureLimits {
    /// If the farthest shift, in standard deviations, is smaller, it counts as certain: its square
    /// would underflow.
    static constexpr double harmless = 1e-150;
    /// If it is larger, the output shows nearly everything once the record moves the sum: the law
    /// of one shift on a sample says as much.
    static constexpr double hopeless = 20;
    /// If a Rényi divergence is relatively narrower, no second bound is computed.
    static constexpr double sharp = 1e-12;
};

// The shifts of the sum that a record may cause.
std::vector<double> shifts_of(const MixtureOfGaussians& leaf) {
    std::vector<double> shifts;
    for (std::size_t i = 0; i < leaf.sensitivities().size(); ++i) {
        if (leaf.sampling_probs()[i] > 0 && leaf.sensitivities()[i] > 0) {
            shifts.push_back(leaf.sensitivities()[i]);
        }
    }
    return shifts;
}

Law on_samples(double q, double sigma) {
    if (sigma > 0) return SampledGaussianLaw{q, sigma};
    return PairLaw{poisson_sampled({{1, 0, infinity}, {0, 1, -infinity}}, q),
                   PairLaw::From::records};
}

// The Rényi curve by the moments of the loss, K(α - 1) = (α - 1) D_α, in the worse direction. At
// high orders two bounds agree. Convexity gives the rest.
RenyiCurve curve_of(const MixtureOfGaussians& leaf) {
    const MixedNormals pair = leaf.pair();
    const double sigma = leaf.standard_deviation().value();
    return RenyiCurve([leaf, there = inversion::mixture_pair_loss(pair, sigma),
                       back = inversion::mixture_pair_loss(pair.swapped(), sigma)](Order order) {
        const double c = order.value() - 1, limit = leaf.renyi(order).upper;
        if (c == 0 || c == infinity) return Bracket(0, limit);
        Bracket found = leaf.renyi_at_once(order);
        if (!(found.width() <= MixtureLimits::sharp * found.upper)) {
            found = intersect(found, max(0, there->log_moment(c) / c));
        }
        if (!(leaf.renyi_of_added(order) <= found.lower)) {
            found = max(found, back->log_moment(c) / c);
        }
        return Bracket(std::min(found.lower, limit), std::min(found.upper, limit));
    });
}

// A record that moves the sum by one shift or not at all is a record on a sample.
void know_sample(KnownPart& part, Bracket q, Bracket sigma) {
    part.worst = on_samples(q.upper, sigma.lower);
    part.attained = on_samples(q.lower, sigma.upper);
    if (!(sigma.lower > 0)) return;
    part.renyi = {RenyiDP{RenyiCurve([q, sigma](std::span<const Order> orders) {
                      return inversion::sampled_gaussian_renyi(q, sigma, orders);
                  })},
                  "",
                  {"MTZ19 T4"}};
}

}  // namespace

// More noise turns the farthest shift into any of the others, so the farthest one bounds them all.
void know(TermReading& reading, const MixtureOfGaussians& leaf) {
    KnownPart& part = reading.part;
    part.name = MixtureOfGaussians::name;
    const Bracket far = leaf.farthest(), q = leaf.moves();
    know(part, GDP{Mu{(reading.size * far).upper}});
    part.worst = GaussianLaw{reading.size * far};
    part.shown = std::min(1.0, (reading.size * q).upper);
    const bool is_sure = far.upper == 0 || leaf.moves_surely();
    if (is_sure) part.attained = part.worst;
    if (reading.size > 1 || far.upper < MixtureLimits::harmless || is_sure) return;
    const auto [least, most] = std::ranges::minmax(shifts_of(leaf));
    const bool is_sample = least == most && q.upper < 1;
    if (is_sample) return know_sample(part, q, leaf.standard_deviation().value() / Bracket(most));
    if (far.upper > MixtureLimits::hopeless) {
        if (q.upper == 1) return;
        part.worst = on_samples(q.upper, (1 / Bracket(far.upper)).lower);
        part.worst_by = {"Mizan26 MG1"};
        return;
    }
    part.renyi = {RenyiDP{curve_of(leaf)}, "", {"EH14 T13a", "Mizan26 L7"}};
    part.worst = part.attained = MixtureLaw{leaf};
    part.worst_by = {"CGST23 mixtures"};
}

}  // namespace mizan
