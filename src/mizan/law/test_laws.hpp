// SPDX-License-Identifier: Apache-2.0
// Instances of every law, and what the tests of laws ask about them.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "mizan/inversion/profile/profile.hpp"
#include "mizan/law/law.hpp"

namespace mizan::analysis::test_laws {

// Some instances of every law. All have finite transforms.
template <class L>
std::vector<L> examples();
template <>
inline std::vector<GaussianLaw> examples() {
    return {{0.5, 2.0}, {Bracket(1.3)}};
}
template <>
inline std::vector<LaplaceLaw> examples() {
    return {{Laplace{.noise_multiplier = 2}}, {Laplace{.noise_multiplier = 0.7}}};
}
template <>
inline std::vector<DiscreteGaussianLaw> examples() {
    return {{DiscreteGaussian{.sigma = 1.5, .sensitivity = 1.0}},
            {DiscreteGaussian{.sigma = 3.0, .sensitivity = 2.0}}};
}
template <>
inline std::vector<DiscreteLaplaceLaw> examples() {
    return {{DiscreteLaplace{Epsilon{0.4}, WholeSensitivity{3}}}};
}
template <>
inline std::vector<BoundedRangeLaw> examples() {
    return {{BoundedRange{Bracket(0.8)}}};
}
template <>
inline std::vector<ResponseLaw> examples() {
    return {{0.6}, {0.3, Delta{1e-3}}};
}
template <>
inline std::vector<PairLaw> examples() {
    const std::vector<Outcome> pair =
        outcomes(FiniteDistribution({0.6, 0.3, 0.1}), FiniteDistribution({0.3, 0.3, 0.4}));
    const std::vector<Outcome> two =
        outcomes(FiniteDistribution({0.7, 0.3}), FiniteDistribution({0.4, 0.6}));
    return {{pair, PairLaw::From::user}, {two, PairLaw::From::records}};
}
template <>
inline std::vector<SampledGaussianLaw> examples() {
    return {{0.1, 1.5}, {0.3, 1, SampledGaussianLaw::Record::replaced}};
}
template <>
inline std::vector<SampledLaplaceLaw> examples() {
    return {{0.2, Laplace{.noise_multiplier = 1}}};
}
template <>
inline std::vector<MixtureLaw> examples() {
    return {{MixtureOfGaussians(2.0, {0.0, 1.0}, {0.75, 0.25})}};
}

template <class>
struct AsTypes;
template <class... Ls>
struct AsTypes<std::variant<Ls...>> {
    using Types = testing::Types<Ls...>;
};
// Two brackets of one number.
inline void expect_agreement(Bracket x, Bracket y, const std::string& of) {
    EXPECT_LE(x.lower, y.upper) << of;
    EXPECT_LE(y.lower, x.upper) << of;
}

inline inversion::Profile inverted(const Law& law, const Directions& directions) {
    return inversion::Profile(transforms_of({{law, 1}}, directions));
}

constexpr Directions forward{}, backward{.user_backward = true, .records_backward = true};

}  // namespace mizan::analysis::test_laws
