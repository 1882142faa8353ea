// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "mizan/account/question.hpp"
#include "mizan/numeric/bracket.hpp"
#include "mizan/program/program.hpp"

namespace mizan {

/// Something that people often run where they declare something else, and what that costs.
struct Alternative {
    std::string behaviour;  ///< what the code does, in words
    Program program;        ///< the same as a program, with the noise as it was declared
    Question question;      ///< about `program`; the neighbours may be others
    Bracket cost;           ///< epsilon or delta, whichever was asked for
};

/// What `program` costs if the code that runs it samples, selects or shuffles in another way than
/// declared: batches of shuffled epochs in place of Poisson samples, and the like. Programs in
/// which all of the data is used every time have no alternatives. Nothing of which no bound is
/// known is listed, and nothing that takes long: allocations of more than four samples, say.
///
/// Noise keeps its standard deviation. A sum of clipped records, which one record more moves by C,
/// moves by 2C if a record takes the place of another, as in batches of a fixed size: there the
/// program says group(2, …).
///
/// Theorem    Mizan26 E1: shuffled epochs
/// States     n runs of a mechanism on batches, with each record in at most one of every t, reveal
///            no more of it than ⌈n/t⌉ runs on all of the data
/// Needs      the batches of the other records do not depend on this one; how they were drawn may
///            be known
/// Guarantee  upper bound
/// Source     Mizan26 (docs/proofs/sampling.md, with proof)
/// Test       Alternatives.ShuffledEpochsCostAsMuchAsTheirNumberOfRunsAndMoreThanPoissonSamples
[[nodiscard]] std::vector<Alternative> alternatives(const Program& program,
                                                    const Question& question);

}  // namespace mizan
