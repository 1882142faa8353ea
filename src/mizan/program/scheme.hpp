// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <variant>

#include "mizan/numeric/bracket.hpp"

namespace mizan {

/// How often something happens, or how many records change together. Every count up to
/// `max_count` and its successor are exact doubles, so no count is ever rounded on its way.
using Count = std::int64_t;
inline constexpr Count max_count = (Count{1} << 53) - 1;

/// On a sample, drawn afresh each time: every record is in it with this probability, independently
/// of the others.
struct Poisson {
    Bracket probability;  ///< in [0, 1]; a bracket where it is a product
    friend bool operator==(const Poisson&, const Poisson&) = default;
};

/// On `sample_size` different records of `source_dataset_size`, all choices equally likely, drawn
/// afresh each time. With a record more or less, the larger dataset has that many.
struct WithoutReplacement {
    Count source_dataset_size;  ///< at least 1
    Count sample_size;          ///< at most source_dataset_size
    friend bool operator==(const WithoutReplacement&, const WithoutReplacement&) = default;
};

/// On `sample_size` records, each drawn from all `source_dataset_size` of them, afresh each time.
struct WithReplacement {
    Count source_dataset_size;  ///< at least 1
    Count sample_size;
    friend bool operator==(const WithReplacement&, const WithReplacement&) = default;
};

/// Several times on the same data, of which only the best result is shown. How often is random: a
/// truncated negative binomial number of this shape, Poisson's if the shape is infinite.
struct RepeatAndSelect {
    double mean;   ///< at least 1; with Poisson's law more than 0
    double shape;  ///< in (-1, ∞]
    friend bool operator==(const RepeatAndSelect&, const RepeatAndSelect&) = default;
};

/// In `num_steps` steps, of which each record takes part in `num_selected`, chosen at random and
/// independently of the others.
struct RandomAllocation {
    Count num_steps;     ///< at least 1
    Count num_selected;  ///< at most num_steps
    friend bool operator==(const RandomAllocation&, const RandomAllocation&) = default;
};

/// By each of `records` people on the own record; all results are shown in random order.
struct Shuffled {
    Count records;  ///< at least 1
    friend bool operator==(const Shuffled&, const Shuffled&) = default;
};

/// On a Poisson sample of `dataset_size` records, of which a random subset of `truncated_batch_size` is
/// kept if it is larger. With a record more or less, the larger dataset has that many.
struct TruncatedPoisson {
    Count dataset_size;           ///< at least 1
    double sampling_probability;  ///< in [0, 1]
    Count truncated_batch_size;
    friend bool operator==(const TruncatedPoisson&, const TruncatedPoisson&) = default;
};

using Scheme = std::variant<Poisson, WithoutReplacement, WithReplacement, TruncatedPoisson,
                            RepeatAndSelect, RandomAllocation, Shuffled>;

}  // namespace mizan
