// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "mizan/compose/loss_law.hpp"
#include "mizan/definition/definition.hpp"
#include "mizan/divergence/finite.hpp"
#include "mizan/mechanism/laplace.hpp"
#include "mizan/program/program.hpp"

namespace mizan {

/// N(mu, 1) against N(0, 1).
struct GaussianLaw {
    Bracket mu;
};

/// Laplace noise, moved by one sensitivity.
struct LaplaceLaw {
    Laplace mechanism;
};

/// Randomized response with this epsilon, which shows its input with probability `failure`: the
/// worst of all (epsilon, failure)-private mechanisms.
struct ResponseLaw {
    Bracket epsilon;
    Delta failure = Delta{0.0};
};

/// An explicit pair of finite output distributions. Pairs that the user wrote all have their first
/// distribution at the same neighbour, and so have the answers of records; but which neighbour that
/// is for the ones and for the others is not known.
struct PairLaw {
    compose::Pair pair;
    enum class From { user, records } from = From::user;
};

/// The outcomes of a pair, without those that never happen.
[[nodiscard]] std::vector<Outcome> outcomes_of(const compose::Pair& pair);

/// The two output distributions of a mechanism on its worst neighbours.
using Law = std::variant<GaussianLaw, LaplaceLaw, ResponseLaw, PairLaw>;

/// Something that is known of a release, or the reason why it is not.
template <class T>
struct Known {
    std::optional<T> value;
    std::string why_not;
    std::vector<std::string> theorems = {};  ///< by which it is known
};

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
    std::optional<Law> worst;     ///< nothing of this description is worse
    std::optional<Law> attained;  ///< something of this description is at least this bad
};

/// What is known of each term of a program.
[[nodiscard]] std::vector<Release> releases(const Program& program, Relation relation,
                                            Count group_size);

}  // namespace mizan
