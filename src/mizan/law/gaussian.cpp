// SPDX-License-Identifier: Apache-2.0
#include "mizan/law/gaussian.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/convert/gdp_to_approximate.hpp"
#include "mizan/mechanism/gaussian.hpp"
#include "mizan/numeric/normal.hpp"

namespace mizan {

void GaussianLaw::add_to(Parts& parts, double count) const {
    // Each function holds so little that it needs no memory of its own.
    if (const auto noise = noise_beyond_doubles()) {
        parts.add_gaussian(
            mu, [noise = *noise] { return 1 / Precise(noise); }, count);
    } else {
        parts.add_gaussian(
            mu, [mu = mu] { return Precise(mu); }, count);
    }
}

Bracket GaussianLaw::largest_loss(const Directions&) const {
    return mu.upper == 0 ? Bracket(0) : Bracket(mu.lower > 0 ? infinity : 0, infinity);
}

Bracket GaussianLaw::delta(Epsilon epsilon) const {
    return {gdp_to_delta(GDP{Mu{mu.lower}}, epsilon).lower,
            gdp_to_delta(GDP{Mu{mu.upper}}, epsilon).upper};
}

std::optional<ClosedForm> GaussianLaw::closed_form(const Asked& asked) const {
    const auto at = [&](double value) {
        const GDP gdp{Mu{value}};
        return asked.delta() ? gdp_to_epsilon(gdp, *asked.delta())
                             : gdp_to_delta(gdp, *asked.epsilon());
    };
    return ClosedForm{{at(mu.lower).lower, at(mu.upper).upper}, {"BW18 T8"}, true};
}

Bracket GaussianLaw::tradeoff(Probability rate) const {
    // N(0, σ²) against N(1, σ²) with σ = 1/μ.
    const auto noise = [](double shift) { return shift > 0 ? 1 / Bracket(shift) : infinity; };
    return {Gaussian{noise(mu.upper).lower}.tradeoff(rate).lower,
            Gaussian{noise(mu.lower).upper}.tradeoff(rate).upper};
}

double GaussianLaw::renyi_from_below(Order order) const {
    // N(0, σ²) against N(1, σ²) with σ = 1/μ, rounded so that it is at least as private as the
    // bracket.
    const Gaussian more_private{.noise_multiplier =
                                    mu.lower > 0 ? (1 / Bracket(mu.lower)).upper : infinity};
    return std::max(0.0, more_private.renyi(order).lower);
}

LossRange GaussianLaw::loss_range() const {
    const double most = mu.upper, reach = LossRange::deviations * most;
    const double mean = most * most / 2;
    return {mean - reach, mean + reach, most == infinity};
}

Bracket GaussianLaw::loss_cdf(double loss) const {
    // The loss is N(mu²/2, mu²), for every mu in its bracket.
    if (mu.upper == 0) return loss >= 0 ? 1 : 0;
    return normal::tail(mu / 2 - loss / mu);
}

std::optional<EndAtom> GaussianLaw::end_atom(const Directions&) const {
    if (mu.upper > 0) return std::nullopt;
    return EndAtom{0, 1};
}

std::optional<SureLoss> GaussianLaw::sure_loss(const Directions&) const {
    if (mu.upper > 0) return std::nullopt;
    return SureLoss{0, 0};
}

Draw GaussianLaw::draw() const {
    const double shift = mu.middle();
    if (std::isinf(shift)) return everything_shown();
    return NormalDraw{shift};
}

std::optional<double> GaussianLaw::noise_beyond_doubles() const {
    return mu.is_exact() ? std::nullopt : sigma;
}

Precise GaussianLaw::precise_mu() const {
    const auto noise = noise_beyond_doubles();
    return noise ? 1 / Precise(*noise) : Precise(mu);
}

}  // namespace mizan
