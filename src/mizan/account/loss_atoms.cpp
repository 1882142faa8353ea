// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/loss_atoms.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "mizan/numeric/binomial.hpp"

namespace mizan::analysis {

namespace {

constexpr double least_mass = 1e-12, most_runs = 0x1p16;
constexpr std::size_t most_atoms = 2048;

// Two losses of one run, with their probabilities, which may leave something for others.
struct TwoAtoms {
    Bracket high, high_mass, low, low_mass;
    bool is_symmetric = false;  // low is -high, not only its bracket
};

struct AtomsOfLaw {
    Directions directions;

    std::optional<TwoAtoms> operator()(const LaplaceLaw& law) const {
        const Bracket e = law.mechanism.pure_epsilon();
        return TwoAtoms{e, 0.5, -e, exp(-e) / 2, true};
    }
    std::optional<TwoAtoms> operator()(const ResponseLaw& law) const {
        const Bracket e = law.epsilon, kept = 1 - Bracket(law.failure.value());
        return TwoAtoms{e, kept / (1 + exp(-e)), -e, kept * exp(-e) / (1 + exp(-e)), true};
    }
    std::optional<TwoAtoms> operator()(const SampledLaplaceLaw& law) const {
        // Without the record the noise is beyond the two answers with probability 1/2 and e^{-e}/2.
        const Bracket e = law.mechanism.pure_epsilon(), q = law.q;
        const Bracket few = log1p(q * expm1(-e)), many = log1p(q * expm1(e));
        if (directions.records_backward) return TwoAtoms{-few, 0.5, -many, exp(-e) / 2};
        return TwoAtoms{many, exp(many - e) / 2, few, exp(few) / 2};
    }
    std::optional<TwoAtoms> operator()(const PairLaw& law) const {
        const std::vector<Outcome> pair = law.outcomes(directions);
        if (pair.size() != 2) return std::nullopt;
        return TwoAtoms{pair[0].log_ratio, pair[0].p, pair[1].log_ratio, pair[1].p};
    }
    template <class Other>
    std::optional<TwoAtoms> operator()(const Other&) const {
        return std::nullopt;
    }
};

// C(n, k) a^k b^(n-k) = (a + b)^n Pr[K = k], where K has the odds a/b. As a function of the odds that
// has one peak, so that it is least at an end of what is known of them.
compose::Atoms repeated(const TwoAtoms& one, double runs) {
    const Bracket log_odds = log(one.high_mass) - log(one.low_mass);
    const Bracket log_all = runs * log(one.high_mass + one.low_mass);
    compose::Atoms all;
    for (double k = 0; k <= runs; ++k) {
        const double log_share = std::min(binomial::log_mass({runs, log_odds.lower}, k).lower,
                                          binomial::log_mass({runs, log_odds.upper}, k).lower);
        const double mass = exp(log_all + log_share).lower;
        // As many of the one as of the other cancel exactly.
        const Bracket loss =
            one.is_symmetric ? (2 * k - runs) * one.high : k * one.high + (runs - k) * one.low;
        if (mass > least_mass) all.push_back({{mass, 1}, loss});
    }
    return all;
}

void keep_heaviest(compose::Atoms& atoms) {
    std::erase_if(atoms,
                  [](const compose::Atom& atom) { return !(atom.probability.lower > least_mass); });
    if (atoms.size() <= most_atoms) return;
    std::ranges::nth_element(atoms, atoms.begin() + most_atoms, std::greater{},
                             [](const compose::Atom& atom) { return atom.probability.lower; });
    atoms.erase(atoms.begin() + most_atoms, atoms.end());
}

}  // namespace

compose::Atoms loss_atoms(const std::vector<RepeatedLaw>& laws, Directions directions) {
    compose::Atoms all{{1, 0}};
    for (const auto& [law, count] : laws) {
        const auto one = std::visit(AtomsOfLaw{directions}, law);
        const bool is_known = one && count <= most_runs && one->low_mass.lower > 0 &&
                              one->high_mass.lower > 0 && std::isfinite(one->high.upper) &&
                              std::isfinite(one->low.lower);
        if (!is_known) return {};
        compose::Atoms both;
        const compose::Atoms some = repeated(*one, count);
        if (all.size() * some.size() > most_atoms * most_atoms) return {};
        for (const compose::Atom& x : all) {
            for (const compose::Atom& y : some) {
                both.push_back({x.probability * y.probability, x.loss + y.loss});
            }
        }
        keep_heaviest(both);
        all = std::move(both);
    }
    std::ranges::sort(all, {}, [](const compose::Atom& atom) { return atom.loss.lower; });
    return all;
}

}  // namespace mizan::analysis
