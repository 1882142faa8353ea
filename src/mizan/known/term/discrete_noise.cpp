// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/term/discrete_noise.hpp"

#include <algorithm>

namespace mizan {

namespace {

Law law_of(const DiscreteGaussian& mechanism) {
    const double sigma = mechanism.sigma.value();
    if (sigma == 0 || sigma == infinity) return ResponseLaw{sigma == 0 ? infinity : 0};
    return DiscreteGaussianLaw{mechanism};
}

// An answer that moves by 1 has two losses, +a and -a, as randomized response has.
Law law_of(const DiscreteLaplace& mechanism) {
    const double a = mechanism.noise_parameter.value();
    const bool is_response = mechanism.sensitivity.value() == 1 || a == 0 || a == infinity;
    if (is_response) return ResponseLaw{mechanism.pure_epsilon()};
    return DiscreteLaplaceLaw{mechanism};
}

}  // namespace

void know(TermReading& reading, const DiscreteLaplace& leaf) {
    KnownPart& part = reading.part;
    part.name = DiscreteLaplace::name;
    constexpr double most = domain::WholeSensitivity::most;
    const double whole = reading.size * leaf.sensitivity.value();
    const DiscreteLaplace shared{leaf.noise_parameter, std::min(whole, most)};
    if (whole > most) {
        const Bracket epsilon = reading.size * leaf.pure_epsilon();
        know(part, PureDP{Epsilon{epsilon.upper}});
        cite(part.pure.theorems, {"GRS09 geometric"});
        part.worst = ResponseLaw{epsilon.upper};
    } else {
        reading.know_all(shared,
                         {{"GRS09 geometric"}, {"Mizan26 DL2"}, {"Mizan26 DL5"}, {"DR16 T4"}});
        part.worst = law_of(shared);
    }
    part.attained = law_of(shared);
}

void know(TermReading& reading, const DiscreteGaussian& leaf) {
    KnownPart& part = reading.part;
    part.name = DiscreteGaussian::name;
    constexpr double most = domain::WholeSensitivity::most;
    const double whole = reading.size * leaf.sensitivity.value();
    const DiscreteGaussian shared{leaf.sigma, std::min(whole, most)};
    if (whole > most) {
        know(part, ZCDP{Rho{(square(Bracket(reading.size)) * leaf.zcdp_rho()).upper}});
        cite(part.zcdp.theorems, {"CKS20 zCDP"});
    } else {
        reading.know_all(shared, {{}, {"Mizan26 DG1"}, {"CKS20 zCDP"}, {"CKS20 zCDP"}});
        part.worst = law_of(shared);
    }
    if (!part.gdp.value) {
        part.gdp.why_not = part.name + ": no mu is known for which it is Gaussian private";
    }
    part.attained = law_of(shared);
}

}  // namespace mizan
