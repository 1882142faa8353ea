// SPDX-License-Identifier: Apache-2.0
#include "mizan/law/pair.hpp"

#include <algorithm>

#include "mizan/compose/worst_losses.hpp"
#include "mizan/divergence/neyman_pearson.hpp"
#include "mizan/inversion/transform/finite_loss.hpp"

namespace mizan {

Asymmetry PairLaw::asymmetry() const {
    if (is_symmetric(pair)) return {};
    switch (from) {
        case From::user:
            return {Asymmetry::Of::user_pair};
        case From::records:
            return {Asymmetry::Of::record};
        case From::group:
            return {Asymmetry::Of::group};
    }
    throw InternalError("internal error: a pair from nowhere");
}

void PairLaw::add_to(Parts& parts, double count) const {
    const auto atoms = compose::losses_of(outcomes(parts.directions()));
    const bool shows_nothing = std::ranges::all_of(
        atoms, [](const compose::Atom& atom) { return atom.loss == Bracket(0); });
    if (shows_nothing) return;
    parts.add(std::make_shared<inversion::FiniteLoss>(atoms), count);
}

Bracket PairLaw::largest_loss(const Directions& directions) const {
    Bracket largest = 0;
    for (const auto& [probability, loss] : compose::losses_of(outcomes(directions))) {
        if (probability.lower > 0) {
            largest = max(largest, loss);
        } else if (probability.upper > 0) {
            largest = hull(largest, max(largest, loss));
        }
    }
    return largest;
}

Bracket PairLaw::tradeoff(Probability rate) const {
    return min(best_test(pair, rate), best_test(reversed(pair), rate));
}

double PairLaw::renyi_from_below(Order order) const {
    // An outcome that may have probability 0 is left out of the attained law.
    const auto least = [&](std::vector<Outcome> outcomes) {
        std::erase_if(outcomes, [](const Outcome& each) {
            return each.p.lower <= 0 && each.log_ratio.upper == infinity;
        });
        return renyi_divergence(outcomes, order).lower;
    };
    return std::max({0.0, least(pair), least(reversed(pair))});
}

std::vector<Outcome> PairLaw::outcomes(const Directions& directions) const {
    const bool backward =
        from == From::user ? directions.user_backward : directions.records_backward;
    return backward ? reversed(pair) : pair;
}

std::optional<PrivacyLoss> PairLaw::losses(const Directions& directions) const {
    return PrivacyLoss(outcomes(directions));
}

std::optional<TwoAtoms> PairLaw::two_atoms(const Directions& directions) const {
    const std::vector<Outcome> both = outcomes(directions);
    if (both.size() != 2) return std::nullopt;
    return TwoAtoms{both[0].log_ratio, both[0].p, both[1].log_ratio, both[1].p};
}

std::optional<EndAtom> PairLaw::end_atom(const Directions& directions) const {
    EndAtom end{-infinity, 0};
    for (const auto& [probability, loss] : compose::losses_of(outcomes(directions))) {
        if (loss.lower == infinity) {
            end.infinite += probability;
        } else if (loss.lower > end.loss.upper) {
            end.loss = loss;
            end.mass = probability;
        } else if (loss.upper >= end.loss.lower) {
            return std::nullopt;  // it is not known which is larger
        }
    }
    return end;
}

double PairLaw::shown_at_most() const {
    Bracket sum = 0;
    for (const auto& [p, q, log_ratio] : pair) {
        if (log_ratio.upper > 0) sum += p.upper * -expm1(-Bracket(log_ratio.upper));
    }
    return sum.upper;
}

}  // namespace mizan
