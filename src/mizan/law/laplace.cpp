// SPDX-License-Identifier: Apache-2.0
#include "mizan/law/laplace.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/inversion/transform/laplace_loss.hpp"
#include "mizan/law/one_run.hpp"

namespace mizan {

void LaplaceLaw::add_to(Parts& parts, double count) const {
    const Bracket epsilon = mechanism.pure_epsilon();
    const double noise = mechanism.noise_multiplier.value();
    parts.add_if_finite(epsilon, count, [&] {
        parts.share({"laplace", noise}, count, [&] {
            return std::make_shared<inversion::LaplaceLoss>(epsilon,
                                                            [noise] { return 1 / Precise(noise); });
        });
    });
}

Bracket LaplaceLaw::largest_loss(const Directions&) const { return mechanism.pure_epsilon(); }

std::optional<ClosedForm> LaplaceLaw::closed_form(const Asked& asked) const {
    return ClosedForm{asked_of(mechanism, asked), {"BBG18 Laplace"}};
}

double LaplaceLaw::renyi_from_below(Order order) const {
    return std::max(0.0, mechanism.renyi(order).lower);
}

LossRange LaplaceLaw::loss_range() const { return loss_range_of(mechanism); }

std::optional<TwoAtoms> LaplaceLaw::two_atoms(const Directions&) const {
    const Bracket e = mechanism.pure_epsilon();
    return TwoAtoms{e, 0.5, -e, exp(-e) / 2, true};
}

std::optional<EndAtom> LaplaceLaw::end_atom(const Directions&) const {
    return EndAtom{mechanism.pure_epsilon(), 0.5};
}

SpreadLosses LaplaceLaw::spread_losses() const {
    const Bracket end = mechanism.pure_epsilon(), half = 0.5;
    return {end, 0.25, {{half, end}, {half * exp(-end), -end}}};
}

// One run (BBG18 Laplace): δ = 1 - e^{(ε - ε₀)/2}.
std::optional<Bracket> LaplaceLaw::precisely(double count, const Asked& asked, Bracket) const {
    if (count != 1) return std::nullopt;
    const Precise epsilon0 = 1 / Precise(mechanism.noise_multiplier.value());
    if (const Epsilon* epsilon = asked.epsilon()) {
        return max(0, (1 - exp((epsilon->value() - epsilon0) / 2)).bracket());
    }
    return max(0, (epsilon0 + 2 * log(1 - Precise(asked.delta()->value()))).bracket());
}

Draw LaplaceLaw::draw() const {
    const double shift = mechanism.pure_epsilon().middle();
    if (std::isinf(shift)) return everything_shown();
    return LaplaceDraw{shift};
}

}  // namespace mizan
