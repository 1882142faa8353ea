// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/term/selection.hpp"

namespace mizan {

namespace {

// A mechanism that is private at every scale of the scores is no worse than Laplace noise of the
// same ε (Mizan26 ID1).
void know_below_laplace(TermReading& reading, std::string_view name, Bracket epsilon,
                        const char* source) {
    KnownPart& part = reading.part;
    part.name = name;
    const Epsilon whole{(reading.size * epsilon).upper};
    reading.know_all(laplace_below(whole), {{source},
                                            {"Mizan26 ID1", "Mironov17 C2"},
                                            {"Mizan26 ID1", "HM25"},
                                            {"Mizan26 ID1", "DR16 T4"}});
    if (part.pure.value) part.pure.value = PureDP{whole};
    part.worst = LaplaceLaw{laplace_below(whole)};
    part.worst_by = {"Mizan26 ID1"};
}

}  // namespace

// Along a chain of neighbours losses add up, and so do their ranges.
void know(TermReading& reading, const Exponential& leaf) {
    KnownPart& part = reading.part;
    part.name = Exponential::name;
    const BoundedRange range(reading.size * Bracket(leaf.epsilon.value()));
    reading.know_all(range,
                     {{"DDR20 bounded range"}, {"Mizan26 BR2"}, {"Mizan26 BR3"}, {"Mizan26 BR3"}});
    if (part.gdp.value) {
        part.gdp = {GDP{Mu{bounded_range_to_gdp(*part.pure.value).upper}}, "", {"Mizan26 BR4"}};
    }
    part.worst = BoundedRangeLaw{range};
    part.worst_by = {"Mizan26 BR1"};
    part.attained = ResponseLaw{reading.size * response_within(leaf)};
}

void know(TermReading& reading, const PermuteAndFlip& leaf) {
    know_below_laplace(reading, PermuteAndFlip::name, leaf.epsilon.value(), "MS20 T1");
    const Epsilon attained{(reading.size * Bracket(leaf.epsilon.value())).lower};
    reading.part.attained = ResponseLaw{response_within(PermuteAndFlip{attained})};
}

// With exponential noise it is permute-and-flip.
void know(TermReading& reading, const ReportNoisyMax& leaf) {
    know(reading, PermuteAndFlip{leaf.epsilon});
    reading.part.name = ReportNoisyMax::name;
    reading.part.pure.theorems = {"DR14 noisy max"};
}

void know(TermReading& reading, const SparseVector& leaf) {
    know_below_laplace(reading, SparseVector::name, leaf.pure_epsilon(), "LSL17 T4");
}

}  // namespace mizan
