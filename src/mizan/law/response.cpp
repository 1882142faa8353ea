// SPDX-License-Identifier: Apache-2.0
#include "mizan/law/response.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/compose/basic.hpp"
#include "mizan/compose/worst_losses.hpp"
#include "mizan/convert/pure_to_renyi.hpp"
#include "mizan/inversion/line/precise_responses.hpp"
#include "mizan/inversion/profile/root_of_curve.hpp"
#include "mizan/inversion/transform/response_loss.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"

namespace mizan {

void ResponseLaw::add_to(Parts& parts, double count) const {
    const auto add = [&](Bracket size, const inversion::Precisely& precisely) {
        // Responses with different p may have the same bracket of epsilon, and still not the same
        // epsilon.
        parts.share(
            {"response", size.lower, size.upper, failure.value(), p.value_or(0)}, count, [&] {
                return std::make_shared<inversion::ResponseLoss>(size, failure.value(), precisely);
            });
    };
    parts.add_if_finite(epsilon, count, [&] { add(epsilon, precise_epsilon()); });
    if (epsilon.upper == 0 && failure.value() > 0) add(0, [] { return Precise(0); });
}

Bracket ResponseLaw::largest_loss(const Directions&) const {
    return failure.value() > 0 ? Bracket(infinity) : epsilon;
}

Bracket ResponseLaw::tradeoff(Probability rate) const {
    const Bracket kept = 1 - Bracket(failure.value()), x = rate.value();
    const Bracket few = x == Bracket(0.0) ? kept : kept - exp(epsilon) * x;
    return max(0, max(few, exp(-epsilon) * (kept - x)));
}

double ResponseLaw::renyi_from_below(Order order) const {
    if (failure.value() > 0) return infinity;
    return std::max(0.0, pure_to_renyi(PureDP{Epsilon{epsilon.lower}}, order).lower);
}

std::vector<Outcome> ResponseLaw::outcomes(const Directions&) const {
    const Bracket shown = failure.value(), kept = 1 - shown;
    if (epsilon.upper == infinity) return everything_shown();
    const Bracket even = kept / (1 + exp(-epsilon)), odd = kept / (1 + exp(epsilon));
    std::vector<Outcome> all{{even, odd, epsilon}, {odd, even, -epsilon}};
    if (shown.upper > 0) {
        all.push_back({shown, 0, infinity});
        all.push_back({0, shown, -infinity});
    }
    return all;
}

std::optional<TwoAtoms> ResponseLaw::two_atoms(const Directions&) const {
    const Bracket e = epsilon, kept = 1 - Bracket(failure.value());
    return TwoAtoms{e, kept / (1 + exp(-e)), -e, kept * exp(-e) / (1 + exp(-e)), true};
}

std::optional<PrivacyLoss> ResponseLaw::losses(const Directions& directions) const {
    if (epsilon.upper == infinity) return std::nullopt;
    const auto [high, high_mass, low, low_mass, is_symmetric] = *two_atoms(directions);
    std::vector<Outcome> all{{high_mass, low_mass, high}, {low_mass, high_mass, low}};
    const Bracket shown = failure.value();
    if (shown.upper > 0) {
        all.push_back({shown, 0, infinity});
        all.push_back({0, shown, -infinity});
    }
    return PrivacyLoss(std::move(all));
}

std::optional<EndAtom> ResponseLaw::end_atom(const Directions&) const {
    const Bracket shown = failure.value();
    return EndAtom{epsilon, (1 - shown) / (1 + exp(-epsilon)), shown};
}

std::optional<SureLoss> ResponseLaw::sure_loss(const Directions&) const {
    const Bracket shown = failure.value();
    return SureLoss{epsilon, shown + (1 - shown) / (1 + exp(epsilon))};
}

RepeatedLosses ResponseLaw::repeated_losses(compose::Side side, double count,
                                            double negligible) const {
    const Epsilon end{side == compose::Side::pessimistic ? epsilon.upper : epsilon.lower};
    return {compose::worst_losses(ApproxDP{end, Delta{0.0}}),
            compose::worst_losses(end, count, negligible),
            compose::failure_probability({{{end, failure}, count}})};
}

// By the exact sum over the number of responses that are true.
std::optional<Bracket> ResponseLaw::precisely(double count, const Asked& asked,
                                              Bracket known) const {
    const auto curve =
        inversion::PreciseResponses::build(precise_epsilon()(), failure.value(), count);
    if (!curve) return std::nullopt;
    if (asked.epsilon()) return curve->delta(asked.epsilon()->value());
    const double never = -plain::expm1(count * plain::log1p(-failure.value()));
    return inversion::narrowest_epsilon(*curve, known, asked.delta()->value(), never);
}

std::function<Precise()> ResponseLaw::precise_epsilon() const {
    if (!p || epsilon.is_exact()) {
        return [epsilon = epsilon] { return Precise(epsilon); };
    }
    return [p = *p] {
        const Precise odds = Precise(p) / (1 - Precise(p));
        return p >= 0.5 ? log(odds) : -log(odds);
    };
}

}  // namespace mizan
