// SPDX-License-Identifier: Apache-2.0
#include "mizan/law/discrete_gaussian.hpp"

#include <algorithm>

#include "mizan/compose/worst_losses.hpp"
#include "mizan/inversion/transform/discrete_gaussian_loss.hpp"
#include "mizan/inversion/transform/finite_loss.hpp"
#include "mizan/law/one_run.hpp"

namespace mizan {

namespace {

// Adds losses to the infinite ones that are `rarely` as likely as these. The likeliest outcomes of
// the other distribution are such losses, and lie so far from all others that no lattice would hold
// both.
compose::Atoms without_rare(compose::Atoms atoms) {
    constexpr double rarely = 1e-30;
    Bracket shown = 0;
    for (const auto& [probability, loss] : atoms) {
        if (loss.lower == infinity) shown += probability;
    }
    const double rare = rarely * shown.upper;
    double folded = 0;
    std::erase_if(atoms, [&](const compose::Atom& atom) {
        const bool is_rare = atom.probability.upper <= rare;
        if (is_rare) folded = (Bracket(folded) + atom.probability.upper).upper;
        return is_rare || atom.loss.lower == infinity;
    });
    if (shown.upper > 0) {
        atoms.push_back({{shown.lower, (Bracket(shown.upper) + folded).upper}, infinity});
    }
    return atoms;
}

}  // namespace

void DiscreteGaussianLaw::add_to(Parts& parts, double count) const {
    const double sigma = mechanism.sigma.value(), k = mechanism.sensitivity.value();
    const bool has_packets = sigma >= least_with_packets;
    const bool is_listed = parts.few_steps() == Parts::FewSteps::listed || !has_packets;
    const std::vector<Outcome> all =
        is_listed ? listed_outcomes(mechanism) : std::vector<Outcome>{};
    if (!all.empty()) {
        parts.share({.kind = "listed discrete gaussian",
                     .first = sigma,
                     .second = k,
                     .has_packets = has_packets},
                    count, [&] {
                        return std::make_shared<inversion::FiniteLoss>(
                            without_rare(compose::losses_of(all)));
                    });
        return;
    }
    // Noise with so few steps and without a list is moved so far that all but everything is shown.
    parts.add_if_finite(has_packets ? square(k / Bracket(sigma)) : Bracket(0, infinity), count,
                        [&] {
                            parts.share({"discrete gaussian", sigma, k}, count, [&] {
                                return std::make_shared<inversion::DiscreteGaussianLoss>(sigma, k);
                            });
                        });
}

Bracket DiscreteGaussianLaw::largest_loss(const Directions&) const {
    return mechanism.pure_epsilon();
}

std::optional<ClosedForm> DiscreteGaussianLaw::closed_form(const Asked& asked) const {
    return ClosedForm{asked_of(mechanism, asked), {"CKS20 profile"}, true};
}

double DiscreteGaussianLaw::renyi_from_below(Order order) const {
    return std::max(0.0, mechanism.renyi(order).lower);
}

LossRange DiscreteGaussianLaw::loss_range() const { return loss_range_of(mechanism); }

std::vector<Outcome> DiscreteGaussianLaw::outcomes(const Directions&) const {
    return listed_outcomes(mechanism);
}

Draw DiscreteGaussianLaw::draw() {
    return NoDraw{
        "has no end of different outcomes; the game has none such but gaussian and laplace"};
}

}  // namespace mizan
