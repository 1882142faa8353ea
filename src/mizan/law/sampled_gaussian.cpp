// SPDX-License-Identifier: Apache-2.0
#include "mizan/law/sampled_gaussian.hpp"

#include <algorithm>

#include "mizan/inversion/normal_mixture/grouped_gaussian_loss.hpp"
#include "mizan/inversion/normal_mixture/grouped_gaussian_renyi.hpp"
#include "mizan/inversion/normal_mixture/replaced_gaussian_loss.hpp"
#include "mizan/inversion/normal_mixture/replaced_gaussian_renyi.hpp"
#include "mizan/inversion/normal_mixture/sampled_gaussian_loss.hpp"
#include "mizan/inversion/normal_mixture/sampled_gaussian_renyi.hpp"
#include "mizan/law/mixed_normals_law.hpp"

namespace mizan {

Asymmetry SampledGaussianLaw::asymmetry() const {
    if (is_replaced()) return {};
    if (people == 1) return {Asymmetry::Of::record};
    return {Asymmetry::Of::counted_group, people, drawn == Drawn::at_least};
}

void SampledGaussianLaw::add_to(Parts& parts, double count) const {
    if (sigma <= hopeless_noise) {
        parts.add_shown(Bracket(0, std::min(1.0, shown_at_most())), count);
    } else if (people > 1) {
        const int added = is_replaced() ? people : parts.directions().added;
        const GroupChange change{is_replaced() ? people : people - added, added, drawn};
        parts.share({"grouped gaussian", q, sigma, static_cast<double>(change.removed),
                     static_cast<double>(added)},
                    count, [&] { return inversion::grouped_gaussian_loss(q, sigma, change); });
        if (const Bracket lost = grouped_sample(q, change).lost; lost.upper > 0) {
            parts.add_shown(lost, count);
        }
    } else if (is_replaced()) {
        parts.share({"replaced gaussian", q, sigma}, count,
                    [&] { return inversion::replaced_gaussian_loss(q, sigma); });
    } else {
        parts.share({"sampled gaussian", q, sigma}, count,
                    [&] { return inversion::sampled_gaussian_loss(q, sigma, parts.direction()); });
    }
}

Bracket SampledGaussianLaw::largest_loss(const Directions& directions) const {
    const bool is_added = people > 1 ? directions.added == people : directions.records_backward;
    const bool is_bounded = is_added && !is_replaced();
    return is_bounded ? people * -log1p(-Bracket(q)) : infinity;
}

std::optional<analysis::ProfilePair> SampledGaussianLaw::profiles() const {
    if (people > 1) return std::nullopt;
    if (const auto gaussian = whole()) {
        return analysis::on_samples(
            analysis::alike([law = *gaussian](Epsilon epsilon) { return law.delta(epsilon); }), q);
    }
    return analysis::alike(profile_of(grouped_sample(q, {1, 1}), sigma));
}

std::optional<GaussianLaw> SampledGaussianLaw::whole() const {
    if (is_replaced() || people > 1) return std::nullopt;
    return GaussianLaw{1 / Bracket(sigma)};
}

std::optional<ClosedForm> SampledGaussianLaw::closed_form(const Asked& asked) const {
    if (whole()) return std::nullopt;  // whose law says more
    std::vector<MixedNormals> pairs;
    for (const GroupChange change : changes()) pairs.push_back(grouped_sample(q, change));
    const auto found = asked_of(pairs, sigma, asked);
    if (!found) return std::nullopt;
    return ClosedForm{*found, {people > 1 ? "Mizan26 S6" : "Mizan26 S2"}, true};
}

double SampledGaussianLaw::renyi_from_below(Order order) const {
    if (people > 1) {  // all of them removed, or all replaced
        const int added = is_replaced() ? people : 0;
        return inversion::grouped_gaussian_renyi(q, sigma, {people, added}, order).lower;
    }
    return is_replaced() ? inversion::replaced_gaussian_renyi(q, sigma, order).lower
                         : inversion::sampled_gaussian_renyi(q, sigma, order).lower;
}

std::vector<GroupChange> SampledGaussianLaw::changes() const {
    if (is_replaced()) return {{people, people, drawn}};
    std::vector<GroupChange> all;
    for (int added = 0; added <= people; ++added) all.push_back({people - added, added, drawn});
    return all;
}

}  // namespace mizan
