// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/verified.hpp"

#include <cmath>
#include <optional>

#include "mizan/account/inverted.hpp"
#include "mizan/inversion/line/precise_responses.hpp"
#include "mizan/inversion/profile/root_of_curve.hpp"

namespace mizan::analysis {

namespace {

using inversion::PreciseResponses;

bool is_narrow(Bracket x) {
    if (x.upper <= std::nextafter(x.lower, infinity)) return true;
    return x.upper < infinity && x.width() <= verified_width * x.upper;
}

// Equal responses, by their exact sum.
std::optional<Bracket> equal_responses(const ResponseLaw& law, double count,
                                       const Question& question, Bracket known) {
    const double failure = law.failure.value();
    const auto curve = PreciseResponses::build(law.precise_epsilon()(), failure, count);
    if (!curve) return std::nullopt;
    if (question.epsilon()) return curve->delta(question.epsilon()->value());
    const double never = -std::expm1(count * std::log1p(-failure));
    return inversion::narrowest_epsilon(*curve, known, question.delta()->value(), never);
}

// One run of Laplace noise (BBG18 Laplace): δ = 1 - e^{(ε - ε₀)/2}.
Bracket one_laplace(const LaplaceLaw& law, const Question& question) {
    const Precise epsilon0 = 1 / Precise(law.mechanism.noise_multiplier.value());
    if (const Epsilon* epsilon = question.epsilon()) {
        return max(0, (1 - exp((epsilon->value() - epsilon0) / 2)).bracket());
    }
    return max(0, (epsilon0 + 2 * log(1 - Precise(question.delta()->value()))).bracket());
}

// By a formula of this composition alone, where there is one.
std::optional<Bracket> by_formula(const std::vector<RepeatedLaw>& laws, const Question& question,
                                  Bracket known) {
    if (laws.size() != 1) return std::nullopt;
    const auto& [law, count] = laws.front();
    if (const auto* response = std::get_if<ResponseLaw>(&law)) {
        return equal_responses(*response, count, question, known);
    }
    const auto* laplace = std::get_if<LaplaceLaw>(&law);
    if (laplace == nullptr || count != 1) return std::nullopt;
    return one_laplace(*laplace, question);
}

Bracket inverted_precisely(const std::vector<RepeatedLaw>& laws, const Question& question) {
    Bracket worst = 0;
    for (inversion::Profile& profile : profiles(laws)) {
        worst = max(worst, question.delta() ? profile.verified_epsilon(*question.delta())
                                            : profile.verified_delta(question.epsilon()->value()));
    }
    return worst;
}

}  // namespace

Verified verified(const std::vector<RepeatedLaw>& laws, const Question& question, Bracket known) {
    if (is_narrow(known)) return {known, ""};
    const auto formula = by_formula(laws, question, known);
    const Bracket asked = intersect(known, formula ? *formula : inverted_precisely(laws, question));
    if (is_narrow(asked)) return {asked, "", true};
    return {asked,
            "no sum of thirty digits over these laws is known to end within the limit of work",
            !(asked == known)};
}

}  // namespace mizan::analysis
