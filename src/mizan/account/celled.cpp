// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/celled.hpp"

#include <algorithm>

#include "mizan/account/inverted.hpp"
#include "mizan/sampling/sampled_laplace_cells.hpp"

namespace mizan::analysis {

namespace {

// More runs make the sum smooth, and it is known without cells.
constexpr double most_runs = 128;

// Half the digits of the answer, within some milliseconds.
std::size_t cells_for(double runs) {
    constexpr double most = 0x1p9, points_of_sum = 0x1p13;
    return static_cast<std::size_t>(std::min(most, points_of_sum / runs));
}

const SampledLaplaceLaw* law_with_cells(const std::vector<RepeatedLaw>& laws) {
    const auto* law =
        laws.size() == 1 ? std::get_if<SampledLaplaceLaw>(&laws.front().law) : nullptr;
    if (law == nullptr || laws.front().count > most_runs) return nullptr;
    // Beyond, cells are wide; or rounding moves a loss by more than their width.
    constexpr double most_loss = 32, least_loss = 1e-100, least_rest = 1e-9;
    const Bracket epsilon = law->mechanism.pure_epsilon();
    const bool is_moderate = least_loss < epsilon.lower && epsilon.upper < most_loss &&
                             least_loss < law->q && law->q < 1 - least_rest;
    return is_moderate ? law : nullptr;
}

}  // namespace

bool has_cells(const std::vector<RepeatedLaw>& laws) { return law_with_cells(laws) != nullptr; }

std::optional<Bracket> celled(const std::vector<RepeatedLaw>& laws, const Question& question) {
    const SampledLaplaceLaw* law = law_with_cells(laws);
    if (law == nullptr) return std::nullopt;
    const Bracket epsilon = law->mechanism.pure_epsilon();
    const double count = laws.front().count;
    SampledLaplaceCells cells = sampled_laplace_cells(law->q, epsilon, cells_for(count));
    // Better than the cells tell.
    constexpr inversion::Profile::Aim aim{.content = 1e-8, .is_patient = false};
    const auto asked = [&](std::vector<Outcome>& pair) {
        return inverted({{PairLaw{std::move(pair), PairLaw::From::records}, count}}, question, aim)
            .asked;
    };
    return Bracket(asked(cells.below).lower, asked(cells.above).upper);
}

}  // namespace mizan::analysis
