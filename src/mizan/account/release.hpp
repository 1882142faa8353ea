// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "mizan/compose/loss_law.hpp"
#include "mizan/definition/definition.hpp"
#include "mizan/divergence/finite.hpp"
#include "mizan/mechanism/bounded_range.hpp"
#include "mizan/mechanism/discrete_gaussian.hpp"
#include "mizan/mechanism/discrete_laplace.hpp"
#include "mizan/mechanism/laplace.hpp"
#include "mizan/numeric/precise.hpp"
#include "mizan/program/program.hpp"

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
    friend bool operator==(const SampledGaussianLaw&, const SampledGaussianLaw&) = default;
};

/// Laplace noise on Poisson samples, with the record against without it.
struct SampledLaplaceLaw {
    double q;  ///< in (0, 1)
    Laplace mechanism;
    friend bool operator==(const SampledLaplaceLaw&, const SampledLaplaceLaw&) = default;
};

/// An explicit pair of finite output distributions. Pairs that the user wrote all have their first
/// distribution at the same neighbour, and so have the answers of records; but which neighbour that
/// is for the ones and for the others is not known. On a Poisson sample it is the neighbour that has
/// the record, as with the answers of records and with the two laws above.
struct PairLaw {
    std::vector<Outcome> pair;
    enum class From { user, records } from = From::user;
    friend bool operator==(const PairLaw&, const PairLaw&) = default;
};

/// The two output distributions of a mechanism on its worst neighbours.
using Law = std::variant<GaussianLaw, LaplaceLaw, DiscreteLaw<DiscreteGaussian>,
                         DiscreteLaw<DiscreteLaplace>, BoundedRangeLaw, ResponseLaw, PairLaw,
                         SampledGaussianLaw, SampledLaplaceLaw>;

/// What the user's numbers say of these laws beyond the digits of a double.
[[nodiscard]] Precise precise_mu(const GaussianLaw& law);
[[nodiscard]] Precise precise_epsilon(const ResponseLaw& law);

/// Everything that noise in whole numbers can show, where that is not too much to list; else
/// nothing, and nothing for the other laws.
[[nodiscard]] std::vector<Outcome> listed_outcomes(const Law& law);

/// Whether the law is that of a Poisson sample. Then its two directions differ, unless a record is
/// replaced.
[[nodiscard]] bool is_sampled(const Law& law);
[[nodiscard]] bool is_replaced_on_samples(const Law& law);

/// Something that is known of a release, or the reason why it is not.
template <class T>
struct Known {
    std::optional<T> value;
    std::string why_not;
    std::vector<std::string> theorems = {};  ///< by which it is known
};

/// Adds the keys that are not there yet.
void cite(std::vector<std::string>& theorems, const std::vector<std::string>& more);

/// All that is known of one term of a program, for its group size: by every definition of privacy,
/// and where possible by its laws.
///
/// The definitions hold unless the release fails altogether, which happens with probability
/// `failure`. That is more than 0 only where the release is known by an (epsilon, delta) promise:
/// such a release is the mixture of one that shows everything and one that is epsilon-private
/// (KOV15), and the mixture passes through every composition below.
struct Release {
    std::string name;
    double count = 1;
    Delta failure = Delta{0.0};
    Known<PureDP> pure;
    Known<RenyiDP> renyi;
    Known<ZCDP> zcdp;
    Known<CDP> cdp;
    Known<GDP> gdp;
    std::optional<Law> worst;                ///< nothing of this description is worse
    std::vector<std::string> worst_by = {};  ///< theorems by which it is not, beyond its definition
    std::optional<Law> attained;             ///< something of this description is at least this bad
};

/// Fills in, for a release that has its name, everything that follows from one definition.
void know(Release& release, const Definition& definition);

/// What is known of one term of a program.
[[nodiscard]] Release release_of(const Term& term);

/// What is known of everything that is run under one scheme. Throws InputError if nothing is.
[[nodiscard]] Release release_of(const Arrangement& arrangement, Relation relation);

/// What is known of each line of a bill, those that are alike being one.
[[nodiscard]] std::vector<Release> releases(const Bill& bill, Relation relation);

/// What is known of each different term of a program, and of each arrangement after them.
[[nodiscard]] std::vector<Release> releases(const Program& program, Relation relation,
                                            Count group_size);

}  // namespace mizan
