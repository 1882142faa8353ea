// SPDX-License-Identifier: Apache-2.0
#include "mizan/law/sampled_laplace.hpp"

#include <algorithm>

#include "mizan/inversion/transform/sampled_laplace_loss.hpp"
#include "mizan/sampling/sampled_laplace_cells.hpp"

namespace mizan {

void SampledLaplaceLaw::add_to(Parts& parts, double count) const {
    const double scale = mechanism.noise_multiplier.value();
    parts.share({"sampled laplace", q, scale}, count,
                [&] { return inversion::sampled_laplace_loss(q, scale, parts.direction()); });
}

Bracket SampledLaplaceLaw::largest_loss(const Directions& directions) const {
    const Bracket epsilon = mechanism.pure_epsilon(), drawn = q;
    return directions.records_backward ? -log1p(drawn * expm1(-epsilon))
                                       : log1p(drawn * expm1(epsilon));
}

std::optional<analysis::ProfilePair> SampledLaplaceLaw::profiles() const {
    return analysis::on_samples(
        analysis::alike([noise = mechanism](Epsilon epsilon) { return noise.delta(epsilon); }), q);
}

std::optional<TwoAtoms> SampledLaplaceLaw::two_atoms(const Directions& directions) const {
    // Without the record the output lies outside of the two answers with probability 1/2 and
    // e^{-e}/2.
    const Bracket e = mechanism.pure_epsilon(), drawn = q;
    const Bracket few = log1p(drawn * expm1(-e)), many = log1p(drawn * expm1(e));
    if (directions.records_backward) return TwoAtoms{-few, 0.5, -many, exp(-e) / 2};
    return TwoAtoms{many, exp(many - e) / 2, few, exp(few) / 2};
}

// The largest loss belongs to every output beyond 1 (with the record) or below 0 (without it).
std::optional<EndAtom> SampledLaplaceLaw::end_atom(const Directions& directions) const {
    const Bracket epsilon = mechanism.pure_epsilon(), drawn = q;
    if (directions.records_backward) return EndAtom{-log1p(drawn * expm1(-epsilon)), 0.5};
    return EndAtom{log1p(drawn * expm1(epsilon)), ((1 - drawn) * exp(-epsilon) + drawn) / 2};
}

bool SampledLaplaceLaw::has_cells(double runs) const {
    const Bracket epsilon = mechanism.pure_epsilon();
    return runs <= CellLimits::most_runs && CellLimits::least_loss < epsilon.lower &&
           epsilon.upper < CellLimits::most_loss && CellLimits::least_loss < q &&
           q < 1 - CellLimits::least_rest;
}

Enclosure SampledLaplaceLaw::cells(double runs) const {
    const auto count =
        static_cast<std::size_t>(std::min(CellLimits::most_cells, CellLimits::most_points / runs));
    SampledLaplaceCells found = sampled_laplace_cells(q, mechanism.pure_epsilon(), count);
    return {std::move(found.above), std::move(found.below)};
}

}  // namespace mizan
