// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/finite_laws.hpp"

namespace mizan::analysis {

namespace {

constexpr double most_runs = 4096;
constexpr std::size_t most_atoms = 16384;

struct OneRun {
    Directions directions;

    std::optional<PrivacyLoss> operator()(const ResponseLaw& law) const {
        const Bracket shown = law.failure.value(), kept = 1 - shown, e = law.epsilon;
        if (e.upper == infinity) return std::nullopt;
        const Bracket high = kept / (1 + exp(-e)), low = kept * exp(-e) / (1 + exp(-e));
        std::vector<Outcome> all{{high, low, e}, {low, high, -e}};
        if (shown.upper > 0) {
            all.push_back({shown, 0, infinity});
            all.push_back({0, shown, -infinity});
        }
        return PrivacyLoss(std::move(all));
    }
    std::optional<PrivacyLoss> operator()(const PairLaw& law) const {
        return PrivacyLoss(law.outcomes(directions));
    }
    std::optional<PrivacyLoss> operator()(const DiscreteLaplaceLaw& law) const {
        std::vector<Outcome> all = listed_outcomes(law.mechanism);
        if (all.empty()) return std::nullopt;
        return PrivacyLoss(std::move(all));
    }
    template <class Other>
    std::optional<PrivacyLoss> operator()(const Other&) const {
        return std::nullopt;
    }
};

}  // namespace

std::optional<PrivacyLoss> finite_loss(const std::vector<RepeatedLaw>& laws,
                                       Directions directions) {
    PrivacyLoss composed(std::vector<Outcome>{{1, 1, 0}});
    double runs = 0;
    for (const auto& [law, count] : laws) {
        const auto one = std::visit(OneRun{directions}, law);
        runs += count;
        if (!one || runs > most_runs) return std::nullopt;
        for (double run = 0; run < count; ++run) {
            if (composed.atoms().size() * one->atoms().size() > most_atoms) return std::nullopt;
            composed = composed + *one;
        }
    }
    return composed;
}

}  // namespace mizan::analysis
