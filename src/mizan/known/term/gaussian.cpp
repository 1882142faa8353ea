// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/term/gaussian.hpp"

namespace mizan {

namespace {

// If a sensitivity's bracket is relatively narrower than this, its width is rounding. Then the
// worst law and the attained law are one law, which brackets both.
constexpr double rounding_of_sensitivity = 1e-12;

// Fills in Gaussian noise on a vector. One unit moves the vector by at most the upper end of the
// sensitivity, and on some data by at least the lower end.
template <class Sums>
void know_sums(TermReading& reading, const Sums& leaf, const char* source) {
    KnownPart& part = reading.part;
    part.name = Sums::name;
    part.by_record = reading.units == 2;
    const Bracket one = leaf.sensitivity();
    const double noise = leaf.noise_multiplier().value();
    const Bracket mu = one.upper == 0 ? Bracket(0)
                       : noise == 0   ? Bracket(infinity)
                                      : reading.size * reading.units * one / Bracket(noise);
    const Gaussian shared{mu.upper == 0 ? infinity : (1 / Bracket(mu.upper)).lower};
    reading.know_all(shared,
                     {{}, {source, "Mironov17 C3"}, {source, "BS16 P1.6"}, {source, "DR16 T2"}});
    reading.know_gdp(mu, {source, "DRS19 T2.7"});
    const bool is_one = !(one.width() > rounding_of_sensitivity * one.upper);
    part.worst = GaussianLaw{is_one ? mu : Bracket(mu.upper)};
    part.worst_by = {source};
    part.attained = GaussianLaw{is_one ? mu : Bracket(mu.lower)};
}

}  // namespace

void know(TermReading& reading, const Gaussian& leaf) {
    KnownPart& part = reading.part;
    part.name = Gaussian::name;
    const double sigma = leaf.noise_multiplier.value(), moved = reading.size * reading.units;
    reading.know_all(gaussian_with(leaf.noise_multiplier, moved),
                     {{}, {"Mironov17 C3"}, {"BS16 P1.6"}, {"DR16 T2"}});
    const Bracket mu = sigma == 0 ? Bracket(infinity) : moved / Bracket(sigma);
    reading.know_gdp(mu, {"DRS19 T2.7"});
    // The law keeps σ itself if that is a double, because 1/μ would round it.
    const bool is_double = reading.size == 1 && sigma / reading.units * reading.units == sigma;
    part.worst = part.attained =
        GaussianLaw{mu, is_double ? std::optional(sigma / reading.units) : std::nullopt};
    part.by_record = reading.units == 2;
}

void know(TermReading& reading, const TreeAggregation& leaf) {
    know_sums(reading, leaf, "KMS21 tree");
}
void know(TermReading& reading, const MatrixMechanism& leaf) {
    know_sums(reading, leaf, "KL24 T2");
}

}  // namespace mizan
