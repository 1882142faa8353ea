// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/law.hpp"

namespace mizan {

namespace {

struct Listed {
    template <class Noise>
    std::vector<Outcome> operator()(const DiscreteLaw<Noise>& law) const {
        return listed_outcomes(law.mechanism);
    }
    template <class Other>
    std::vector<Outcome> operator()(const Other&) const {
        return {};
    }
};

}  // namespace

Precise precise_mu(const GaussianLaw& law) {
    return law.sigma && !law.mu.is_exact() ? 1 / Precise(*law.sigma) : Precise(law.mu);
}

std::function<Precise()> precise_epsilon(const ResponseLaw& law) {
    if (!law.p || law.epsilon.is_exact()) {
        return [epsilon = law.epsilon] { return Precise(epsilon); };
    }
    return [p = *law.p] {
        const Precise odds = Precise(p) / (1 - Precise(p));
        return p >= 0.5 ? log(odds) : -log(odds);
    };
}

std::vector<Outcome> listed_outcomes(const Law& law) { return std::visit(Listed{}, law); }

bool is_gaussian(const std::optional<Law>& law) {
    return law && std::holds_alternative<GaussianLaw>(*law);
}

int people_of(const Law& law) {
    const auto* gaussian = std::get_if<SampledGaussianLaw>(&law);
    return gaussian == nullptr ? 1 : gaussian->people;
}

std::vector<GroupChange> changes_of(const SampledGaussianLaw& law) {
    if (is_replaced_on_samples(law)) return {{law.people, law.people, law.drawn}};
    std::vector<GroupChange> all;
    for (int added = 0; added <= law.people; ++added) {
        all.push_back({law.people - added, added, law.drawn});
    }
    return all;
}

bool is_sampled(const Law& law) {
    return std::holds_alternative<SampledGaussianLaw>(law) ||
           std::holds_alternative<SampledLaplaceLaw>(law) ||
           std::holds_alternative<MixtureLaw>(law);
}

bool is_replaced_on_samples(const Law& law) {
    const auto* gaussian = std::get_if<SampledGaussianLaw>(&law);
    return gaussian != nullptr && gaussian->record == SampledGaussianLaw::Record::replaced;
}

}  // namespace mizan
