// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <variant>
#include <vector>

#include "mizan/divergence/finite.hpp"
#include "mizan/mechanism/bounded_range.hpp"
#include "mizan/mechanism/discrete_gaussian.hpp"
#include "mizan/mechanism/discrete_laplace.hpp"
#include "mizan/mechanism/laplace.hpp"
#include "mizan/mechanism/mixture_of_gaussians.hpp"
#include "mizan/numeric/precise.hpp"
#include "mizan/sampling/grouped_sample.hpp"

namespace mizan {

/// N(mu, 1) against N(0, 1).
struct GaussianLaw {
    Bracket mu;
    std::optional<double> sigma = std::nullopt;  ///< 1/mu, where that is a double
    friend bool operator==(const GaussianLaw&, const GaussianLaw&) = default;
};

/// Laplace noise, moved by one sensitivity.
struct LaplaceLaw {
    Laplace mechanism;
    friend bool operator==(const LaplaceLaw&, const LaplaceLaw&) = default;
};

/// Noise in whole numbers on a whole number, moved by the sensitivity. Alike in both directions.
template <Mechanism Noise>
struct DiscreteLaw {
    Noise mechanism;
    friend bool operator==(const DiscreteLaw&, const DiscreteLaw&) = default;
};

/// The pair that dominates bounded range. What is reached is never this law, but at every epsilon some
/// pair that one run can have is as bad.
struct BoundedRangeLaw {
    BoundedRange mechanism;
    friend bool operator==(const BoundedRangeLaw&, const BoundedRangeLaw&) = default;
};

/// Randomized response with this epsilon, which shows its input with probability `failure`: the
/// worst of all (epsilon, failure)-private mechanisms.
struct ResponseLaw {
    Bracket epsilon;
    Delta failure = Delta{0.0};
    std::optional<double> p = std::nullopt;  ///< of one answer, where epsilon is |log(p/(1-p))|
    friend bool operator==(const ResponseLaw&, const ResponseLaw&) = default;
};

/// Gaussian noise of standard deviation `sigma` on Poisson samples.
struct SampledGaussianLaw {
    double q;  ///< in (0, 1)
    double sigma;
    enum class Record {
        removed,   ///< (1 - q) N(0, σ²) + q N(1, σ²) against N(0, σ²)
        replaced,  ///< (1 - q) N(0, σ²) + q N(1, σ²) against (1 - q) N(0, σ²) + q N(-1, σ²)
    } record = Record::removed;
    int people = 1;  ///< who change together, each drawn for itself (Mizan26 S6)
    Drawn drawn = Drawn::exactly;
    friend bool operator==(const SampledGaussianLaw&, const SampledGaussianLaw&) = default;
};

/// Laplace noise on Poisson samples, with the record against without it.
struct SampledLaplaceLaw {
    double q;  ///< in (0, 1)
    Laplace mechanism;
    friend bool operator==(const SampledLaplaceLaw&, const SampledLaplaceLaw&) = default;
};

/// Gaussian noise on a sum that the record moves by chance, with the record against without it. Its standard
/// deviation is positive and finite, and some sensitivity is more than 0.
struct MixtureLaw {
    MixtureOfGaussians mechanism;
    friend bool operator==(const MixtureLaw&, const MixtureLaw&) = default;
};

/// An explicit pair of finite output distributions. Pairs that the user wrote all have their first
/// distribution at the same neighbour, and so have the answers of records; but which neighbour that
/// is for the ones and for the others is not known. On a Poisson sample it is the neighbour that has
/// the record, as with the answers of records and with the two laws above.
struct PairLaw {
    std::vector<Outcome> pair;
    enum class From {
        user,
        records,
        group,  ///< the answers of all records of a group, which all change in the same direction
    } from = From::user;
    friend bool operator==(const PairLaw&, const PairLaw&) = default;
};

/// The two output distributions of a mechanism on its worst neighbours.
using Law = std::variant<GaussianLaw, LaplaceLaw, DiscreteLaw<DiscreteGaussian>,
                         DiscreteLaw<DiscreteLaplace>, BoundedRangeLaw, ResponseLaw, PairLaw,
                         SampledGaussianLaw, SampledLaplaceLaw, MixtureLaw>;

/// What the user's numbers say of these laws beyond the digits of a double.
[[nodiscard]] Precise precise_mu(const GaussianLaw& law);
[[nodiscard]] std::function<Precise()> precise_epsilon(const ResponseLaw& law);

/// Everything that noise in whole numbers can show, where that is not too much to list; else
/// nothing, and nothing for the other laws.
[[nodiscard]] std::vector<Outcome> listed_outcomes(const Law& law);

[[nodiscard]] bool is_gaussian(const std::optional<Law>& law);

/// How many records change together in a law on samples that counts them; 1 for all other laws.
[[nodiscard]] int people_of(const Law& law);

/// All that the group of such a law can do. One of them is the worst.
[[nodiscard]] std::vector<GroupChange> changes_of(const SampledGaussianLaw& law);

/// Whether a record is seen by chance only: on a Poisson sample or in a mixture. Then the two directions of the
/// law differ, unless a record is replaced.
[[nodiscard]] bool is_sampled(const Law& law);
[[nodiscard]] bool is_replaced_on_samples(const Law& law);

}  // namespace mizan
