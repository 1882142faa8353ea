// SPDX-License-Identifier: Apache-2.0
#include "mizan/engine/finite_losses.hpp"

namespace mizan::analysis {

namespace {

// So many runs are added up within some hundredths of a second.
constexpr double most_runs = 4096;
constexpr std::size_t most_atoms = 16384;

}  // namespace

std::optional<PrivacyLoss> finite_loss(const Laws& laws, Directions directions) {
    PrivacyLoss composed(std::vector<Outcome>{{1, 1, 0}});
    double runs = 0;
    for (const auto& [law, count] : laws) {
        const auto one = losses_of(law, directions);
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
