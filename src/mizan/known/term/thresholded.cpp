// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/term/thresholded.hpp"

#include "mizan/engine/finite_pair.hpp"
#include "mizan/known/term/dominating_pair.hpp"

namespace mizan {

namespace {

template <class Noise>
void know_profile_of(TermReading& reading, const Noise& leaf, const char* source) {
    reading.part.name = Noise::name;
    know_profile(
        reading.part, [&](Epsilon epsilon) { return leaf.delta(epsilon); }, reading.people);
    reading.cite_chain(source);
}

}  // namespace

void know(TermReading& reading, const TruncatedLaplace& leaf) {
    know_profile_of(reading, leaf, "GDGK20 truncated");
    const Bracket largest_loss = 1 / Bracket(leaf.noise_multiplier.value());
    // The loss of truncated Laplace noise reaches 1 / noise_multiplier. If that is too large, it
    // has no finite pair from below.
    if (leaf.noise_multiplier.value() < 1 / analysis::farthest_loss || largest_loss.upper == 0)
        return;
    const auto pair = analysis::finite_pair([&](Epsilon epsilon) { return leaf.delta(epsilon); },
                                            compose::Side::optimistic);
    reading.part.attained = PairLaw{pair, PairLaw::From::records};
}

// If counts are large, the threshold plays no role.
void know(TermReading& reading, const ThresholdedLaplace& leaf) {
    know_profile_of(reading, leaf, "Mizan26 TH1");
    reading.part.attained = LaplaceLaw{Laplace{leaf.noise_multiplier}};
    reading.part.beside = Beside::certain;
}

void know(TermReading& reading, const ThresholdedGaussian& leaf) {
    know_profile_of(reading, leaf, "Mizan26 TH1");
    const double sigma = leaf.noise_multiplier.value();
    reading.part.attained = GaussianLaw{sigma == 0 ? Bracket(infinity) : 1 / Bracket(sigma)};
    reading.part.beside = Beside::certain;
}

}  // namespace mizan
