// SPDX-License-Identifier: Apache-2.0
#include "mizan/law/discrete_laplace.hpp"

#include <algorithm>

#include "mizan/compose/worst_losses.hpp"
#include "mizan/inversion/transform/finite_loss.hpp"
#include "mizan/inversion/transform/laplace_loss.hpp"
#include "mizan/law/one_run.hpp"

namespace mizan {

void DiscreteLaplaceLaw::add_to(Parts& parts, double count) const {
    const double a = mechanism.noise_parameter.value(), k = mechanism.sensitivity.value();
    const std::vector<Outcome> all = listed_outcomes(mechanism);
    if (!all.empty() && mechanism.pure_epsilon().upper < infinity) {
        parts.share({"listed discrete laplace", a, k}, count, [&] {
            return std::make_shared<inversion::FiniteLoss>(compose::losses_of(all));
        });
        return;
    }
    // Between two Laplace noises (Mizan26 DL4): what holds for every epsilon from the one to the
    // other holds for both.
    const Bracket epsilon =
        hull(mechanism.pure_epsilon(), at_most_as_private(mechanism).pure_epsilon());
    parts.add_if_finite(epsilon, count, [&] {
        parts.share({"enclosed discrete laplace", a, k}, count,
                    [&] { return std::make_shared<inversion::LaplaceLoss>(epsilon); });
    });
}

Bracket DiscreteLaplaceLaw::largest_loss(const Directions&) const {
    return mechanism.pure_epsilon();
}

std::optional<ClosedForm> DiscreteLaplaceLaw::closed_form(const Asked& asked) const {
    return ClosedForm{asked_of(mechanism, asked), {"Mizan26 DL1"}};
}

double DiscreteLaplaceLaw::renyi_from_below(Order order) const {
    return std::max(0.0, mechanism.renyi(order).lower);
}

LossRange DiscreteLaplaceLaw::loss_range() const { return loss_range_of(mechanism); }

std::vector<Outcome> DiscreteLaplaceLaw::outcomes(const Directions&) const {
    return listed_outcomes(mechanism);
}

std::optional<PrivacyLoss> DiscreteLaplaceLaw::losses(const Directions&) const {
    std::vector<Outcome> all = listed_outcomes(mechanism);
    if (all.empty()) return std::nullopt;
    return PrivacyLoss(std::move(all));
}

std::optional<EndAtom> DiscreteLaplaceLaw::end_atom(const Directions&) const {
    const Bracket r = exp(-Bracket(mechanism.noise_parameter.value()));
    return EndAtom{mechanism.pure_epsilon(), 1 / (1 + r)};
}

Draw DiscreteLaplaceLaw::draw() const {
    std::vector<Outcome> all = listed_outcomes(mechanism);
    if (all.empty()) return NoDraw{"has too many different outcomes for the game"};
    return all;
}

}  // namespace mizan
