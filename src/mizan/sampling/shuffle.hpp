// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/divergence/finite.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan {

/// A finite pair that dominates the shuffled messages of `users` people, each of whom sends the
/// result of the same local randomizer of their own value, when one of them has another value. The
/// randomizer is `local`-private between these two values, and `others`-private between any two
/// that the people may have; these are the same if any two values are meant. The pair is its own
/// reverse; it has at most two thousand outcomes. Throws DomainError unless `users` is a whole
/// number from 1 to 2^53, and unless `others` is at least `local`; more than 1e9 users count as
/// 1e9.
///
/// Theorem    Mizan26 H1: shuffled messages
/// States     With C ~ Bin(n-1, 2/(1 + e^ε)), A ~ Bin(C, 1/2) and Z of law e^ε/(1 + e^ε) on 1, else
///            0, the pair (A + Z, C - A + 1 - Z) and (A + 1 - Z, C - A + Z) dominates the shuffled
///            messages
/// Needs      replace_one; one randomizer for all users, ε-DP for any two values; nobody but the
///            shuffler sees who sent what
/// Guarantee  upper bound
/// Source     Mizan26 (docs/proofs/shuffle.md, with proof)
/// Test       Shuffle.BoundsEveryRandomizer
///            Shuffle.AQuarterMoreUsersWouldBeFalse
///
/// Theorem    Mizan26 H2: shuffled messages of people who may be farther away
/// States     H1 with C ~ Bin(n-1, 2 e^(ε-ε')/(1 + e^ε)), where the randomizer is ε-DP between the
///            two values of the one person and ε'-DP between any two values
/// Needs      ε' ≥ ε; ε' = 2ε is enough if the randomizer is ε-DP between every value and one that
///            says nothing, and the one person becomes one that says nothing
/// Guarantee  upper bound
/// Source     Mizan26 (docs/proofs/shuffle.md, with proof)
/// Test       Shuffle.BoundsEveryRandomizerOfPeopleFartherAway
///
/// Theorem    FMT21 T3.1: hiding among clones
/// States     the same with C ~ Bin(n-1, e^-ε), which are fewer clones
/// Needs      as above
/// Guarantee  upper bound
/// Source     FMT21 Theorem 3.1 (arXiv:2012.12803)
/// Test       Shuffle.BoundsEveryRandomizer
/// Erratum    Its sequel (arXiv:2208.04591v1) has the number of clones of Mizan26 H1; its authors
///            withdrew the proof for general randomizers. docs/proofs/shuffle.md has another one.
[[nodiscard]] std::vector<Outcome> shuffled(Epsilon local, Epsilon others, double users);
[[nodiscard]] inline std::vector<Outcome> shuffled(Epsilon local, double users) {
    return shuffled(local, local, users);
}

/// A finite pair that the shuffled messages can have if a message says yes with at least the
/// probability `yes` for one value of the person and with at most `other` for another, and with at
/// most `rest` for the value that everybody else has. Nothing if there are more than 1e9 users, or
/// if a yes is as good as certain or impossible.
///
/// Theorem    Mizan26 X4: shuffled answers, exactly
/// States     With B(k) = C(n, k) r^k (1-r)^(n-k) the number of yes is k with probability
///            B(k) · ((p/r) k/n + (1-p)/(1-r) (1 - k/n)), and the same with q in place of p
/// Needs      a yes has probability p and q for the two values of the person, r for all others
/// Guarantee  exact, in cells of some counts
/// Source     Mizan26 (docs/proofs/instances.md, with proof)
/// Test       Shuffle.CountsOfYesAreEnumerated
[[nodiscard]] std::vector<Outcome> shuffled_answers(Bracket yes, Bracket other, Bracket rest,
                                                    double users);
/// The same where everybody else has the other value.
[[nodiscard]] inline std::vector<Outcome> shuffled_answers(Bracket yes, Bracket other,
                                                           double users) {
    return shuffled_answers(yes, other, other, users);
}

}  // namespace mizan
