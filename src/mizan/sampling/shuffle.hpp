// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/divergence/finite.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan {

/// A finite pair that dominates the shuffled messages of `users` people, each of whom sends the
/// result of the same local randomizer of their own value, when one of them has another value. The
/// pair is its own reverse; it has at most two thousand outcomes. Throws DomainError unless `users`
/// is a whole number from 1 to 2^53; more than 1e9 of them count as 1e9.
///
/// Theorem    Mizan26 H1: shuffled messages
/// States     With C ~ Bin(n-1, 2/(1 + e^ε)), A ~ Bin(C, 1/2) and Z of law e^ε/(1 + e^ε) on 1, else
///            0, the pair (A + Z, C - A + 1 - Z) and (A + 1 - Z, C - A + Z) dominates the shuffled
///            messages
/// Needs      replace_one; one randomizer for all users, ε-DP for any two values; nobody but the
///            shuffler sees who sent what
/// Guarantee  upper bound
/// Source     Mizan26 (docs/shuffle.md, with proof)
/// Test       Shuffle.BoundsEveryRandomizer
///            Shuffle.AQuarterMoreUsersWouldBeFalse
///
/// Theorem    FMT21 T3.1: hiding among clones
/// States     the same with C ~ Bin(n-1, e^-ε), which are fewer clones
/// Needs      as above
/// Guarantee  upper bound
/// Source     FMT21 Theorem 3.1 (arXiv:2012.12803)
/// Test       Shuffle.BoundsEveryRandomizer
/// Erratum    Its sequel (arXiv:2208.04591v1) has the number of clones of Mizan26 H1; its authors
///            withdrew the proof for general randomizers. docs/shuffle.md has another one.
[[nodiscard]] std::vector<Outcome> shuffled(Epsilon local, double users);

/// A finite pair that the shuffled messages can have if a message says yes with at least these
/// probabilities for one value and with at most those for another. Nothing if there are more than 1e9 users,
/// or if a yes is as good as certain or impossible for both.
///
/// Theorem    Mizan26 X4: shuffled answers, exactly
/// States     If everybody else has the other value, the number of yes is k with probability
///            B(k) = C(n, k) q^k (1-q)^(n-k), and B(k) · ((p/q) k/n + (1-p)/(1-q) (1 - k/n))
/// Needs      a yes has probability p for the one value and q for the other
/// Guarantee  exact, in cells of some counts
/// Source     Mizan26 (docs/instances.md, with proof)
/// Test       Shuffle.CountsOfYesAreEnumerated
[[nodiscard]] std::vector<Outcome> shuffled_answers(Bracket yes, Bracket other, double users);

}  // namespace mizan
