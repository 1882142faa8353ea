// SPDX-License-Identifier: Apache-2.0
#include "mizan/engine/loss_atoms.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "mizan/numeric/binomial.hpp"

namespace mizan::analysis {

namespace {

// Rarer atoms make no kink that matters. More runs, or more atoms, take long to list.
constexpr double least_mass = 1e-12, most_runs = 0x1p16;
constexpr std::size_t most_atoms = 2048;

// C(n, k) a^k b^(n-k) = (a + b)^n Pr[K = k], where K has the odds a/b. As a function of the odds
// this has one peak, so that it is least at one end of their bracket.
compose::Atoms repeated(const TwoAtoms& one, double runs) {
    const Bracket log_odds = log(one.high_mass) - log(one.low_mass);
    const Bracket log_all = runs * log(one.high_mass + one.low_mass);
    compose::Atoms all;
    for (double k = 0; k <= runs; ++k) {
        const double log_share = std::min(binomial::log_mass({runs, log_odds.lower}, k).lower,
                                          binomial::log_mass({runs, log_odds.upper}, k).lower);
        const double mass = exp(log_all + log_share).lower;
        // Equally many losses of both signs cancel exactly.
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
    std::ranges::stable_sort(atoms, std::greater{},
                             [](const compose::Atom& atom) { return atom.probability.lower; });
    atoms.erase(atoms.begin() + most_atoms, atoms.end());
}

}  // namespace

compose::Atoms loss_atoms(const Laws& laws, Directions directions) {
    compose::Atoms all{{1, 0}};
    for (const auto& [law, count] : laws) {
        const auto one = two_atoms(law, directions);
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
    std::ranges::stable_sort(all, {}, [](const compose::Atom& atom) { return atom.loss.lower; });
    return all;
}

}  // namespace mizan::analysis
